CREATE TABLE `renewals` (
	`name` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`place` text NOT NULL,
	`reached` integer NOT NULL,
	`done` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `usages` (
	`kind` text NOT NULL,
	`record_id` integer NOT NULL,
	`field` text NOT NULL,
	`folder` text NOT NULL,
	PRIMARY KEY(`kind`, `record_id`, `field`, `folder`)
);
--> statement-breakpoint
CREATE INDEX `usages_folder` ON `usages` (`folder`,`kind`,`record_id`);