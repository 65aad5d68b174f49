CREATE TABLE `record_references` (
	`kind` text NOT NULL,
	`record_id` integer NOT NULL,
	`field` text NOT NULL,
	`place` text NOT NULL,
	`name` text NOT NULL,
	`attachment_id` integer,
	`post_id` integer,
	`sheet_id` integer,
	PRIMARY KEY(`kind`, `record_id`, `field`, `place`, `name`),
	FOREIGN KEY (`attachment_id`) REFERENCES `attachments`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`sheet_id`) REFERENCES `sheets`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `record_references_name` ON `record_references` (`place`,`name`,`kind`,`record_id`);--> statement-breakpoint
CREATE INDEX `record_references_attachment` ON `record_references` (`attachment_id`,`place`);--> statement-breakpoint
CREATE INDEX `record_references_post` ON `record_references` (`post_id`,`place`);--> statement-breakpoint
CREATE INDEX `record_references_sheet` ON `record_references` (`sheet_id`,`place`);