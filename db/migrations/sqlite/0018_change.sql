CREATE TABLE `followers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`status` text NOT NULL,
	`rhythm` text NOT NULL,
	`bounces` integer DEFAULT 0 NOT NULL,
	`last_bounce_time` integer,
	`asked_time` integer NOT NULL,
	`confirmed_time` integer,
	`create_time` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `followers_email` ON `followers` (`email`);--> statement-breakpoint
CREATE INDEX `followers_mailed` ON `followers` (`status`,`rhythm`,`id`);--> statement-breakpoint
CREATE INDEX `followers_time` ON `followers` (`create_time`,`id`);--> statement-breakpoint
CREATE TABLE `mailings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`post_id` integer,
	`from_time` integer,
	`until_time` integer,
	`state` text NOT NULL,
	`reached` integer DEFAULT 0 NOT NULL,
	`sent` integer DEFAULT 0 NOT NULL,
	`start_time` integer,
	`end_time` integer,
	`create_time` integer NOT NULL,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mailings_post` ON `mailings` (`post_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `mailings_week` ON `mailings` (`until_time`);