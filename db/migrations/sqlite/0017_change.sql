DROP INDEX `posts_author`;--> statement-breakpoint
CREATE INDEX `posts_author` ON `posts` (`author_id`,`status`,`top_priority`,`create_time`,`id`);--> statement-breakpoint
ALTER TABLE `imports` ADD `interruptions` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tags` ADD `series` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `post_tags_posts` ON `post_tags` (`tag_id`,`post_id`);