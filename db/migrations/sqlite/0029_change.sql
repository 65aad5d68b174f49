CREATE INDEX `attachments_team` ON `attachments` (`team`);--> statement-breakpoint
CREATE INDEX `events_actor` ON `events` (`actor_name`,`operation`);--> statement-breakpoint
CREATE INDEX `journals_likes` ON `journals` (`likes`,`id`);