ALTER TABLE "posts" ADD COLUMN "language" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "translation_of" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sheets" ADD COLUMN "language" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sheets" ADD COLUMN "translation_of" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "posts_translation" ON "posts" USING btree ("translation_of");