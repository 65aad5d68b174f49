CREATE TABLE "daily_referrers" (
	"day" integer NOT NULL,
	"host" text NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "daily_referrers_day_host_pk" PRIMARY KEY("day","host")
);
--> statement-breakpoint
CREATE TABLE "daily_views" (
	"kind" text NOT NULL,
	"record_id" integer NOT NULL,
	"day" integer NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "daily_views_kind_record_id_day_pk" PRIMARY KEY("kind","record_id","day")
);
--> statement-breakpoint
CREATE TABLE "recent_views" (
	"kind" text NOT NULL,
	"record_id" integer NOT NULL,
	"day" integer NOT NULL,
	"month" integer NOT NULL,
	"year" integer NOT NULL,
	CONSTRAINT "recent_views_kind_record_id_pk" PRIMARY KEY("kind","record_id")
);
--> statement-breakpoint
CREATE INDEX "daily_views_day" ON "daily_views" USING btree ("kind","day");--> statement-breakpoint
CREATE INDEX "recent_views_month" ON "recent_views" USING btree ("kind","month","record_id");--> statement-breakpoint
CREATE INDEX "recent_views_year" ON "recent_views" USING btree ("kind","year","record_id");