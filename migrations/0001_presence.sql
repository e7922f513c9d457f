ALTER TABLE `devices` ADD `seen_at` integer;--> statement-breakpoint
ALTER TABLE `devices` ADD `command_ttl` integer DEFAULT 86400 NOT NULL;--> statement-breakpoint
ALTER TABLE `devices` ADD `auto_off` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `devices` ADD `off_on_disconnect` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `events` ADD `actor` text;