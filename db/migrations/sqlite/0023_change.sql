DROP INDEX `comments_email`;--> statement-breakpoint
CREATE INDEX `comments_network_status` ON `comments` (`network`,`status`);--> statement-breakpoint
CREATE INDEX `comments_email` ON `comments` (lower("email"),`network`);