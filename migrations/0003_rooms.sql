ALTER TABLE `devices` ADD `room` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `devices` ADD `pinned` integer DEFAULT false NOT NULL;
