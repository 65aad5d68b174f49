ALTER TABLE "posts" ADD COLUMN "plain_text" text;--> statement-breakpoint
ALTER TABLE "sheets" ADD COLUMN "plain_text" text;