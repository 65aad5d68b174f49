CREATE TABLE `missed_addresses` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`path` text NOT NULL,
	`hits` integer NOT NULL,
	`first_time` integer NOT NULL,
	`last_time` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `missed_addresses_path` ON `missed_addresses` (`path`);--> statement-breakpoint
CREATE INDEX `missed_addresses_hits` ON `missed_addresses` (`hits`,`last_time`,`id`);--> statement-breakpoint
CREATE INDEX `missed_addresses_time` ON `missed_addresses` (`last_time`,`id`);--> statement-breakpoint
CREATE TABLE `own_redirects` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`source` text NOT NULL,
	`below` integer DEFAULT false NOT NULL,
	`target` text DEFAULT '' NOT NULL,
	`status` integer NOT NULL,
	`hits` integer DEFAULT 0 NOT NULL,
	`last_hit_time` integer,
	`create_time` integer NOT NULL,
	`update_time` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `own_redirects_source` ON `own_redirects` (`source`,`below`);--> statement-breakpoint
CREATE INDEX `own_redirects_hits` ON `own_redirects` (`hits`,`id`);--> statement-breakpoint
CREATE INDEX `own_redirects_time` ON `own_redirects` (`create_time`,`id`);