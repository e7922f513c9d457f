CREATE TABLE `reset_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`email_hash` text NOT NULL,
	`user_id` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_by` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `reset_links_email` ON `reset_links` (`email_hash`);--> statement-breakpoint
CREATE INDEX `reset_links_user` ON `reset_links` (`user_id`);--> statement-breakpoint
CREATE INDEX `reset_links_expiry` ON `reset_links` (`expires_at`);