CREATE TABLE `key_marks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`mark` text NOT NULL,
	`create_time` integer NOT NULL
);
