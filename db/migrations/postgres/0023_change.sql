DROP INDEX "comments_email";--> statement-breakpoint
CREATE INDEX "comments_network_status" ON "comments" USING btree ("network","status");--> statement-breakpoint
CREATE INDEX "comments_email" ON "comments" USING btree (lower("email"),"network");