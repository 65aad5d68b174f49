DROP INDEX `links_team`;--> statement-breakpoint
ALTER TABLE `links` ADD `health` text DEFAULT 'UNKNOWN' NOT NULL;--> statement-breakpoint
ALTER TABLE `links` ADD `check_status` integer;--> statement-breakpoint
ALTER TABLE `links` ADD `check_time` integer;--> statement-breakpoint
CREATE INDEX `links_order` ON `links` (`team`,"priority" desc,`name`,`id`);--> statement-breakpoint
CREATE INDEX `links_health` ON `links` (`health`);--> statement-breakpoint
CREATE INDEX `links_check` ON `links` (`check_time`);