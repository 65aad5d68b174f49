CREATE INDEX "attachments_team" ON "attachments" USING btree ("team");--> statement-breakpoint
CREATE INDEX "events_actor" ON "events" USING btree ("actor_name","operation");--> statement-breakpoint
CREATE INDEX "journals_likes" ON "journals" USING btree ("likes","id");