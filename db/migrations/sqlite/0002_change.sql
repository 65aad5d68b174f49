CREATE TABLE `attachments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`team` text DEFAULT '' NOT NULL,
	`folder` text NOT NULL,
	`file_name` text NOT NULL,
	`version` text NOT NULL,
	`media_type` text NOT NULL,
	`suffix` text NOT NULL,
	`size` integer NOT NULL,
	`digest` text NOT NULL,
	`width` integer,
	`height` integer,
	`placeholder` text DEFAULT '' NOT NULL,
	`variants` text NOT NULL,
	`take_time` integer,
	`location` text DEFAULT '' NOT NULL,
	`uploader_id` integer,
	`create_time` integer NOT NULL,
	`update_time` integer NOT NULL,
	FOREIGN KEY (`uploader_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `attachments_folder` ON `attachments` (`folder`);--> statement-breakpoint
CREATE INDEX `attachments_digest` ON `attachments` (`digest`);--> statement-breakpoint
CREATE INDEX `attachments_time` ON `attachments` (`create_time`,`id`);--> statement-breakpoint
CREATE INDEX `attachments_uploader` ON `attachments` (`uploader_id`,`create_time`);--> statement-breakpoint
CREATE TABLE `photos` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`thumbnail` text NOT NULL,
	`url` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`location` text DEFAULT '' NOT NULL,
	`take_time` integer,
	`team` text DEFAULT '' NOT NULL,
	`likes` integer DEFAULT 0 NOT NULL,
	`create_time` integer NOT NULL,
	`update_time` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `photos_time` ON `photos` (`create_time`,`id`);