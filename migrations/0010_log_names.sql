ALTER TABLE `users` ADD `log_name_key` text;--> statement-breakpoint
ALTER TABLE `users` ADD `earlier_log_name` text;