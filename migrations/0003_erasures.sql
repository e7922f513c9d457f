CREATE TABLE `erasures` (
	`user_id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL
);
