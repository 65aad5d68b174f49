ALTER TABLE `posts` ADD `cover_x` integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE `posts` ADD `cover_y` integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE `sheets` ADD `cover_x` integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE `sheets` ADD `cover_y` integer DEFAULT 50 NOT NULL;