DROP INDEX `posts_listed`;--> statement-breakpoint
CREATE INDEX `posts_listed` ON `posts` (`status`,`create_time`,`author_id`,`title`,`top_priority`,`update_time`,`edit_time`,`visits`,`likes`,`word_count`);--> statement-breakpoint
CREATE INDEX `photos_order` ON `photos` (`team`,"priority" desc,(case when "take_time" is null then "create_time" else "take_time" end) desc,"id" desc);--> statement-breakpoint
CREATE INDEX `users_state` ON `users` (`role`,`suspended`);