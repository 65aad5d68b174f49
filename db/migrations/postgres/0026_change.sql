ALTER TABLE "posts" ADD COLUMN "cover_x" integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "cover_y" integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "sheets" ADD COLUMN "cover_x" integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "sheets" ADD COLUMN "cover_y" integer DEFAULT 50 NOT NULL;