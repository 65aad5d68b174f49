CREATE TABLE "counters" (
	"name" text PRIMARY KEY NOT NULL,
	"state" jsonb NOT NULL,
	"expire_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "counters_expire" ON "counters" USING btree ("expire_time");