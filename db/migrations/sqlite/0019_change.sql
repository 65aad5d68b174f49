CREATE TABLE `reply_addresses` (
	`email` text PRIMARY KEY NOT NULL,
	`confirmed` integer DEFAULT false NOT NULL,
	`asked_time` integer NOT NULL
);
