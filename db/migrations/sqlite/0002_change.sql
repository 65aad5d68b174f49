CREATE TABLE `comments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`target_type` text NOT NULL,
	`post_id` integer,
	`sheet_id` integer,
	`journal_id` integer,
	`parent_id` integer,
	`root_id` integer,
	`status` text NOT NULL,
	`visible` integer NOT NULL,
	`is_admin` integer DEFAULT false NOT NULL,
	`user_id` integer,
	`author` text NOT NULL,
	`email` text DEFAULT '' NOT NULL,
	`author_url` text DEFAULT '' NOT NULL,
	`allow_notification` integer DEFAULT false NOT NULL,
	`ip_address` text,
	`network` text NOT NULL,
	`user_agent` text,
	`create_time` integer NOT NULL,
	`update_time` integer NOT NULL,
	`content` text NOT NULL,
	`html` text NOT NULL,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`sheet_id`) REFERENCES `sheets`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`journal_id`) REFERENCES `journals`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `comments_post` ON `comments` (`post_id`,`visible`,`parent_id`,`create_time`,`id`);--> statement-breakpoint
CREATE INDEX `comments_sheet` ON `comments` (`sheet_id`,`visible`,`parent_id`,`create_time`,`id`);--> statement-breakpoint
CREATE INDEX `comments_journal` ON `comments` (`journal_id`,`visible`,`parent_id`,`create_time`,`id`);--> statement-breakpoint
CREATE INDEX `comments_root` ON `comments` (`root_id`,`create_time`);--> statement-breakpoint
CREATE INDEX `comments_status` ON `comments` (`target_type`,`status`,`create_time`,`id`);--> statement-breakpoint
CREATE INDEX `comments_time` ON `comments` (`target_type`,`create_time`,`id`);--> statement-breakpoint
CREATE INDEX `comments_network` ON `comments` (`network`,`create_time`);--> statement-breakpoint
CREATE INDEX `comments_email` ON `comments` (`email`);--> statement-breakpoint
ALTER TABLE `journals` ADD `comment_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `posts` ADD `comment_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sheets` ADD `comment_count` integer DEFAULT 0 NOT NULL;