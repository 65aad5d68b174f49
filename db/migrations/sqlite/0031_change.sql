ALTER TABLE `webhooks` ADD `failing_since` integer;--> statement-breakpoint
CREATE INDEX `jobs_receiver` ON `jobs` (`receiver`,`state`,`id`);