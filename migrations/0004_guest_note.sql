ALTER TABLE `tokens` ADD `note` text;
