DROP INDEX `comments_email`;--> statement-breakpoint
CREATE INDEX `comments_email` ON `comments` (lower("email"));