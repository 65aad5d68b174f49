CREATE TABLE "reply_addresses" (
	"email" text PRIMARY KEY NOT NULL,
	"confirmed" boolean DEFAULT false NOT NULL,
	"asked_time" timestamp (3) with time zone NOT NULL
);
