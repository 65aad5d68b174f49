CREATE TABLE `attachments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`team` text DEFAULT '' NOT NULL,
	`folder` text NOT NULL,
	`file_name` text NOT NULL,
	`version` text NOT NULL,
	`media_type` text NOT NULL,
	`suffix` text NOT NULL,
	`size` integer NOT NULL,
	`digest` text NOT NULL,
	`width` integer,
	`height` integer,
	`placeholder` text DEFAULT '' NOT NULL,
	`variants` text NOT NULL,
	`take_time` integer,
	`location` text DEFAULT '' NOT NULL,
	`uploader_id` integer,
	`create_time` integer NOT NULL,
	`update_time` integer NOT NULL,
	FOREIGN KEY (`uploader_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `attachments_folder` ON `attachments` (`folder`);--> statement-breakpoint
CREATE INDEX `attachments_digest` ON `attachments` (`digest`);--> statement-breakpoint
CREATE INDEX `attachments_time` ON `attachments` (`create_time`,`id`);--> statement-breakpoint
CREATE INDEX `attachments_uploader` ON `attachments` (`uploader_id`,`create_time`);--> statement-breakpoint
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
	`announced` integer DEFAULT false NOT NULL,
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
CREATE INDEX `comments_email` ON `comments` (lower("email"));--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`payload` text NOT NULL,
	`state` text NOT NULL,
	`dedupe_key` text,
	`run_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`worker` text,
	`lease_until` integer,
	`cancel_wanted` integer DEFAULT false NOT NULL,
	`progress_done` integer DEFAULT 0 NOT NULL,
	`progress_total` integer,
	`log` text NOT NULL,
	`create_time` integer NOT NULL,
	`start_time` integer,
	`end_time` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_dedupe` ON `jobs` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`state`,`run_at`);--> statement-breakpoint
CREATE INDEX `jobs_lease` ON `jobs` (`state`,`lease_until`);--> statement-breakpoint
CREATE INDEX `jobs_end` ON `jobs` (`end_time`);--> statement-breakpoint
CREATE TABLE `journals` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`type` text NOT NULL,
	`author_id` integer,
	`keep_raw` integer DEFAULT false NOT NULL,
	`likes` integer DEFAULT 0 NOT NULL,
	`comment_count` integer DEFAULT 0 NOT NULL,
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
CREATE TABLE `photos` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`thumbnail` text NOT NULL,
	`url` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`location` text DEFAULT '' NOT NULL,
	`take_time` integer,
	`team` text DEFAULT '' NOT NULL,
	`likes` integer DEFAULT 0 NOT NULL,
	`create_time` integer NOT NULL,
	`update_time` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `photos_time` ON `photos` (`create_time`,`id`);--> statement-breakpoint
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
	`comment_count` integer DEFAULT 0 NOT NULL,
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
CREATE TABLE `registration_codes` (
	`email` text PRIMARY KEY NOT NULL,
	`mark` text NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`create_time` integer NOT NULL,
	`expire_time` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `announced` (
	`subject` text PRIMARY KEY NOT NULL,
	`is_public` integer NOT NULL,
	`marker` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`webhook_id` integer NOT NULL,
	`delivery_id` text NOT NULL,
	`event` text NOT NULL,
	`attempt` integer NOT NULL,
	`status` integer,
	`error` text DEFAULT '' NOT NULL,
	`duration` integer NOT NULL,
	`create_time` integer NOT NULL,
	FOREIGN KEY (`webhook_id`) REFERENCES `webhooks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_webhook` ON `webhook_deliveries` (`webhook_id`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_time` ON `webhook_deliveries` (`create_time`);--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`url` text NOT NULL,
	`secret` text NOT NULL,
	`events` text NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`last_event_id` integer NOT NULL,
	`create_time` integer NOT NULL,
	`update_time` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `posts` ADD `comment_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `posts_listed` ON `posts` (`status`,`create_time`,`author_id`,`title`,`update_time`,`edit_time`,`visits`,`likes`,`word_count`);--> statement-breakpoint
ALTER TABLE `tokens` ADD `name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `tokens` ADD `scopes` text;--> statement-breakpoint
ALTER TABLE `tokens` ADD `last_use_time` integer;