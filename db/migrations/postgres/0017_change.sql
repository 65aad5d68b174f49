CREATE TABLE "reply_addresses" (
	"email" text PRIMARY KEY NOT NULL,
	"confirmed" boolean DEFAULT false NOT NULL,
	"asked_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "posts_author";--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "interruptions" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "language" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "translation_of" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sheets" ADD COLUMN "language" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sheets" ADD COLUMN "translation_of" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "series" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "post_tags_posts" ON "post_tags" USING btree ("tag_id","post_id");--> statement-breakpoint
CREATE INDEX "posts_translation" ON "posts" USING btree ("translation_of");--> statement-breakpoint
CREATE INDEX "posts_author" ON "posts" USING btree ("author_id","status","top_priority","create_time","id");