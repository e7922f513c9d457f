ALTER TABLE `devices` ADD `on_connect` text DEFAULT 'nothing' NOT NULL;
