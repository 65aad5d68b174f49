DROP INDEX "posts_listed";--> statement-breakpoint
CREATE INDEX "photos_order" ON "photos" USING btree ("team","priority" desc,(case when "take_time" is null then "create_time" else "take_time" end) desc,"id" desc);--> statement-breakpoint
CREATE INDEX "users_state" ON "users" USING btree ("role","suspended");--> statement-breakpoint
CREATE INDEX "posts_listed" ON "posts" USING btree ("status","create_time","author_id","title","top_priority","update_time","edit_time","visits","likes","word_count");