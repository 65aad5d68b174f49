DROP INDEX "posts_author";--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "interruptions" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "posts_author" ON "posts" USING btree ("author_id","status","top_priority","create_time","id");