ALTER TABLE `devices` ADD `controls` text;--> statement-breakpoint
ALTER TABLE `schedules` ADD `set_values` text;
