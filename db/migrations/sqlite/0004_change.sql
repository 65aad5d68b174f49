ALTER TABLE `posts` ADD `plain_text` text;--> statement-breakpoint
ALTER TABLE `sheets` ADD `plain_text` text;