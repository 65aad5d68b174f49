CREATE TABLE `reply_addresses` (
	`email` text PRIMARY KEY NOT NULL,
	`confirmed` integer DEFAULT false NOT NULL,
	`asked_time` integer NOT NULL
);
--> statement-breakpoint
DROP INDEX `posts_author`;--> statement-breakpoint
ALTER TABLE `posts` ADD `language` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `posts` ADD `translation_of` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `posts_translation` ON `posts` (`translation_of`);--> statement-breakpoint
CREATE INDEX `posts_author` ON `posts` (`author_id`,`status`,`top_priority`,`create_time`,`id`);--> statement-breakpoint
ALTER TABLE `imports` ADD `interruptions` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sheets` ADD `language` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sheets` ADD `translation_of` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `tags` ADD `series` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `post_tags_posts` ON `post_tags` (`tag_id`,`post_id`);