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
ALTER TABLE `tokens` ADD `name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `tokens` ADD `scopes` text;--> statement-breakpoint
ALTER TABLE `tokens` ADD `last_use_time` integer;