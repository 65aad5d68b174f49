CREATE TABLE `journals` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`type` text NOT NULL,
	`author_id` integer,
	`keep_raw` integer DEFAULT false NOT NULL,
	`likes` integer DEFAULT 0 NOT NULL,
	`create_time` integer NOT NULL,
	`update_time` integer NOT NULL,
	`source_content` text NOT NULL,
	`content` text NOT NULL,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `journals_time` ON `journals` (`type`,`create_time`,`id`);--> statement-breakpoint
CREATE INDEX `journals_author` ON `journals` (`author_id`,`create_time`);--> statement-breakpoint
CREATE TABLE `links` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`url` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`logo` text DEFAULT '' NOT NULL,
	`priority` integer DEFAULT 0 NOT NULL,
	`team` text DEFAULT '' NOT NULL,
	`create_time` integer NOT NULL,
	`update_time` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `links_team` ON `links` (`team`,`priority`);--> statement-breakpoint
CREATE TABLE `menus` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`url` text NOT NULL,
	`parent_id` integer,
	`priority` integer DEFAULT 0 NOT NULL,
	`target` text DEFAULT '_self' NOT NULL,
	`icon` text DEFAULT '' NOT NULL,
	`create_time` integer NOT NULL,
	`update_time` integer NOT NULL,
	FOREIGN KEY (`parent_id`) REFERENCES `menus`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `menus_parent` ON `menus` (`parent_id`);--> statement-breakpoint
CREATE TABLE `sheet_metas` (
	`sheet_id` integer NOT NULL,
	`key` text NOT NULL,
	`value` text NOT NULL,
	PRIMARY KEY(`sheet_id`, `key`),
	FOREIGN KEY (`sheet_id`) REFERENCES `sheets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `sheet_redirects` (
	`slug` text PRIMARY KEY NOT NULL,
	`sheet_id` integer NOT NULL,
	FOREIGN KEY (`sheet_id`) REFERENCES `sheets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sheet_redirects_sheet` ON `sheet_redirects` (`sheet_id`);--> statement-breakpoint
CREATE TABLE `sheet_revisions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`sheet_id` integer NOT NULL,
	`version` integer NOT NULL,
	`title` text NOT NULL,
	`editor_type` text NOT NULL,
	`keep_raw` integer NOT NULL,
	`author_id` integer,
	`create_time` integer NOT NULL,
	`original_content` text NOT NULL,
	`content` text NOT NULL,
	FOREIGN KEY (`sheet_id`) REFERENCES `sheets`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `sheet_revisions_sheet` ON `sheet_revisions` (`sheet_id`,`id`);--> statement-breakpoint
CREATE TABLE `sheets` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`title` text NOT NULL,
	`slug` text NOT NULL,
	`status` text NOT NULL,
	`create_time` integer NOT NULL,
	`top_priority` integer DEFAULT 0 NOT NULL,
	`author_id` integer,
	`editor_type` text DEFAULT 'MARKDOWN' NOT NULL,
	`password` text DEFAULT '' NOT NULL,
	`template` text DEFAULT '' NOT NULL,
	`thumbnail` text DEFAULT '' NOT NULL,
	`disallow_comment` integer DEFAULT false NOT NULL,
	`keep_raw` integer DEFAULT false NOT NULL,
	`update_time` integer NOT NULL,
	`edit_time` integer NOT NULL,
	`published_time` integer,
	`recycled_time` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`visits` integer DEFAULT 0 NOT NULL,
	`likes` integer DEFAULT 0 NOT NULL,
	`word_count` integer DEFAULT 0 NOT NULL,
	`meta_description` text DEFAULT '' NOT NULL,
	`meta_keywords` text DEFAULT '' NOT NULL,
	`summary` text DEFAULT '' NOT NULL,
	`excerpt` text DEFAULT '' NOT NULL,
	`toc` text NOT NULL,
	`original_content` text DEFAULT '' NOT NULL,
	`content` text DEFAULT '' NOT NULL,
	`working_original_content` text,
	`working_content` text,
	`working_keep_raw` integer,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sheets_slug` ON `sheets` (`slug`);--> statement-breakpoint
CREATE INDEX `sheets_front` ON `sheets` (`status`,`top_priority`,`create_time`,`id`);--> statement-breakpoint
CREATE INDEX `sheets_author` ON `sheets` (`author_id`,`create_time`);--> statement-breakpoint
CREATE INDEX `posts_listed` ON `posts` (`status`,`create_time`,`author_id`,`title`,`update_time`,`edit_time`,`visits`,`likes`,`word_count`);