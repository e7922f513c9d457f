ALTER TABLE `users` ADD `cleared_at` integer;
