CREATE TABLE `categories` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`slug` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`parent_id` integer,
	`password` text DEFAULT '' NOT NULL,
	`priority` integer DEFAULT 0 NOT NULL,
	`thumbnail` text DEFAULT '' NOT NULL,
	`create_time` integer NOT NULL,
	`update_time` integer NOT NULL,
	FOREIGN KEY (`parent_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `categories_slug` ON `categories` (`slug`);--> statement-breakpoint
CREATE INDEX `categories_parent` ON `categories` (`parent_id`);--> statement-breakpoint
CREATE TABLE `events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operation` text NOT NULL,
	`actor_id` integer,
	`actor_name` text NOT NULL,
	`subject` text,
	`summary` text DEFAULT '' NOT NULL,
	`tags` text NOT NULL,
	`create_time` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `events_time` ON `events` (`create_time`);--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`key` text PRIMARY KEY NOT NULL,
	`body_hash` text NOT NULL,
	`answer` text,
	`create_time` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `idempotency_time` ON `idempotency_keys` (`create_time`);--> statement-breakpoint
CREATE TABLE `options` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`type` text NOT NULL,
	`value` text DEFAULT '' NOT NULL,
	`create_time` integer NOT NULL,
	`update_time` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `options_key` ON `options` (`key`);--> statement-breakpoint
CREATE TABLE `imported_files` (
	`source` text PRIMARY KEY NOT NULL,
	`post_id` integer NOT NULL,
	`hash` text NOT NULL,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `post_categories` (
	`post_id` integer NOT NULL,
	`category_id` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`post_id`, `category_id`),
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `post_categories_category` ON `post_categories` (`category_id`);--> statement-breakpoint
CREATE TABLE `post_metas` (
	`post_id` integer NOT NULL,
	`key` text NOT NULL,
	`value` text NOT NULL,
	PRIMARY KEY(`post_id`, `key`),
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `post_redirects` (
	`slug` text PRIMARY KEY NOT NULL,
	`post_id` integer NOT NULL,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `post_redirects_post` ON `post_redirects` (`post_id`);--> statement-breakpoint
CREATE TABLE `post_revisions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`post_id` integer NOT NULL,
	`version` integer NOT NULL,
	`title` text NOT NULL,
	`editor_type` text NOT NULL,
	`keep_raw` integer NOT NULL,
	`author_id` integer,
	`create_time` integer NOT NULL,
	`original_content` text NOT NULL,
	`content` text NOT NULL,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `post_revisions_post` ON `post_revisions` (`post_id`,`id`);--> statement-breakpoint
CREATE TABLE `post_tags` (
	`post_id` integer NOT NULL,
	`tag_id` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`post_id`, `tag_id`),
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`tag_id`) REFERENCES `tags`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `post_tags_tag` ON `post_tags` (`tag_id`);--> statement-breakpoint
CREATE TABLE `posts` (
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
CREATE UNIQUE INDEX `posts_slug` ON `posts` (`slug`);--> statement-breakpoint
CREATE INDEX `posts_front` ON `posts` (`status`,`top_priority`,`create_time`,`id`);--> statement-breakpoint
CREATE INDEX `posts_order` ON `posts` (`top_priority`,`create_time`,`id`);--> statement-breakpoint
CREATE INDEX `posts_status_time` ON `posts` (`status`,`create_time`,`id`);--> statement-breakpoint
CREATE INDEX `posts_time` ON `posts` (`create_time`,`id`);--> statement-breakpoint
CREATE INDEX `posts_author` ON `posts` (`author_id`,`create_time`);--> statement-breakpoint
CREATE TABLE `tags` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`slug` text NOT NULL,
	`thumbnail` text DEFAULT '' NOT NULL,
	`color` text NOT NULL,
	`create_time` integer NOT NULL,
	`update_time` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tags_name` ON `tags` (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX `tags_slug` ON `tags` (`slug`);--> statement-breakpoint
CREATE TABLE `codes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`purpose` text NOT NULL,
	`hash` text NOT NULL,
	`create_time` integer NOT NULL,
	`expire_time` integer NOT NULL,
	`used_time` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `codes_hash` ON `codes` (`hash`);--> statement-breakpoint
CREATE INDEX `codes_user` ON `codes` (`user_id`);--> statement-breakpoint
CREATE TABLE `invitations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`hash` text NOT NULL,
	`role` text NOT NULL,
	`email` text,
	`created_by` integer,
	`create_time` integer NOT NULL,
	`expire_time` integer NOT NULL,
	`used_time` integer,
	`used_by` integer,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`used_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_hash` ON `invitations` (`hash`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`mark` text NOT NULL,
	`create_time` integer NOT NULL,
	`used_time` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `recovery_codes_mark` ON `recovery_codes` (`user_id`,`mark`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`hash` text NOT NULL,
	`user_agent` text DEFAULT '' NOT NULL,
	`ip` text,
	`create_time` integer NOT NULL,
	`last_use_time` integer NOT NULL,
	`expire_time` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_hash` ON `sessions` (`hash`);--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `tokens` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`hash` text NOT NULL,
	`family` text NOT NULL,
	`create_time` integer NOT NULL,
	`expire_time` integer NOT NULL,
	`used_time` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tokens_hash` ON `tokens` (`hash`);--> statement-breakpoint
CREATE INDEX `tokens_family` ON `tokens` (`family`);--> statement-breakpoint
CREATE INDEX `tokens_user` ON `tokens` (`user_id`);--> statement-breakpoint
CREATE INDEX `tokens_expiry` ON `tokens` (`expire_time`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`username` text NOT NULL,
	`nickname` text NOT NULL,
	`email` text NOT NULL,
	`password_hash` text,
	`role` text NOT NULL,
	`title` text DEFAULT '' NOT NULL,
	`avatar` text DEFAULT '' NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`locale` text DEFAULT '' NOT NULL,
	`url` text DEFAULT '' NOT NULL,
	`mfa_type` text DEFAULT 'NONE' NOT NULL,
	`mfa_key` text,
	`last_totp_step` integer,
	`suspended` integer DEFAULT false NOT NULL,
	`create_time` integer NOT NULL,
	`update_time` integer NOT NULL,
	`last_login_time` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_username` ON `users` (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (lower("email"));