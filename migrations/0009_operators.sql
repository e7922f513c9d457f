CREATE TABLE `invitations` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `invitations_email` ON `invitations` (`email`);--> statement-breakpoint
CREATE INDEX `invitations_expiry` ON `invitations` (`expires_at`);--> statement-breakpoint
CREATE TABLE `operator_actions` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`key_name` text NOT NULL,
	`call` text NOT NULL,
	`account_id` text,
	`said` text,
	`status` integer
);
--> statement-breakpoint
CREATE INDEX `operator_actions_at` ON `operator_actions` (`at`,`id`);--> statement-breakpoint
CREATE INDEX `operator_actions_account` ON `operator_actions` (`account_id`,`at`);--> statement-breakpoint
ALTER TABLE `waitlist` ADD `invited_at` integer;--> statement-breakpoint
CREATE INDEX `waitlist_order` ON `waitlist` (`created_at`);--> statement-breakpoint
ALTER TABLE `users` ADD `suspended_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `suspended_reason` text;--> statement-breakpoint
ALTER TABLE `users` ADD `own_limits` text DEFAULT '{}' NOT NULL;