CREATE TABLE `schedules` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`device_id` text NOT NULL,
	`name` text NOT NULL,
	`state` integer DEFAULT false NOT NULL,
	`timing` text NOT NULL,
	`time_zone` text NOT NULL,
	`place` text,
	`missed` text NOT NULL,
	`grace` integer NOT NULL,
	`enabled` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`since` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `schedules_user` ON `schedules` (`user_id`);--> statement-breakpoint
CREATE INDEX `schedules_device` ON `schedules` (`device_id`,`created_at`);