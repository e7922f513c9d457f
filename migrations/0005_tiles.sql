ALTER TABLE `devices` ADD `tiles` text;
