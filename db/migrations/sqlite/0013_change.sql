ALTER TABLE `posts` ADD `working_editor_type` text;--> statement-breakpoint
ALTER TABLE `sheets` ADD `working_editor_type` text;