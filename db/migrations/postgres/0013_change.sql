ALTER TABLE "posts" ADD COLUMN "working_editor_type" text;--> statement-breakpoint
ALTER TABLE "sheets" ADD COLUMN "working_editor_type" text;