CREATE TABLE `counters` (
	`name` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`expire_time` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `counters_expire` ON `counters` (`expire_time`);