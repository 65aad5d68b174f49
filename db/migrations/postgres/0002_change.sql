CREATE TABLE "renewals" (
	"name" text PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"place" text NOT NULL,
	"reached" integer NOT NULL,
	"done" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usages" (
	"kind" text NOT NULL,
	"record_id" integer NOT NULL,
	"field" text NOT NULL,
	"folder" text NOT NULL,
	CONSTRAINT "usages_kind_record_id_field_folder_pk" PRIMARY KEY("kind","record_id","field","folder")
);
--> statement-breakpoint
CREATE INDEX "usages_folder" ON "usages" USING btree ("folder","kind","record_id");