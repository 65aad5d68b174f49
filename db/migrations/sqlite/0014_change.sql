CREATE TABLE `import_memory` (
	`origin` text NOT NULL,
	`kind` text NOT NULL,
	`source` text NOT NULL,
	`hash` text NOT NULL,
	`given` text NOT NULL,
	`record_kind` text NOT NULL,
	`record_id` integer NOT NULL,
	`mark` text DEFAULT '' NOT NULL,
	`made_by` integer,
	`written_by` integer NOT NULL,
	PRIMARY KEY(`origin`, `kind`, `source`)
);
--> statement-breakpoint
CREATE INDEX `import_memory_record` ON `import_memory` (`record_kind`,`record_id`);--> statement-breakpoint
CREATE TABLE `import_records` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`import_id` integer NOT NULL,
	`kind` text NOT NULL,
	`source` text NOT NULL,
	`outcome` text NOT NULL,
	`reason` text,
	`title` text DEFAULT '' NOT NULL,
	`record_id` integer,
	`is_made` integer DEFAULT false NOT NULL,
	`warnings` text NOT NULL,
	`warning_count` integer DEFAULT 0 NOT NULL,
	`attention` integer DEFAULT 3 NOT NULL,
	`is_whole` integer DEFAULT true NOT NULL,
	`has_links` integer DEFAULT false NOT NULL,
	`replaced` text,
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `import_records_source` ON `import_records` (`import_id`,`kind`,`source`);--> statement-breakpoint
CREATE INDEX `import_records_order` ON `import_records` (`import_id`,`attention`,`id`);--> statement-breakpoint
CREATE INDEX `import_records_outcome` ON `import_records` (`import_id`,`kind`,`outcome`);--> statement-breakpoint
CREATE INDEX `import_records_links` ON `import_records` (`import_id`,`has_links`,`id`);--> statement-breakpoint
CREATE TABLE `imports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`origin` text DEFAULT '' NOT NULL,
	`state` text NOT NULL,
	`dry_run` integer DEFAULT false NOT NULL,
	`resumed` integer DEFAULT false NOT NULL,
	`author_id` integer,
	`author` text DEFAULT '' NOT NULL,
	`choices` text NOT NULL,
	`source_name` text NOT NULL,
	`source_size` integer DEFAULT 0 NOT NULL,
	`source_sha256` text DEFAULT '' NOT NULL,
	`site` text,
	`source_version` text,
	`progress_done` integer DEFAULT 0 NOT NULL,
	`progress_total` integer DEFAULT 0 NOT NULL,
	`counts` text,
	`left` text NOT NULL,
	`suggestions` text NOT NULL,
	`empty_kinds` text NOT NULL,
	`made` text NOT NULL,
	`kept` text NOT NULL,
	`error` text,
	`cancel_wanted` integer DEFAULT false NOT NULL,
	`job_id` integer,
	`lease_owner` text,
	`lease_until` integer,
	`machine` text,
	`process_id` integer,
	`process_start` text,
	`create_time` integer NOT NULL,
	`start_time` integer,
	`end_time` integer
);
--> statement-breakpoint
CREATE INDEX `imports_state` ON `imports` (`state`);--> statement-breakpoint
CREATE INDEX `imports_origin` ON `imports` (`origin`,`id`);--> statement-breakpoint
CREATE TABLE `old_addresses` (
	`path` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`record_id` integer NOT NULL,
	`origin` text NOT NULL,
	`import_id` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `old_addresses_record` ON `old_addresses` (`kind`,`record_id`);--> statement-breakpoint
CREATE INDEX `old_addresses_import` ON `old_addresses` (`import_id`);