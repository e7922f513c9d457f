ALTER TABLE `channels` ADD `series` text;--> statement-breakpoint
ALTER TABLE `devices` ADD `shown_values` text;