ALTER TABLE `jobs` ADD `receiver` text;--> statement-breakpoint
CREATE INDEX `recent_views_day` ON `recent_views` (`day`);