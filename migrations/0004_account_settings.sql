ALTER TABLE `users` ADD `time_zone` text;--> statement-breakpoint
ALTER TABLE `users` ADD `clock` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `browser` text;
