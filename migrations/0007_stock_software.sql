ALTER TABLE `credentials` ADD `earlier_sealed` text;--> statement-breakpoint
ALTER TABLE `credentials` ADD `earlier_since` integer;--> statement-breakpoint
ALTER TABLE `credentials` ADD `earlier_until` integer;--> statement-breakpoint
ALTER TABLE `credentials` ADD `server_made` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `credentials` ADD `view` text DEFAULT 'account' NOT NULL;--> statement-breakpoint
ALTER TABLE `credentials` ADD `grants` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `credentials` ADD `device_id` text REFERENCES devices(id) ON DELETE set null;--> statement-breakpoint
CREATE UNIQUE INDEX `credentials_server_made` ON `credentials` (`username`) WHERE "credentials"."server_made" = 1;--> statement-breakpoint
CREATE INDEX `credentials_device` ON `credentials` (`device_id`);--> statement-breakpoint
CREATE INDEX `credentials_earlier` ON `credentials` (`earlier_until`);--> statement-breakpoint
ALTER TABLE `users` ADD `mqtt_profile` text DEFAULT 'full' NOT NULL;