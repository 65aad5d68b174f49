DROP INDEX "posts_order";--> statement-breakpoint
DROP INDEX "posts_author";--> statement-breakpoint
DROP INDEX "removed_records_record";--> statement-breakpoint
DROP INDEX "removed_records_time";--> statement-breakpoint
CREATE INDEX "posts_order" ON "posts" USING btree ("top_priority","create_time","id","status");--> statement-breakpoint
CREATE INDEX "posts_author" ON "posts" USING btree ("author_id","status","top_priority","create_time","id","title","update_time","edit_time","visits","likes","word_count");--> statement-breakpoint
CREATE UNIQUE INDEX "removed_records_record" ON "removed_records" USING btree ("record_id","kind");--> statement-breakpoint
CREATE INDEX "removed_records_time" ON "removed_records" USING btree ("removed_time","id","kind","owner_id","name");