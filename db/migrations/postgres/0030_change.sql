ALTER TABLE "jobs" ADD COLUMN "receiver" text;--> statement-breakpoint
CREATE INDEX "recent_views_day" ON "recent_views" USING btree ("day");