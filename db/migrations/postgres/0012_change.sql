DROP INDEX "links_team";--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "health" text DEFAULT 'UNKNOWN' NOT NULL;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "check_status" integer;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "check_time" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "links_order" ON "links" USING btree ("team","priority" desc,"name","id");--> statement-breakpoint
CREATE INDEX "links_health" ON "links" USING btree ("health");--> statement-breakpoint
CREATE INDEX "links_check" ON "links" USING btree ("check_time");