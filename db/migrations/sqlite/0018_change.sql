ALTER TABLE `posts` ADD `language` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `posts` ADD `translation_of` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `posts_translation` ON `posts` (`translation_of`);--> statement-breakpoint
ALTER TABLE `sheets` ADD `language` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sheets` ADD `translation_of` text DEFAULT '' NOT NULL;