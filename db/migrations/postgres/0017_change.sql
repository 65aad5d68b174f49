ALTER TABLE "tags" ADD COLUMN "series" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "post_tags_posts" ON "post_tags" USING btree ("tag_id","post_id");