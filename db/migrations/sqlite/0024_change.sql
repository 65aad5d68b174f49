CREATE TABLE `backup_slots` (
	`slot` integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `kept_files` (
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`folder` text NOT NULL,
	`server` text NOT NULL,
	`facts` text NOT NULL,
	`seen_time` integer NOT NULL,
	PRIMARY KEY(`kind`, `name`, `folder`)
);
--> statement-breakpoint
CREATE INDEX `kept_files_seen` ON `kept_files` (`seen_time`);