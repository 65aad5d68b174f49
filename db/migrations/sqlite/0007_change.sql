CREATE TABLE `comment_blocks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`value` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`user_id` integer,
	`create_time` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `comment_blocks_value` ON `comment_blocks` (`value`);--> statement-breakpoint
ALTER TABLE `comments` ADD `spam` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `comments_state` ON `comments` (`status`,`spam`,`create_time`,`id`);--> statement-breakpoint
CREATE INDEX `comments_latest` ON `comments` (`create_time`,`id`);