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
CREATE TABLE `registration_codes` (
	`email` text PRIMARY KEY NOT NULL,
	`mark` text NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`create_time` integer NOT NULL,
	`expire_time` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `tokens` ADD `name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `tokens` ADD `scopes` text;--> statement-breakpoint
ALTER TABLE `tokens` ADD `last_use_time` integer;