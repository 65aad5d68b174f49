CREATE TABLE "record_references" (
	"kind" text NOT NULL,
	"record_id" integer NOT NULL,
	"field" text NOT NULL,
	"place" text NOT NULL,
	"name" text NOT NULL,
	"attachment_id" integer,
	"post_id" integer,
	"sheet_id" integer,
	CONSTRAINT "record_references_kind_record_id_field_place_name_pk" PRIMARY KEY("kind","record_id","field","place","name")
);
--> statement-breakpoint
ALTER TABLE "record_references" ADD CONSTRAINT "record_references_attachment_id_attachments_id_fk" FOREIGN KEY ("attachment_id") REFERENCES "public"."attachments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_references" ADD CONSTRAINT "record_references_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_references" ADD CONSTRAINT "record_references_sheet_id_sheets_id_fk" FOREIGN KEY ("sheet_id") REFERENCES "public"."sheets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "record_references_name" ON "record_references" USING btree ("place","name","kind","record_id");--> statement-breakpoint
CREATE INDEX "record_references_attachment" ON "record_references" USING btree ("attachment_id","place");--> statement-breakpoint
CREATE INDEX "record_references_post" ON "record_references" USING btree ("post_id","place");--> statement-breakpoint
CREATE INDEX "record_references_sheet" ON "record_references" USING btree ("sheet_id","place");