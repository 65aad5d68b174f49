DROP INDEX "posts_author";--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "interruptions" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "series" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "post_tags_posts" ON "post_tags" USING btree ("tag_id","post_id");--> statement-breakpoint
CREATE INDEX "posts_author" ON "posts" USING btree ("author_id","status","top_priority","create_time","id");