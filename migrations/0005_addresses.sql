CREATE TABLE `email_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`purpose` text NOT NULL,
	`email` text NOT NULL,
	`session_hash` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `email_links_user` ON `email_links` (`user_id`,`purpose`);--> statement-breakpoint
CREATE INDEX `email_links_email` ON `email_links` (`email`,`purpose`);--> statement-breakpoint
CREATE INDEX `email_links_expiry` ON `email_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `known_browsers` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `known_browsers_user` ON `known_browsers` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `known_browsers_expiry` ON `known_browsers` (`expires_at`);--> statement-breakpoint
ALTER TABLE `users` ADD `email_state` text DEFAULT 'older' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `log_name` text;--> statement-breakpoint
CREATE INDEX `users_log_name` ON `users` (`log_name`);