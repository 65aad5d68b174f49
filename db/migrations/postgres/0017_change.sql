DROP INDEX "posts_author";--> statement-breakpoint
CREATE INDEX "posts_author" ON "posts" USING btree ("author_id","status","top_priority","create_time","id");