CREATE TABLE `job_runs` (
	`name` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`failed` text DEFAULT '[]' NOT NULL
);
