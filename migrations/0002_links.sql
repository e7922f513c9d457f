CREATE TABLE `device_links` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`device_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `device_links_token` ON `device_links` (`token_hash`);--> statement-breakpoint
CREATE INDEX `device_links_device` ON `device_links` (`device_id`);--> statement-breakpoint
CREATE INDEX `device_links_user` ON `device_links` (`user_id`);--> statement-breakpoint
CREATE INDEX `device_links_expiry` ON `device_links` (`expires_at`);