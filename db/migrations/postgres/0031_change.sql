ALTER TABLE "webhooks" ADD COLUMN "failing_since" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "jobs_receiver" ON "jobs" USING btree ("receiver","state","id");