CREATE TABLE `removed_parts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`removal_id` integer NOT NULL,
	`part` text NOT NULL,
	FOREIGN KEY (`removal_id`) REFERENCES `removed_records`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `removed_parts_removal` ON `removed_parts` (`removal_id`,`id`);--> statement-breakpoint
INSERT INTO `removed_parts` (`removal_id`, `part`)
	SELECT `r`.`id`, `j`.`value` FROM `removed_records` `r`,
		json_each(CASE WHEN json_valid(`r`.`record`) THEN `r`.`record` ELSE '{}' END, '$.beside') `j`
	ORDER BY `r`.`id`, `j`.`key`;--> statement-breakpoint
UPDATE `removed_records` SET `record` = json_remove(`record`, '$.beside') WHERE json_valid(`record`);
