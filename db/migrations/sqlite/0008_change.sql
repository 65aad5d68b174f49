ALTER TABLE `attachments` ADD `alt_text` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `attachments` ADD `caption` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `photos` ADD `priority` integer DEFAULT 0 NOT NULL;