CREATE TABLE `daily_referrers` (
	`day` integer NOT NULL,
	`host` text NOT NULL,
	`views` integer NOT NULL,
	PRIMARY KEY(`day`, `host`)
);
--> statement-breakpoint
CREATE TABLE `daily_views` (
	`kind` text NOT NULL,
	`record_id` integer NOT NULL,
	`day` integer NOT NULL,
	`views` integer NOT NULL,
	PRIMARY KEY(`kind`, `record_id`, `day`)
);
--> statement-breakpoint
CREATE INDEX `daily_views_day` ON `daily_views` (`kind`,`day`);--> statement-breakpoint
CREATE TABLE `recent_views` (
	`kind` text NOT NULL,
	`record_id` integer NOT NULL,
	`day` integer NOT NULL,
	`month` integer NOT NULL,
	`year` integer NOT NULL,
	PRIMARY KEY(`kind`, `record_id`)
);
--> statement-breakpoint
CREATE INDEX `recent_views_month` ON `recent_views` (`kind`,`month`,`record_id`);--> statement-breakpoint
CREATE INDEX `recent_views_year` ON `recent_views` (`kind`,`year`,`record_id`);