ALTER TABLE `tags` ADD `series` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `post_tags_posts` ON `post_tags` (`tag_id`,`post_id`);