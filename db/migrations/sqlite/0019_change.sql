CREATE TABLE `removed_records` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`record_id` integer NOT NULL,
	`name` text NOT NULL,
	`owner_id` integer,
	`actor_name` text NOT NULL,
	`removed_time` integer NOT NULL,
	`record` text NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `removed_records_record` ON `removed_records` (`kind`,`record_id`);--> statement-breakpoint
CREATE INDEX `removed_records_time` ON `removed_records` (`removed_time`,`id`);