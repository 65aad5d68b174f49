CREATE TABLE "backup_slots" (
	"slot" timestamp (3) with time zone PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "kept_files" (
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"folder" text NOT NULL,
	"server" text NOT NULL,
	"facts" jsonb NOT NULL,
	"seen_time" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "kept_files_kind_name_folder_pk" PRIMARY KEY("kind","name","folder")
);
--> statement-breakpoint
CREATE INDEX "kept_files_seen" ON "kept_files" USING btree ("seen_time");