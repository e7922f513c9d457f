ALTER TABLE `tokens` ADD `kind` text DEFAULT 'program' NOT NULL;--> statement-breakpoint
ALTER TABLE `tokens` ADD `starts_at` integer;
