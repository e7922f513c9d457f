CREATE TABLE "d1_migrations"(
		id         INTEGER PRIMARY KEY AUTOINCREMENT,
		name       TEXT UNIQUE,
		applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
);
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`key_hash` text NOT NULL,
	`key_sealed` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE TABLE `channels` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`topic` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE TABLE `credential_channels` (
	`credential_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`credential_id`, `channel_id`),
	FOREIGN KEY (`credential_id`) REFERENCES `credentials`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`channel_id`) REFERENCES `channels`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE TABLE `credentials` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`username` text NOT NULL,
	`password_sealed` text NOT NULL,
	`secret_version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`last_used` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE TABLE `device_channels` (
	`device_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`device_id`, `channel_id`),
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`channel_id`) REFERENCES `channels`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE TABLE `devices` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`state` integer DEFAULT false NOT NULL,
	`state_at` integer DEFAULT 0 NOT NULL,
	`connected` integer DEFAULT false NOT NULL,
	`connected_at` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL, `seen_at` integer, `command_ttl` integer DEFAULT 86400 NOT NULL, `auto_off` integer DEFAULT 0 NOT NULL, `off_on_disconnect` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "devices_state" CHECK("devices"."state" in (0, 1) and "devices"."connected" in (0, 1))
);
CREATE TABLE `events` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`device_id` text NOT NULL,
	`device_name` text NOT NULL,
	`event_type` text NOT NULL,
	`at` integer NOT NULL, `actor` text, `count` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE TABLE `mail_outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`letter_sealed` text NOT NULL,
	`created_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer,
	`sent_at` integer
);
CREATE TABLE `password_resets` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_by` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`first_name` text DEFAULT '' NOT NULL,
	`last_name` text DEFAULT '' NOT NULL,
	`password_hash` text NOT NULL,
	`rights_version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
, `email_state` text DEFAULT 'older' NOT NULL, `log_name` text);
CREATE TABLE `waitlist` (
	`email` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL
);
CREATE TABLE `device_links` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`device_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE TABLE `erasures` (
	`user_id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL
);
CREATE TABLE `email_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`purpose` text NOT NULL,
	`email` text NOT NULL,
	`session_hash` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE TABLE `known_browsers` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE TABLE `reset_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`email_hash` text NOT NULL,
	`user_id` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_by` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
INSERT INTO "d1_migrations" ("id", "name", "applied_at") VALUES (1, '0000_first.sql', '2026-11-22 06:59:58');
INSERT INTO "d1_migrations" ("id", "name", "applied_at") VALUES (2, '0001_presence.sql', '2026-11-22 06:59:59');
INSERT INTO "d1_migrations" ("id", "name", "applied_at") VALUES (3, '0002_links.sql', '2026-11-22 07:00:00');
INSERT INTO "d1_migrations" ("id", "name", "applied_at") VALUES (4, '0003_erasures.sql', '2026-11-22 07:00:01');
INSERT INTO "d1_migrations" ("id", "name", "applied_at") VALUES (5, '0004_counts.sql', '2026-11-22 07:00:02');
INSERT INTO "d1_migrations" ("id", "name", "applied_at") VALUES (6, '0005_addresses.sql', '2026-11-22 07:00:03');
INSERT INTO "d1_migrations" ("id", "name", "applied_at") VALUES (7, '0006_reset_links.sql', '2026-11-22 07:00:04');
INSERT INTO "sqlite_sequence" ("name", "seq") VALUES ('d1_migrations', 7);
INSERT INTO "api_keys" ("id", "user_id", "key_hash", "key_sealed", "created_at") VALUES ('afa661cc-2cd9-44fa-b102-42154e8aabf8', '1e4e0238-3338-46ea-88b3-f68d032c3575', 'AC-D65Yh2qoLBcsfQQTVIY-ZrFEWIpNTLUU-c-CXsns', 'v1.k8358eb4c.zTScnyVelY1nSi9Z.5iM_2VhY-QhSFrkjxG9AmK_wj8BkonTsXkiOWQjncfFQ-BAsBEqm2Eb1UL-rIO2lY5RDHA3LBl3ZQg', 1795330809225);
INSERT INTO "api_keys" ("id", "user_id", "key_hash", "key_sealed", "created_at") VALUES ('b4a2eb9a-2fc0-472b-b933-ee6bfc1b002a', '7968ac18-832a-41c0-a155-c679304cd69e', '55UR-2iA8jiQkXX4FuQI7l4KuFfMd_YL_EbPiZTQESM', 'v1.k8358eb4c.m79-4X8WEjj5u0kP.bc9FBdeFutShk8c_aDfGSEIc2GYhCWoGXdGpu16ZvCDdEpI0htL4fs0jR-8rBkxqaUDncZixnacJ_Q', 1795330810302);
INSERT INTO "api_keys" ("id", "user_id", "key_hash", "key_sealed", "created_at") VALUES ('6c9c6260-0eef-4c07-86da-c5370b48299e', '7968ac18-832a-41c0-a155-c679304cd69e', 'WFfndSG5CmrlG5c3kPne4AnEINKyrAQRcB32n7ybfbw', 'v1.k8358eb4c.wKm44FKYAfDtkLRG.iBvW7YdmVfLD1n3aqaf-d1nDTMhcmdWxBs-J02aPg4z2RmXhrHHjeS5p3UqKjafffWAaccowWywcKw', 1795330810316);
INSERT INTO "api_keys" ("id", "user_id", "key_hash", "key_sealed", "created_at") VALUES ('730ff4fc-a4c7-4b8a-bef6-cff6a2f9870a', '7968ac18-832a-41c0-a155-c679304cd69e', 'd7k2hUklTHK2y2LVPNEBt-jPEvbiNW0QmDMFz4tdeT0', 'v1.k8358eb4c.28PY-udQCOxXh9Zz.92sM1BRDFzCQfkAI2seg-MPa4ThUTDV0dA-HodY_fGi8GUa2Eq0HIh9PMzQAqdk7zyvnSqrjr-sbvQ', 1795330810344);
INSERT INTO "api_keys" ("id", "user_id", "key_hash", "key_sealed", "created_at") VALUES ('1f38ebcc-636b-41b4-a139-99ad5178ef9a', '6a5c6769-6f26-477e-a33c-2c6b929f542c', 'zgMBNP1AY3LKtgn_ZLHT9KNhoYRdi0P59LTwfz1YIgw', 'v1.k8358eb4c.DSL7pDNI-NsSqgXk.zgs9WwAuFXlUx8G7UAv0w1Gn0RNPpSBahnWmHVgM1bCeitHLHtobivYCXbouM6Pq7DDHFsJnhbrbCw', 1795330835316);
INSERT INTO "channels" ("id", "user_id", "name", "topic", "description", "created_at") VALUES ('74458789-b6b6-4ff7-bee2-81ad01a0ba35', '7968ac18-832a-41c0-a155-c679304cd69e', 'greenhouse/light', '7968ac18-832a-41c0-a155-c679304cd69e/greenhouse/light', '', 1795330810372);
INSERT INTO "channels" ("id", "user_id", "name", "topic", "description", "created_at") VALUES ('54dcce15-abb7-4c78-9f80-0fceecba5a25', '7968ac18-832a-41c0-a155-c679304cd69e', 'greenhouse/vents', '7968ac18-832a-41c0-a155-c679304cd69e/greenhouse/vents', '', 1795330810408);
INSERT INTO "channels" ("id", "user_id", "name", "topic", "description", "created_at") VALUES ('41ce756c-209f-4bc9-ab66-eefd35d8762b', '7968ac18-832a-41c0-a155-c679304cd69e', 'yard/gate', '7968ac18-832a-41c0-a155-c679304cd69e/yard/gate', '', 1795330810445);
INSERT INTO "channels" ("id", "user_id", "name", "topic", "description", "created_at") VALUES ('e584b7d7-2f85-4b31-b3ab-6d98e36713d2', '7968ac18-832a-41c0-a155-c679304cd69e', 'Attic', '7968ac18-832a-41c0-a155-c679304cd69e/attic/hatch', 'Nobody''s: it leads nowhere.', 1795330810478);
INSERT INTO "credential_channels" ("credential_id", "channel_id", "position") VALUES ('b9ab0ac0-8b5c-4793-aa04-25913cde3e1a', '54dcce15-abb7-4c78-9f80-0fceecba5a25', 1);
INSERT INTO "credential_channels" ("credential_id", "channel_id", "position") VALUES ('b9ab0ac0-8b5c-4793-aa04-25913cde3e1a', '74458789-b6b6-4ff7-bee2-81ad01a0ba35', 0);
INSERT INTO "credential_channels" ("credential_id", "channel_id", "position") VALUES ('42354b2d-9f8b-4475-b2c5-9c82f5b8a413', '41ce756c-209f-4bc9-ab66-eefd35d8762b', 0);
INSERT INTO "credentials" ("id", "user_id", "name", "username", "password_sealed", "secret_version", "created_at", "last_used") VALUES ('da3a32a7-e2cd-449a-aaa4-e0f7fcb025b5', '1e4e0238-3338-46ea-88b3-f68d032c3575', 'door', 'door', 'v1.k8358eb4c.cSHfIkddwrCUOtFt.ruzH_rK8exsX6chY1jCjHFQbOPNALMEwHpyw11xB', 1, 1795330809278, 1795330809587);
INSERT INTO "credentials" ("id", "user_id", "name", "username", "password_sealed", "secret_version", "created_at", "last_used") VALUES ('b9ab0ac0-8b5c-4793-aa04-25913cde3e1a', '7968ac18-832a-41c0-a155-c679304cd69e', 'house', 'house', 'v1.k8358eb4c.5Us5oconYRsKN3My.g-flIPXXAyC3xfzSTimuAIebjUlX159dmuZ0Y58X', 1, 1795330810505, 1795330824060);
INSERT INTO "credentials" ("id", "user_id", "name", "username", "password_sealed", "secret_version", "created_at", "last_used") VALUES ('42354b2d-9f8b-4475-b2c5-9c82f5b8a413', '7968ac18-832a-41c0-a155-c679304cd69e', 'Yard', 'yard', 'v1.k8358eb4c.S3QOkMC3ChRumkt7.A-qTwi62Bsgho7Gu5fI3EKy4pcSug7Qswh-m-Dnl', 1795330810591, 1795330810528, 1795330824140);
INSERT INTO "credentials" ("id", "user_id", "name", "username", "password_sealed", "secret_version", "created_at", "last_used") VALUES ('9766136d-4097-4ca9-8e63-d3de6998bca1', '7968ac18-832a-41c0-a155-c679304cd69e', 'spare', 'spare', 'v1.k8358eb4c.OJ3Y_p8j8wxFsE7-.RavC8Xt9OIm72DYkusZArZta2F5InIewAFn02vCG', 1, 1795330810619, NULL);
INSERT INTO "credentials" ("id", "user_id", "name", "username", "password_sealed", "secret_version", "created_at", "last_used") VALUES ('06bd4778-00d8-4ffd-b3b6-22d1115925a0', '7968ac18-832a-41c0-a155-c679304cd69e', 'late', 'late', 'v1.k8358eb4c.2EZSLNEgRCrvvSfB.na283mjwgk4k02TChBiDyaJ9QKx-MPlFpRy5rQYZ', 1, 1795330810646, NULL);
INSERT INTO "credentials" ("id", "user_id", "name", "username", "password_sealed", "secret_version", "created_at", "last_used") VALUES ('bbb9e4b8-46ac-48fb-a391-e253673ff73b', '6a5c6769-6f26-477e-a33c-2c6b929f542c', 'door', 'door', 'v1.k8358eb4c.mm7ljqfQyuyJJo_V.zByHjIyJPh3TOn4bF_2OsNZIcnpXgoB6_zPG3TDj', 1, 1795330835333, 1795330835375);
INSERT INTO "device_channels" ("device_id", "channel_id", "position") VALUES ('52f44d32-4670-44bf-a4ba-46ac087bd238', '54dcce15-abb7-4c78-9f80-0fceecba5a25', 0);
INSERT INTO "device_channels" ("device_id", "channel_id", "position") VALUES ('52f44d32-4670-44bf-a4ba-46ac087bd238', '74458789-b6b6-4ff7-bee2-81ad01a0ba35', 1);
INSERT INTO "device_channels" ("device_id", "channel_id", "position") VALUES ('34105996-7031-44dd-b8e8-ff370044460e', '41ce756c-209f-4bc9-ab66-eefd35d8762b', 0);
INSERT INTO "devices" ("id", "user_id", "name", "state", "state_at", "connected", "connected_at", "created_at", "seen_at", "command_ttl", "auto_off", "off_on_disconnect") VALUES ('a60e67a1-f52e-4b69-8475-a967922c6708', '1e4e0238-3338-46ea-88b3-f68d032c3575', 'Front door', 1, 1795330809648, 0, 1795330809711, 1795330809305, 1795330809711, 86400, 0, 0);
INSERT INTO "devices" ("id", "user_id", "name", "state", "state_at", "connected", "connected_at", "created_at", "seen_at", "command_ttl", "auto_off", "off_on_disconnect") VALUES ('52f44d32-4670-44bf-a4ba-46ac087bd238', '7968ac18-832a-41c0-a155-c679304cd69e', 'Lamp', 1, 1795330811261, 0, 1795330811370, 1795330810676, 1795330811370, 86400, 0, 0);
INSERT INTO "devices" ("id", "user_id", "name", "state", "state_at", "connected", "connected_at", "created_at", "seen_at", "command_ttl", "auto_off", "off_on_disconnect") VALUES ('649eaae5-38ef-4068-976a-d9f115e87d78', '7968ac18-832a-41c0-a155-c679304cd69e', 'Pump', 0, 1795330811523, 0, 1795330811523, 1795330810706, 1795330811522, 60, 3600, 1);
INSERT INTO "devices" ("id", "user_id", "name", "state", "state_at", "connected", "connected_at", "created_at", "seen_at", "command_ttl", "auto_off", "off_on_disconnect") VALUES ('2cf01320-b1e6-4e61-b135-a93baa76b358', '7968ac18-832a-41c0-a155-c679304cd69e', 'Heater', 0, 1795330812574, 0, 1795330812574, 1795330810734, NULL, 86400, 1, 0);
INSERT INTO "devices" ("id", "user_id", "name", "state", "state_at", "connected", "connected_at", "created_at", "seen_at", "command_ttl", "auto_off", "off_on_disconnect") VALUES ('34105996-7031-44dd-b8e8-ff370044460e', '7968ac18-832a-41c0-a155-c679304cd69e', 'Gate', 1, 1795330824206, 0, 1795330824276, 1795330810766, 1795330824276, 86400, 0, 0);
INSERT INTO "devices" ("id", "user_id", "name", "state", "state_at", "connected", "connected_at", "created_at", "seen_at", "command_ttl", "auto_off", "off_on_disconnect") VALUES ('70f2c10d-e6af-45b0-8119-9bbbf5299aac', '7968ac18-832a-41c0-a155-c679304cd69e', 'Fan', 1, 1795330824984, 0, 1795330824984, 1795330810789, NULL, 86400, 0, 0);
INSERT INTO "devices" ("id", "user_id", "name", "state", "state_at", "connected", "connected_at", "created_at", "seen_at", "command_ttl", "auto_off", "off_on_disconnect") VALUES ('7413c30f-b427-4208-8f83-55d4daa13f1d', '7968ac18-832a-41c0-a155-c679304cd69e', 'Boiler in the cellar', 0, 1795330812968, 0, 1795330812968, 1795330810807, NULL, 86400, 0, 0);
INSERT INTO "devices" ("id", "user_id", "name", "state", "state_at", "connected", "connected_at", "created_at", "seen_at", "command_ttl", "auto_off", "off_on_disconnect") VALUES ('d52a9672-9bf8-40b5-bab2-47361c2edc2e', '7968ac18-832a-41c0-a155-c679304cd69e', 'Phone', 1, 1795330813315, 0, 1795330813323, 1795330810872, 1795330813323, 86400, 0, 0);
INSERT INTO "devices" ("id", "user_id", "name", "state", "state_at", "connected", "connected_at", "created_at", "seen_at", "command_ttl", "auto_off", "off_on_disconnect") VALUES ('3f9f231d-99cc-46f6-9e5f-8c6bab82ba2b', '7968ac18-832a-41c0-a155-c679304cd69e', 'Shutter – never seen', 1, 0, 0, 0, 1795330810897, NULL, 86400, 0, 0);
INSERT INTO "devices" ("id", "user_id", "name", "state", "state_at", "connected", "connected_at", "created_at", "seen_at", "command_ttl", "auto_off", "off_on_disconnect") VALUES ('9d6f3fd0-9e81-4c13-93e2-bd7418b41d01', '7968ac18-832a-41c0-a155-c679304cd69e', 'Latecomer', 0, 0, 0, 0, 1795330810910, NULL, 86400, 0, 0);
INSERT INTO "devices" ("id", "user_id", "name", "state", "state_at", "connected", "connected_at", "created_at", "seen_at", "command_ttl", "auto_off", "off_on_disconnect") VALUES ('398a1200-2a62-4f2b-8eea-8682e8b2c119', '6a5c6769-6f26-477e-a33c-2c6b929f542c', 'Back door', 1, 1795330835391, 1, 1795330835391, 1795330835345, 1795330835374, 86400, 0, 0);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('5191fe90-5fb6-89bd-b0dd-9d1c4fe60c2d', '1e4e0238-3338-46ea-88b3-f68d032c3575', 'a60e67a1-f52e-4b69-8475-a967922c6708', 'Front door', 'connected', 1795330809586, NULL, 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('0b898713-fb8d-8618-99d7-4ef140e5683b', '1e4e0238-3338-46ea-88b3-f68d032c3575', 'a60e67a1-f52e-4b69-8475-a967922c6708', 'Front door', 'turned_on', 1795330809648, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('c576f870-bc6f-877d-be73-2f483222fe86', '1e4e0238-3338-46ea-88b3-f68d032c3575', 'a60e67a1-f52e-4b69-8475-a967922c6708', 'Front door', 'disconnected', 1795330809711, NULL, 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('77738e38-0c4b-89cd-a10e-98a15da0dc17', '7968ac18-832a-41c0-a155-c679304cd69e', '52f44d32-4670-44bf-a4ba-46ac087bd238', 'Lamp', 'connected', 1795330810979, NULL, 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('e107a3d6-9191-86d4-bbef-d1f47081873f', '7968ac18-832a-41c0-a155-c679304cd69e', '52f44d32-4670-44bf-a4ba-46ac087bd238', 'Lamp', 'turned_on', 1795330811004, 'browser', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('1ad18b7a-aa69-82af-b5c2-0b6bf22b153b', '7968ac18-832a-41c0-a155-c679304cd69e', '52f44d32-4670-44bf-a4ba-46ac087bd238', 'Lamp', 'turned_off', 1795330811028, 'browser', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('838b4d63-a0db-8503-a139-48e64d112a0f', '7968ac18-832a-41c0-a155-c679304cd69e', '52f44d32-4670-44bf-a4ba-46ac087bd238', 'Lamp', 'turned_on', 1795330811069, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('f63d8338-8948-841f-9f91-fd7e6ca94668', '7968ac18-832a-41c0-a155-c679304cd69e', '52f44d32-4670-44bf-a4ba-46ac087bd238', 'Lamp', 'turned_off', 1795330811111, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('b28bf30d-1327-8129-b248-959648ba7cf8', '7968ac18-832a-41c0-a155-c679304cd69e', '52f44d32-4670-44bf-a4ba-46ac087bd238', 'Lamp', 'turned_on', 1795330811157, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('2ddbe7e6-cc1b-874f-8270-4267f66fd013', '7968ac18-832a-41c0-a155-c679304cd69e', '52f44d32-4670-44bf-a4ba-46ac087bd238', 'Lamp', 'turned_off', 1795330811187, 'device', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('885bac25-d61d-8890-a9dd-5ffa3f999f0b', '7968ac18-832a-41c0-a155-c679304cd69e', '52f44d32-4670-44bf-a4ba-46ac087bd238', 'Lamp', 'errored', 1795330811207, NULL, 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('55830fa3-8db8-84ab-bf4f-5423ada9c3a5', '7968ac18-832a-41c0-a155-c679304cd69e', '52f44d32-4670-44bf-a4ba-46ac087bd238', 'Lamp', 'disconnected', 1795330811217, NULL, 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('649ea637-4aeb-80b5-aab5-6f74fa011855', '7968ac18-832a-41c0-a155-c679304cd69e', '52f44d32-4670-44bf-a4ba-46ac087bd238', 'Lamp', 'turned_on', 1795330811261, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('db6d5999-2256-8266-9d2c-2c074226b9de', '7968ac18-832a-41c0-a155-c679304cd69e', '52f44d32-4670-44bf-a4ba-46ac087bd238', 'Lamp', 'connected', 1795330811294, NULL, 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('8987730d-b915-8f02-9873-3ed89f9d8e2c', '7968ac18-832a-41c0-a155-c679304cd69e', '52f44d32-4670-44bf-a4ba-46ac087bd238', 'Lamp', 'disconnected', 1795330811353, NULL, 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('1c2ba077-3a50-8d9f-bffb-4e62196ed3e6', '7968ac18-832a-41c0-a155-c679304cd69e', '52f44d32-4670-44bf-a4ba-46ac087bd238', 'Lamp', 'connected', 1795330811354, NULL, 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('c36cce61-4bd0-86cc-861f-9836683eb2f5', '7968ac18-832a-41c0-a155-c679304cd69e', '52f44d32-4670-44bf-a4ba-46ac087bd238', 'Lamp', 'disconnected', 1795330811370, NULL, 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('4268fe2d-3b3d-8dbf-a36e-5ff11df46dde', '7968ac18-832a-41c0-a155-c679304cd69e', '649eaae5-38ef-4068-976a-d9f115e87d78', 'Pump', 'connected', 1795330811456, NULL, 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('04611ae8-cd33-84a7-a374-efc00f666c53', '7968ac18-832a-41c0-a155-c679304cd69e', '649eaae5-38ef-4068-976a-d9f115e87d78', 'Pump', 'turned_on', 1795330811485, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('4ab8e777-3535-8668-a9eb-8d1ecbcce659', '7968ac18-832a-41c0-a155-c679304cd69e', '649eaae5-38ef-4068-976a-d9f115e87d78', 'Pump', 'disconnected', 1795330811522, NULL, 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('a75d2b1c-bc9f-89bd-8136-904503f33b44', '7968ac18-832a-41c0-a155-c679304cd69e', '649eaae5-38ef-4068-976a-d9f115e87d78', 'Pump', 'turned_off', 1795330811523, 'timer', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('d8bce776-d3ba-83da-bf84-42c57a804ae4', '7968ac18-832a-41c0-a155-c679304cd69e', '2cf01320-b1e6-4e61-b135-a93baa76b358', 'Heater', 'turned_on', 1795330811565, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('84dc6d54-35d6-8817-9d17-b8d93478ac96', '7968ac18-832a-41c0-a155-c679304cd69e', '2cf01320-b1e6-4e61-b135-a93baa76b358', 'Heater', 'turned_off', 1795330812574, 'timer', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('2b5b17ad-df91-8440-b9e9-010d9a40bfea', '7968ac18-832a-41c0-a155-c679304cd69e', '7413c30f-b427-4208-8f83-55d4daa13f1d', 'Boiler', 'turned_on', 1795330812641, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('9fdf1956-2ec0-8d64-8faa-1d7b2a3e05c3', '7968ac18-832a-41c0-a155-c679304cd69e', '7413c30f-b427-4208-8f83-55d4daa13f1d', 'Boiler', 'turned_off', 1795330812688, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('e6bc2ebe-e976-8d0b-bf2b-a7c32d8d6882', '7968ac18-832a-41c0-a155-c679304cd69e', '7413c30f-b427-4208-8f83-55d4daa13f1d', 'Boiler', 'turned_on', 1795330812706, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('42cf0e55-1a7f-847e-b633-73de618e6ec0', '7968ac18-832a-41c0-a155-c679304cd69e', '7413c30f-b427-4208-8f83-55d4daa13f1d', 'Boiler', 'turned_off', 1795330812735, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('2ced00a5-d6a2-88d7-9dd4-00ed0f2f15a4', '7968ac18-832a-41c0-a155-c679304cd69e', '7413c30f-b427-4208-8f83-55d4daa13f1d', 'Boiler', 'turned_on', 1795330812772, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('61928f13-b6c2-8188-a2f2-6ad356887f4a', '7968ac18-832a-41c0-a155-c679304cd69e', '7413c30f-b427-4208-8f83-55d4daa13f1d', 'Boiler', 'turned_off', 1795330812822, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('add25ed8-a4b3-8f75-b437-2ad82a7e8441', '7968ac18-832a-41c0-a155-c679304cd69e', '7413c30f-b427-4208-8f83-55d4daa13f1d', 'Boiler', 'turned_on', 1795330812841, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('b68e96e8-e9ef-8ca0-9e99-013f11f33e58', '7968ac18-832a-41c0-a155-c679304cd69e', '7413c30f-b427-4208-8f83-55d4daa13f1d', 'Boiler', 'turned_off', 1795330812863, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('7b69fc8e-e315-883c-a3ff-29156cf44776', '7968ac18-832a-41c0-a155-c679304cd69e', '7413c30f-b427-4208-8f83-55d4daa13f1d', 'Boiler', 'turned_on', 1795330812917, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('e80d9f50-42bb-82d4-a1b1-7d1be26d2cf1', '7968ac18-832a-41c0-a155-c679304cd69e', '7413c30f-b427-4208-8f83-55d4daa13f1d', 'Boiler', 'turned_off', 1795330812968, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('7ffed794-93a8-892b-9351-1f9dc41e4a5a', '7968ac18-832a-41c0-a155-c679304cd69e', 'f5dabb0b-399c-4484-ad6b-b939d03c54a6', 'Sprinkler', 'connected', 1795330813070, NULL, 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('aeba970c-6e3d-8b0c-a4e3-beca98c6b4b3', '7968ac18-832a-41c0-a155-c679304cd69e', 'f5dabb0b-399c-4484-ad6b-b939d03c54a6', 'Sprinkler', 'turned_on', 1795330813096, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('cb44f244-a484-843a-83e2-f99cd45d0ccc', '7968ac18-832a-41c0-a155-c679304cd69e', 'f5dabb0b-399c-4484-ad6b-b939d03c54a6', 'Sprinkler', 'disconnected', 1795330813146, NULL, 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('e4a8ab11-dae2-8dd7-8831-e5fe326af745', '7968ac18-832a-41c0-a155-c679304cd69e', 'd52a9672-9bf8-40b5-bab2-47361c2edc2e', 'Phone', 'connected', 1795330813298, NULL, 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('e977b196-5849-8c69-8ef1-d63d4ffc13b9', '7968ac18-832a-41c0-a155-c679304cd69e', 'd52a9672-9bf8-40b5-bab2-47361c2edc2e', 'Phone', 'turned_on', 1795330813315, 'device', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('343ba3fa-849b-86c3-b2cc-f9e135cf1ad5', '7968ac18-832a-41c0-a155-c679304cd69e', 'd52a9672-9bf8-40b5-bab2-47361c2edc2e', 'Phone', 'disconnected', 1795330813323, NULL, 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('6931edc6-d0eb-8c00-8eda-c721eb7135f7', '7968ac18-832a-41c0-a155-c679304cd69e', '34105996-7031-44dd-b8e8-ff370044460e', 'Gate', 'turned_off', 1795330813452, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('ec146d82-57a8-853c-b77a-6ff72d371180', '7968ac18-832a-41c0-a155-c679304cd69e', '34105996-7031-44dd-b8e8-ff370044460e', 'Gate', 'turned_on', 1795330813468, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('08588e0c-1d0c-88bb-becd-ce04b8fe929e', '7968ac18-832a-41c0-a155-c679304cd69e', '34105996-7031-44dd-b8e8-ff370044460e', 'Gate', 'turned_off', 1795330813509, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('3991e77d-be6f-8d48-8f72-d428741a46ca', '7968ac18-832a-41c0-a155-c679304cd69e', '34105996-7031-44dd-b8e8-ff370044460e', 'Gate', 'turned_on', 1795330813524, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('a9fcf975-0c8b-8d82-8e0c-abc837df9ecf', '7968ac18-832a-41c0-a155-c679304cd69e', '34105996-7031-44dd-b8e8-ff370044460e', 'Gate', 'turned_off', 1795330813531, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('1aa19746-44f3-8a75-87ae-ab6c36de135c', '7968ac18-832a-41c0-a155-c679304cd69e', '34105996-7031-44dd-b8e8-ff370044460e', 'Gate', 'turned_on', 1795330813549, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('7c09e992-6e1b-809d-bcc2-fd6cd008a790', '7968ac18-832a-41c0-a155-c679304cd69e', '34105996-7031-44dd-b8e8-ff370044460e', 'Gate', 'turned_off', 1795330813561, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('2ccac10f-b711-8630-8174-2c30e13085e7', '7968ac18-832a-41c0-a155-c679304cd69e', '34105996-7031-44dd-b8e8-ff370044460e', 'Gate', 'turned_on', 1795330813577, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('8160d715-a684-82c7-ba00-56f4e3a6d837', '7968ac18-832a-41c0-a155-c679304cd69e', '34105996-7031-44dd-b8e8-ff370044460e', 'Gate', 'turned_off', 1795330813597, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('4ab7b394-60cb-87b0-b157-733bf35165a0', '7968ac18-832a-41c0-a155-c679304cd69e', '34105996-7031-44dd-b8e8-ff370044460e', 'Gate', 'turned_on', 1795330813606, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('83174fb5-87b6-82ed-b955-3bea8fddf5ab', '7968ac18-832a-41c0-a155-c679304cd69e', '34105996-7031-44dd-b8e8-ff370044460e', 'Gate', 'turned_off', 1795330813617, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('696666ee-a555-8d8e-9063-29a5a1ee110f', '7968ac18-832a-41c0-a155-c679304cd69e', '34105996-7031-44dd-b8e8-ff370044460e', 'Gate', 'turned_on', 1795330813629, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('3cee75d7-b4c7-80e6-8348-be560bffd510', '7968ac18-832a-41c0-a155-c679304cd69e', '34105996-7031-44dd-b8e8-ff370044460e', 'Gate', 'turned_off', 1795330813654, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('a520acd5-3fe3-8903-a2c6-51e0b600b130', '7968ac18-832a-41c0-a155-c679304cd69e', '34105996-7031-44dd-b8e8-ff370044460e', 'Gate', 'turned_on', 1795330813662, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('e8a32862-8c5a-83de-8eb4-2a605aaf8352', '7968ac18-832a-41c0-a155-c679304cd69e', '34105996-7031-44dd-b8e8-ff370044460e', 'Gate', 'turned_off', 1795330813666, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('ebcc0d6d-1e96-8e22-879c-dc128a9fe7cc', '7968ac18-832a-41c0-a155-c679304cd69e', '34105996-7031-44dd-b8e8-ff370044460e', 'Gate', 'turned_on', 1795330813671, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('4f15137e-f23d-8f5b-a875-10b5d5cddbfb', '7968ac18-832a-41c0-a155-c679304cd69e', '34105996-7031-44dd-b8e8-ff370044460e', 'Gate', 'turned_off', 1795330813675, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('eb0b39f9-e8f7-8a0f-93b1-aa9b92da9aaf', '7968ac18-832a-41c0-a155-c679304cd69e', '34105996-7031-44dd-b8e8-ff370044460e', 'Gate', 'turned_on', 1795330813702, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('915f820d-f676-8848-b45c-c0911c9e2853', '7968ac18-832a-41c0-a155-c679304cd69e', '34105996-7031-44dd-b8e8-ff370044460e', 'Gate', 'turned_off', 1795330813709, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('dcfa00e0-cc90-88be-bbab-d980a6c561dc', '7968ac18-832a-41c0-a155-c679304cd69e', '34105996-7031-44dd-b8e8-ff370044460e', 'Gate', 'turned_on', 1795330813727, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('9d12d52b-4242-8b6b-96dc-e42eab41085e', '7968ac18-832a-41c0-a155-c679304cd69e', '34105996-7031-44dd-b8e8-ff370044460e', 'Gate', 'turned_off', 1795330813740, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('f5b3f600-85fb-8844-9c07-c3a919b94f2b', '7968ac18-832a-41c0-a155-c679304cd69e', '34105996-7031-44dd-b8e8-ff370044460e', 'Gate', 'turned_on', 1795330813750, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('805e2950-e153-8c43-a9cc-cfb2739f21d6', '7968ac18-832a-41c0-a155-c679304cd69e', '34105996-7031-44dd-b8e8-ff370044460e', 'Gate', 'turned_off', 1795330813758, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('4a4179ca-02e3-87de-af1b-cd2ff569158d', '7968ac18-832a-41c0-a155-c679304cd69e', '34105996-7031-44dd-b8e8-ff370044460e', 'Gate', 'turned_on', 1795330813767, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('c0b8fd5e-9639-873a-bdda-cabca18fa57f', '7968ac18-832a-41c0-a155-c679304cd69e', '34105996-7031-44dd-b8e8-ff370044460e', 'Gate', 'turned_off', 1795330813773, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('2066fdf3-9cda-8c57-9bb9-de425cb258ec', '7968ac18-832a-41c0-a155-c679304cd69e', '34105996-7031-44dd-b8e8-ff370044460e', 'Gate', 'turned_on', 1795330813778, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('8b780c0c-ad70-8aff-9a79-9cd2076297b6', '7968ac18-832a-41c0-a155-c679304cd69e', '34105996-7031-44dd-b8e8-ff370044460e', 'Gate', 'turned_off', 1795330813798, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('bed3ada0-40c8-8ffa-a457-153352770eb8', '7968ac18-832a-41c0-a155-c679304cd69e', '34105996-7031-44dd-b8e8-ff370044460e', 'Gate', 'turned_on', 1795330813806, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('83be4756-3726-8b62-a42d-f08e8d45f335', '7968ac18-832a-41c0-a155-c679304cd69e', '34105996-7031-44dd-b8e8-ff370044460e', 'Gate', 'turned_off', 1795330813814, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('b551fa74-7a42-89c6-94dd-77e08c865346', '7968ac18-832a-41c0-a155-c679304cd69e', '34105996-7031-44dd-b8e8-ff370044460e', 'Gate', 'turned_on', 1795330813821, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('45c06c58-08c7-8eb7-81af-f5e9e1dc88e8', '7968ac18-832a-41c0-a155-c679304cd69e', '34105996-7031-44dd-b8e8-ff370044460e', 'Gate', 'turned_off', 1795330813828, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('2a36e20d-ccf5-8b7f-b128-041717cffe41', '7968ac18-832a-41c0-a155-c679304cd69e', '34105996-7031-44dd-b8e8-ff370044460e', 'Gate', 'turned_on', 1795330814056, 'api', 29);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('a1439692-22fd-8b59-9c6d-b2c329483da3', '7968ac18-832a-41c0-a155-c679304cd69e', '34105996-7031-44dd-b8e8-ff370044460e', 'Gate', 'connected', 1795330824139, NULL, 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('38d410e4-28da-8129-b62e-85b3f80c7ee6', '7968ac18-832a-41c0-a155-c679304cd69e', '34105996-7031-44dd-b8e8-ff370044460e', 'Gate', 'turned_on', 1795330824206, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('78d83b4d-9fc2-846c-9631-399fd654974a', '7968ac18-832a-41c0-a155-c679304cd69e', '34105996-7031-44dd-b8e8-ff370044460e', 'Gate', 'disconnected', 1795330824276, NULL, 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('d8265f33-ec30-82b6-a8ba-9df82155fb57', '7968ac18-832a-41c0-a155-c679304cd69e', '70f2c10d-e6af-45b0-8119-9bbbf5299aac', 'Fan', 'turned_off', 1795330824331, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('3db72d31-38aa-8123-be8e-7980956f2c33', '7968ac18-832a-41c0-a155-c679304cd69e', '70f2c10d-e6af-45b0-8119-9bbbf5299aac', 'Fan', 'turned_on', 1795330824336, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('810343be-d9d1-8468-beff-e4feffcd5f16', '7968ac18-832a-41c0-a155-c679304cd69e', '70f2c10d-e6af-45b0-8119-9bbbf5299aac', 'Fan', 'turned_off', 1795330824341, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('683ab898-52ec-8615-bf66-fdc996210d4d', '7968ac18-832a-41c0-a155-c679304cd69e', '70f2c10d-e6af-45b0-8119-9bbbf5299aac', 'Fan', 'turned_on', 1795330824349, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('5c00da0b-802c-80cd-9b4d-a8b44ab22db0', '7968ac18-832a-41c0-a155-c679304cd69e', '70f2c10d-e6af-45b0-8119-9bbbf5299aac', 'Fan', 'turned_off', 1795330824356, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('4bffd631-17b0-8167-bbc0-3ff1575ecd87', '7968ac18-832a-41c0-a155-c679304cd69e', '70f2c10d-e6af-45b0-8119-9bbbf5299aac', 'Fan', 'turned_on', 1795330824360, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('4bb8ffc4-9a1b-85a7-ab3a-bf6f92f7b6fe', '7968ac18-832a-41c0-a155-c679304cd69e', '70f2c10d-e6af-45b0-8119-9bbbf5299aac', 'Fan', 'turned_off', 1795330824365, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('a2da6af8-d97a-865e-b24e-67f53ffab507', '7968ac18-832a-41c0-a155-c679304cd69e', '70f2c10d-e6af-45b0-8119-9bbbf5299aac', 'Fan', 'turned_on', 1795330824369, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('86e2c415-9029-8b98-9e01-0d4a55ec6782', '7968ac18-832a-41c0-a155-c679304cd69e', '70f2c10d-e6af-45b0-8119-9bbbf5299aac', 'Fan', 'turned_off', 1795330824377, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('c429cc5c-5c4d-8f69-a43f-4d3f79b87fb9', '7968ac18-832a-41c0-a155-c679304cd69e', '70f2c10d-e6af-45b0-8119-9bbbf5299aac', 'Fan', 'turned_on', 1795330824393, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('bc8a0a28-4c11-8e0e-a239-b99620503da5', '7968ac18-832a-41c0-a155-c679304cd69e', '70f2c10d-e6af-45b0-8119-9bbbf5299aac', 'Fan', 'turned_off', 1795330824444, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('646c9b99-bf1a-8267-b2f0-9c122af67825', '7968ac18-832a-41c0-a155-c679304cd69e', '70f2c10d-e6af-45b0-8119-9bbbf5299aac', 'Fan', 'turned_on', 1795330824461, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('3e753006-ae83-81a1-a0f7-46decd86a816', '7968ac18-832a-41c0-a155-c679304cd69e', '70f2c10d-e6af-45b0-8119-9bbbf5299aac', 'Fan', 'turned_off', 1795330824493, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('0964e7e8-c365-823d-9c14-947dc757d0fa', '7968ac18-832a-41c0-a155-c679304cd69e', '70f2c10d-e6af-45b0-8119-9bbbf5299aac', 'Fan', 'turned_on', 1795330824509, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('de32272f-1b81-8044-8250-9daf8b588f3d', '7968ac18-832a-41c0-a155-c679304cd69e', '70f2c10d-e6af-45b0-8119-9bbbf5299aac', 'Fan', 'turned_off', 1795330824538, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('b2f6f501-2eac-8e1c-aa52-d7d5ffbac727', '7968ac18-832a-41c0-a155-c679304cd69e', '70f2c10d-e6af-45b0-8119-9bbbf5299aac', 'Fan', 'turned_on', 1795330824549, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('95ab9628-bb28-8967-9d7d-b0865d6260f5', '7968ac18-832a-41c0-a155-c679304cd69e', '70f2c10d-e6af-45b0-8119-9bbbf5299aac', 'Fan', 'turned_off', 1795330824585, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('f0a32f35-c559-82cc-b72f-7530b02b2d57', '7968ac18-832a-41c0-a155-c679304cd69e', '70f2c10d-e6af-45b0-8119-9bbbf5299aac', 'Fan', 'turned_on', 1795330824613, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('7b74877a-00cf-802f-bafc-29cdbe4f15ee', '7968ac18-832a-41c0-a155-c679304cd69e', '70f2c10d-e6af-45b0-8119-9bbbf5299aac', 'Fan', 'turned_off', 1795330824627, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('7034514a-c087-8d4a-81dd-7c1c464b020c', '7968ac18-832a-41c0-a155-c679304cd69e', '70f2c10d-e6af-45b0-8119-9bbbf5299aac', 'Fan', 'turned_on', 1795330824636, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('d533a030-61a9-8668-a73d-fabd7d4f6802', '7968ac18-832a-41c0-a155-c679304cd69e', '70f2c10d-e6af-45b0-8119-9bbbf5299aac', 'Fan', 'turned_off', 1795330824666, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('a1f4aa73-43e8-8618-a047-a22cbc041523', '7968ac18-832a-41c0-a155-c679304cd69e', '70f2c10d-e6af-45b0-8119-9bbbf5299aac', 'Fan', 'turned_on', 1795330824682, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('3cfbb8c6-1322-89fb-8dd6-4f9b218df174', '7968ac18-832a-41c0-a155-c679304cd69e', '70f2c10d-e6af-45b0-8119-9bbbf5299aac', 'Fan', 'turned_off', 1795330824713, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('9910546a-fcb3-8bc8-a798-46bc06bc1ba6', '7968ac18-832a-41c0-a155-c679304cd69e', '70f2c10d-e6af-45b0-8119-9bbbf5299aac', 'Fan', 'turned_on', 1795330824730, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('247bdb2f-9a1e-8818-a823-4cfac1cce6da', '7968ac18-832a-41c0-a155-c679304cd69e', '70f2c10d-e6af-45b0-8119-9bbbf5299aac', 'Fan', 'turned_off', 1795330824761, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('3cf3d3eb-211e-8c49-87cb-35ebf9012247', '7968ac18-832a-41c0-a155-c679304cd69e', '70f2c10d-e6af-45b0-8119-9bbbf5299aac', 'Fan', 'turned_on', 1795330824785, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('8ac39e8f-a570-82a4-9593-5efa20a4342b', '7968ac18-832a-41c0-a155-c679304cd69e', '70f2c10d-e6af-45b0-8119-9bbbf5299aac', 'Fan', 'turned_off', 1795330824811, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('9c63576e-56e4-8f8e-9912-7046fc8ef228', '7968ac18-832a-41c0-a155-c679304cd69e', '70f2c10d-e6af-45b0-8119-9bbbf5299aac', 'Fan', 'turned_on', 1795330824836, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('d8b76207-f693-8636-8ee1-d9035ce94d48', '7968ac18-832a-41c0-a155-c679304cd69e', '70f2c10d-e6af-45b0-8119-9bbbf5299aac', 'Fan', 'turned_off', 1795330824865, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('2c868353-b501-8cdd-877a-6e1f629efa5b', '7968ac18-832a-41c0-a155-c679304cd69e', '70f2c10d-e6af-45b0-8119-9bbbf5299aac', 'Fan', 'turned_on', 1795330824886, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('defc2680-3675-81bd-b11b-b2ddf2d74e54', '7968ac18-832a-41c0-a155-c679304cd69e', '70f2c10d-e6af-45b0-8119-9bbbf5299aac', 'Fan', 'turned_off', 1795330824905, 'api', 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('2f5685f9-48bb-85e1-9312-657df492d0e1', '6a5c6769-6f26-477e-a33c-2c6b929f542c', '398a1200-2a62-4f2b-8eea-8682e8b2c119', 'Back door', 'connected', 1795330835374, NULL, 1);
INSERT INTO "events" ("id", "user_id", "device_id", "device_name", "event_type", "at", "actor", "count") VALUES ('68b22b81-9d00-866e-a52b-748450a5601e', '6a5c6769-6f26-477e-a33c-2c6b929f542c', '398a1200-2a62-4f2b-8eea-8682e8b2c119', 'Back door', 'turned_on', 1795330835391, 'api', 1);
INSERT INTO "mail_outbox" ("id", "kind", "letter_sealed", "created_at", "attempts", "next_attempt_at", "sent_at") VALUES ('fef467b9-19d4-4692-acce-829d4550a1c1', 'verify', 'v1.k8358eb4c.v2cUIcLBauFQ2mbt.WGNNHfmfOFuGoqVjePCy_NDgCBwj92A5p4Vf1as7qli5Uvel3rvoIBFm3WUtjfUpSwS8BsEaSgNohpNHUa6hzNHzaDBp77A0MBuyo-xMCJa7MIDeZ4Ifp0kv_3DtwGYokP2MH1qgxbqvt25xu4IO5Khp7FY3ajhb1Vgg78f3Zm6AHPrc1A-kq3YagOpdeHBAn9yHCT7KCr57SQ6PUuxkqkvkpsRrlr6hvFphtnX5Fhwy6hAbT4MEGKNFGrKwSAe42fLOiI2otYCmf7l7CsaTNivXts4-FFGlJnb2ceKTIORXnb_6N_N4jr5qP-X7uSCtrYeCtZtDD1ooxh_pdD2tKnhRQ7c07buWwSG3LhMTrX6fFGy97tcJaH1wFL7-emQvUKuxKTKQ9HOthOdowoICglD8tl1e27KJdiULf31-F3kbEAyN7DBlDCvIAVv5UvPFYWufewOHM2jN519TxGBeMlzvqi38U4-pqOrMnal8C2nzue4vazvSgKxW_J_lNrwaU7IQJ9f2DyyWiGxyN110jufCeFB9ssHAMcyHyKaWmmSqitNHrucZ2ba_fgwfYOURl6DP09t0BL45XnvXwj-Sf81jbh_u_iK49a7-9dI-TfSmto-YmUZvE19GyaJGPZhjZ9HcfeH80bENCa5hf_olCJkd9GA8z5nHBYSwsMw3P_nszuu4qStfhLJYoBMJC2pwxtjb4OqMzWkN68O4jHvmfY_sH6DSKueFis2-tTD-4Km4VkyWnv_lyz35RiajlXUnq7I0C2pYiD9BeRrDauekKSHeJYVhJ9KjVDpBEuo4K1hXPHv4cEm2EdXpOQ9PajtJ9X0-okibpOpNFIQMee7Vxf-hnVIIA14eOGBc_zZaLCq_QJztND9F9VY8i6VkkkGsQIbnBN_nvwBSEdzsFiUByY-7mjOrpfqhSpudPIJKecqGO4n-fWrClnWCfm5OHM1PMhiihhehUtnWzSnRNzNinDyjyD1LHS-omJwaOjy3hQ2GQfpBWc89bufoRgBb80Hs-vbK-eJiGZkdCPbBXsiZed0ypwyqgQrequVpIlk2VAtUg9Xxw6TZbqB-6ae1FktZsp76Pn927ha60cXB0n4VpDXiUP--SdF3I3kQEBc5Y7WEIStkLVHvAgWhleBpA8A_kYfunhbgGd7Yam0voj3uEujNybJxvFw7eBUlcGbIEyOeEa5e4DIvlUCfpv0l0JR2YenxnZEiYuC4MXRxZ0kOHZkYhH3lN2X-XVjNBZ23Ra9w4qSKno6D44bhElweU1kGiLBwf5S2yAsYDjJNqwsqFywHur40d9pFKOpzKZOwVakIrWG4_9AQaUBpHxeETmoEe8Ifb6NLoaSXAivGJs43LaH_xVaMOy-BxBlJaItJZutFy75znx2zsxsEXUGCg1kyZROkBcULyDG1jcluBea26ef-ASjYcnB-Cxml-aRUNq5Ki6OWp2l0Ng3OSwin8SZ1Y_bT4Q8jgDc2XhmW8tY_1dcs_qNTdOS-K635_1VEL959iCtuKHZuotDqzqMhU1w04Uc74ylb5f7zhroWF9f5DwD0YLChfBZnUhu7WnT-O_YtZjiEdks6WJihbUfWZw32PQ4Ah3BssCS9hh9xjctz8f4cPqt_X0UAW5cjP1KPGTXCsE865SzA5YtU_f6BDdrxzL8o23EMfcYlkZvYMVv8l_m5TKjrTK1m9cyHQTCAN5hNFHOoDzOg_3IkNJRHO7E8nIXhMn6iCp8ErywZetzrMWR5pZHA_TRHpni_-tEbgrqjyXMy0d2Pfb8KTYF4UJmbQ8YpJ0BFMubKWtc8eNs75e2pmRRWqxh_4m85Qvh87Ij4VQzm2FdOKgXoZ2gTSE9aQOF5cAfIGzjrkzLy-A72Ra89B5_yar-r1-eMIP_viulXKwDsKm2nCL4lEKt6F5Lq3mpE1VduRkxZrhLsDbiRIPKQwBy1dZOQ-mTVv2NEDrL7dSnH9Y0vpmyMuCMZ_o8MaZ9uADLY9h0f8iJHJ5GAoswIJ_3sOv8mFgWv_C7_Ycg65GOZscw0Tp0UkT35JU1nQFBVE-yMzPF5KCcLZt4XhzbpjYPc-8Ipo5F0x5Wrru_8rtCbOq6nN-0bkJ1ILmwXuqh5Szh2UluLVfEwYUCO_oG3nyjFVwUhBUXRkD6yOtSZBaI4boJ3NEYJIMA1_RZXLFsKksJ-mZ6BDSOGanjRFULGlkPpHzI9bgyvoxi64yl-0XUh_SYdPVVhyndaq_E0Nvmi6Fn-lXP2RKSFsnrqk_lu0fTLwONuIOIZd_yPetYSoTJwYBa8N10YjtFEXVvBvdZ6ZQT1gzE_MKDOMuBdeHPtbLwgyd7MiGnp46Lt_NawNHw8FnBx2V3CbjZB8XMBlEdd7QMnHSQ8ur6-jOwOZ72BGrhjMv387u8E8oQE3b8RsRuHEoi8j0MxjMpAuCENeT0PBTfrrYZHqEePGtL5Qz_ayLt2cHvbELnRAokVHlUYzQRrtFf94UINwEZW_hA82UGy3LqelgdH4mUeJGBwjh2FSdLMApnQwBcTs5iGFZJgyrhYfBhrHwoDPD2rA2JiRUFAsFcmTqfJPrU4a29QRIK_kNB8JM7AZV8noPhYOx2azM5pe7dbQaAfI9tFhf5ZBzCyHtqR3ugXOdBdI2Qp2tCs_CKcNyZUqwaqNSkHoRdZMRSunQkEPUi5_I6eFN47k5YRceEzaC3-cNE-sbdctpvZ_qfi7fN4evBCGTh-C7KdaD0W9mVCVVCrxxM9JNUol-kpzn1_uCqqBWh8jDOV4D5Pghe9QAt_N2u1l8v43gUVoAYPGzLBzvyHFIfY75EewLR0chy094czPnCVEz691A_pH7ZqBcDOLT6lIFzcIJNuB0m_Vx6rAFR35GulQ7aZn_YukRSDJ5lZ_3P_BZHxu7_KrD3iFWHXEifS6QQ_ni27ydYs039r9aueeE4J1KkvXi26LmTTJWiGeLVnZb6zfxoO72POiGaEcQ2ZWMITErJLX7vRvwdb6WCfKx4Mr_xkVs2_9tR3mT3xlf0SYIfjnNIUFOZE05YUeSM5HyGrrHI7dpRjq6kjY3Dg8C_oOoznm_FXaaTu1CdcG7RuLodTfbZbQRZbmLUUGfHxfmrdPpgGjh8Q2ALS0VgdEPiOJ7LqPWM60Uub4nZIKAKrhbuUgmR05-2tsRlL9Irvq5iSPbsiW_U6R68E79dxbt4szDrtEHQq-MOo76XfeIN5dfOhKg5XNk4gvJ1qhmGvp85aACDIbZ_suxAFbXSK7WUWHt5FAA', 1795330808674, 1, NULL, 1795330808674);
INSERT INTO "mail_outbox" ("id", "kind", "letter_sealed", "created_at", "attempts", "next_attempt_at", "sent_at") VALUES ('aa793861-9483-4517-ab37-77d808d18765', 'verify', 'v1.k8358eb4c.YhzGOaJitxlCo98y.8uCpp-UU8ZmQZLQJ29mMSremrnTaFlDkgoGEFx7FubcZmZOULAcPCbCW2h8EI0p-SpImVFvFka95Yg0O_nxi973akXAwwUvuO3M4UmG8dbG8pAQZK9es2Z7b8-2aagnkQqH4xZ4vVwSO1X7ZMlDxWq69Y_bIj8ROFTZrDBjF9gNlt0vfbXHXHESfw9bpMwf620qc_7Yd1ILvs6rSCdbdlRVwA6Jye48bdjyl7vJDpcKFj91FKob4DP0gAapQCT8FZz-Y3KoPguILz06h1xte0EBJIZc14s886Hxnrnc1YWduOg2F-NGP6jSI_TZ77cO7DzCyXpKtZ9CIKziqEivjLacCE7_vSIhmvjyoylzyxqE4ihsu1Qzhu7R-OCP148kUZ7KSpO_h-FV5Kt4H_Fa-Bu8kx-PuDENZw9v0DY7rTYdcOEO6vcenfYatgLk-ZZpWym8CGJ_k3zeqs-xhfkq4M50GL4kBayqpgfFoXPZWMLDNDlbolA261YYWK7mrUZ3v6WHLfz3kVzE_YXSF1wSlT26lZjt1qGYK-JQaClMGgw0k6DVPgIBA-S5GjeCmH8Gy3PrQ-3H0OewsfiVvwR_v-vFhTDk1lJobA0mDayuNuwE5lj5Xn8j3qSDYGLQXhgtBsdm6uDqmkxywGx6CmROpETJ75wV1KBsMyH2Dm9ir1kkAA-uJhuCL68CqYEu7cDD1nLkVZxTnH0W1r1kJOcFP63JwnBlg3sHVclfP0tlAMCLyo3gM0vUfk-XnZAVxHKtGLkqJgoJj0Grr4v_fZaooNcOPM7bWPaGvLwEVHXO6tAyQNDgkEdGipREWgN-xs5mkA8FjBqlRWdA1Io5gqOZ9x_3Go6nF-0BgvpIusZ_0ompBKCVDj97HSNST9dLH_Kc6iYK6lzjBkVAAkptjI4Sz6cYetGGTA5FMaa1ozLSAjUSP3ML7GwNz10QxtxgTYOJL12ysFF9Futy765rzPYmixl6yWGzsP-CrzppwxwLgB-YT7QJ3bRXSG-PDqPWbT_RN9WClWdz9FubJnXu1TumnVwHIfvvdUAJN-IbJyteldckROmOthsfr6wGf5QnODbigomGmX5lsYjsjHV7AXFE-fVm74tikRYeUN1EFYVRv-trqxXOsBU7iJR5oxUzEvi3diwhIfhJUvv3W9XNynVzIz5H0DM3l9NudXwG5CrSjuVRenUTLirPWmUeZ74x3z4cfiM-fOeZgs8RHfLCeme1s-Jc48o18JaJz8u2UFj3U9KTLdIprjD4lv1nolhBkaGlb0ZONRmG-4XZLQOlG4EM7D4nZw0B2MYlQH2I3dV0PKVXGsYVm0vL_5_sCveRNYI3Db1zjINhaUEqzWfvsDFWw_dpm9tUkVjfwDSKw9xla33zA8rB-giBHu7ehgby02i8mlkivXzFukygwE2YW3U0S5TL4QVL6rCWggBV0iKSmjWXStcoJLGO4Jf-6kZTVfwLsZBwRDcHFmO3qKNXD7kaZUfBfoYwnRBUeBg1AotaJ0WNpLmSCDTgKBJ_iOi2AcIipOR7aOeQ57BgsQL0szrYnEP6ip0D80U0ns_cPnTQC_tKtmOPUtGcPZgfvyg9atix_I6Q0BzGYCJBaW2XbrUmAUVgmrrbg5SPscwzbExEy5svNvBsbdEoyAcPgOtw-sjGikv-65IWUaXFtjS9W2m3AdxWqRNVpl1XB-rH8_WPZMejZ7xvLQDc8NCEWARG1pFhrSfrd7_wkzeVUof5s8JrfA4I83fqEphlzFdngke2QnooIl-jerKRQnrN5MHzvYqcSGwEIkME44RxhGh8c1zsRuH_Re5RbEA-9-6CckJFpG_gvLPWy_Z3EacFwoheOzXC-GlCFUDU-UIRidd2SVPYO3JjDunTHqE5dylrzBE8L576DySQubfemv9sNXIWMHkGgvqhqnNf6elDnUJUldC6-nlNsp_l4q57_CfQUKX49uWF2G0kbSCPKWrhu3Ws6Dl3JwbwyB8GcyJqDNNpPG2UL1ztWUmopFN2KbtOYmmnj4MJDZe4ZM_D5gIpA0X9WMrHxJP_9NSL791Q3OohOrZiCqomaA1e9Z62SMsU9XW9DQrBe3Lfw6CW_YP1RPt4VgH_t7wdLCm_YZeby7Pb6VuehPqe8kGlNlVDvvsaauQoeUmt9j44d-DN5pH1Oh-QkbJ97YOq3HlLokponSjhDkdL8ZqeBrMwb1wSvIDhxKiVV3m3S2ZbnY6vtq-l5FSDoCXVYXKj3nRHdAFPgh0377L8CipQEq7OZRMalkTxH3Mh_1L094xgRk5FRfBwDfRhEuATY9kbc5wNirDuZJglyBrbi4wLF5wYECPZYypIvJ7Y1wvzlS8_Yws3wJkhHJ3s1FmX2IQUF4uc0iTfxjawpU1TAl07CyPnf8IRl4fEg--uBGuMB4SV8ZKoV8ZAeqKHA0y3rdw5IFvLut_ZHC1rJ-906xySD6fOOBo96rspEAJgHUSw5lK2QIAkjn2vQcX3izSlIEjlm7qWb2frbEwt72XZOaZpJzWW8EDzKZsVxGB2_V425o2O33_eii4LUswj4J-tw0WtsWNn0Z9nM57v4pdUIhX4OJbrDbBJ90dkBkkCJ7fuMJ4gEQguGlFrgUIFLiI-wMs4wZKh9qqFVYO_LyCQOgbo0W5vvPYaxEO3_9UZto_UOwU5rzgl91uBw1nYPfIyDYG5WB4RbQmCmdTGEEouzebgaMVYvjspg6BPKx5-mSY98ATyG0h2wZ__IjPfiDbAXCb6y6gPBYEQ9I9M61iairgv798uyP0AC8dzUVP1t_d2fGhOza2MPZsMcJFhbmLnHy-Cvyt0FPekNK6DdonhDy4D-dbzczWM6LD3kOeT-yQsXde7wEpvk31P3Rkk5VnpifPC-5l8bkFa5TcRQ7AH9Z7tiv98MAZpBftBTGm_qge5vQt1Rhyd3R6UNqikydGtEr1o96ArsOPoVDJtIECwoheiG_kGSRMfEerT0d0syHJzXDzLRc2uIVcLSx6dPHp4rct1YuWVI_iIlingt1MJfoJnNVgJZvaASC0eF9Ss3GXwIYPrjrs5lYPWLzkAjPfKzGxlG89PstFbbsLEOjSceu_dXMHb48ZS-JDUZQ1mwcyokZ3CFV9OzpGk9d9guHY0wsHOpESep2tZ1IOH_kF4btP-dBuZEylcaedsnLVJjvw9OjvFAAN10IQW7N9YvwB0hI0kWDxlh7GGSepbvvUIo_JIhMlqeE144utmAPVj4VWvU-45mqRYDmp7-y6SoBnfyKQ', 1795330809736, 1, NULL, 1795330809736);
INSERT INTO "mail_outbox" ("id", "kind", "letter_sealed", "created_at", "attempts", "next_attempt_at", "sent_at") VALUES ('555c3dd4-52c6-4e5f-86e9-e995351ac6f3', 'verify', 'v1.k8358eb4c.REb204Amt0ekuY1O.bSGeaaIki9ovpgBoM8of9y86rOuky67sCuVpIEKsFrsCMgWx5Y-NNRZTsgLnM5EaOFd9_b12rStSRENM_9JZ45_Oq_ROxWTBAf0x2Ab1Jue7Cnckoy9nnmU8Sr8t3gLm5zBDLzIz-cPkkeUqx2DrKAXVL_ez91Nvsl52ZkR6Sv3cG4tCoX9W_K9w53piHjmMIigpzQkS67tJtDE9qTAb-hmJf0luHc_o5PXV_VmWO8aAAkJAtuuFSlQGTELb47iiRG4ETC5GaSTSIFhCct9yBjagCX_pq1gUa0BURkVT4mt-Cy4ylLObVMV5kScvjRR8q5Tjjwa_CfRyK0PhFDqoYG5ZbKPnw-KEp35Far2YTc9_pullPRQmS0tz6qmtgjaYjaJ6eleYJuNGMApQCNVbf-kdI4ZG2DP02jYWZkULcy3uZODjA9rW6r7PPFC8CjUDYxhK3Ee334MA4tXejB1ThaeTiw4WEmk1hMFrQAKZxUrdsSClgRKCMeNLmagSiG_D6bOAhH2_U7CH2cucjveK2RRJHokFeV2KuLSyEpYNMXLgf1BD3P689u0JjaNROC7UetAqQZXjEq54NVD1yBLZ03w3rUbJjAXSgcj1XlwZmSRiyjbDWTQOqxb1_h-PsfVvSMHLqs5HaULjDR92lBUNAInVdkjL_SxlC2aPqaEtm3nuSISpi2ugH2uk0fIIXdFM_KT3w2IsDDCP2rN38eKTzQMIFpwZ8saEfMICPn13VEoNnMDR1bJK80OftfuXRQjP7WVudD41N12Tw9T6dSP04YNOiBqWnEyBv1HZViPbAdQ5ghLRmvvDBa4VfdRJhdlBP5wQ-yympocy46raKMquUqFu0-s8fG11skp1rDjSAbwaGioITLAQe9dk7NC5tq533BG7lC05Qtyxz4MSw4yAwpVMSaqJpwr7gw4cd3KSNqpIAYVxzEDIo4yzwrJuq73tDHpnyNMxKJaz2MP80i9XlDK83tsMVkYmVOf0NYdmjXF1QZSg6-yY2NS0r-bYR3m1m_Sp4aG79DC3wIx3MyAYPax6E7gN_C4jcSwBW5W06eNZjrDrOML_NvcYyBn-wvySfHooMgbqqpiaStlyPjpJUPUFSOv_m1BMaYzehaC1416_Y7hrdmhwpo_Bgu5RNgM1dn7U9VceSkx4kKWbYvDst-6mYlTDHxC5mBzDBB4LNevySU_CSv_kuMjQi2ss3KT5eEH7LkSYfBHA0xxRjJVYpwNqAKnMtfr-VM4qy09i9lPWe3BxqwLxAnCdWMX7SPsYfiW1wMM8a9f6gW5hdDcb-acDV8MMSaBbdFo32Gz1P4SwaLqBAN5BvmbKJsHRmU2hFMd7ju92fdiRfUDoGFb6q6PBlQh4vbHZMuqS9TPbvBg24nLbpazn353m9VgdTvPBZHwK54ZjP0RLGjBnVNDdBdUViYuYfknevM5OsleMD9AvD3vWqDt4evnI6ywBuYcfi01pLVKqRLG1oeaORXa5AROR0wM50gzNBZLaTdteOoPRit4dymcFOti9OqdCvkAbScj9PQG6uQnLivCvitKc7XNiErXIVk1UlfkpYQuhIV142hG_nj9QC0vsvGEBdjlASbqL8Oq6QCE8aLc3NWxm0MdJIsF1LFvdo8KK3lvK-p1AVpZPxYyGYWTZiPXWJSigfCEVO7yXsOVhcTePc-kDyw1BaQnPVtqFTgA66Tns21MFFdAsmab3iWz7h_ytp9j0nmqV1jhc6TWSEWKrAVTRtyH-2_noTvLoeVnUZSg9vo2e7dWuS9l1ZuwPaAb9pOf2mw1d_2hRhQHWj1wPZb4GnJAz-DoIm3V7j_HOVlwJNFgmF3cboKptbYi1OfgRr7m8RkxvQoIsg3-Xib0Yfh1uM8TdtNQe86r3SuwMPeOJNmBGPmTUspkYgvtB3oPKzE1nOQcOe62hd70oY3iIRdIBk6S_8e9j5jSl3IWoaDCJXpTIu77b_44Yq3_z3ZT1hSm5ba-te7QrJ8ZUI1dliHkIhrluBF69n0P6PcCs25ttW60nFUT4C-7w2leG89CY0sbWl1UEIE4XQv_Yrs8FR1fY9KtQ5DxaKQCwb3XMXTwSvqgU-NhwvsCB9J_zvzFFv2QIWkLM65ycOOEYpreG2Svh8ukLkyDXVYJZRYgJxZk5Pe4I0mQ7pP2MjXn4lH2cWuXv9njCy_plKim1-aJXGe3VveqloM2IjSLZs13tyZ2guqX8fjQmH9h0wdWC8FEB1yQMPrQsT34FawGg2N4Cx0N9T3FbS8k7vsGy5oqmPxwKITwkR5UeRIb9d3RbCw3wA1xJHU_sondjJUy0SjeR0cb0zAyLx46kOU6PngmdeyVSQXP-e6znpkJ3b_qefDBdTITcoGMJ1hskCDMO4BDf0T3z7esyQmfihHiVqKVnf_GIIZSzqPaluwc6Smm8Kv27jqpjpATj_X36O1Q33GnpaLG0VtFOfjqt59SRUmX1b5Z_CPxduE_5Vm-310tZDgqBmTldoNfG3n23GbHgC5CMxbdnWLNrxfnS_zLKwL1k-Wjc8O7NBs3oMUWp2A1fjYzqW7k5BnAM1M5eo6lY6MUp8vEwFUWkGJlorMkfNzYnJ3mGYgGKAKsDGYWqMtLuQV-l1ArOO3otuAeW_Q3UloX0xg4doRM4XAGUKTvpXj43v7D6NpicrAuLH46byOlKGwbijcf5wd2MRDe4qu7-O0ppFU6UdGDoTHn4FVD17_GZTWS1FaKZI9_LYYTyFUC4umX41uk_3jMSCfKyC_he-kcZjCJedJCDSytsI4tOzis_kgfe1YJwNJwWNTLgHwwCg20mR_Tg1vR-xH5LuUEsIp0Tiwb-qlyNC8XdiO6dCmnz0QSy6nyG8vI5cZOX_W-0-AcDJj0xLDfjBgyc-k8T9oYT5kcbEobqErUV6A2Ij4ZUfB7IsSeCjw6Zrq05htsswEIte8TKl8MSHc5iav-8UsNV1Ltgw2PdrrMuX1ObNdcG_aXLVs6KJUl8qx0e_qANiatwdQum20gWfjO_L4f0t-k25K0U1UUIANm5H3FTlH5rSgwpeI166pvRONwnkIvEVF76Nrrx-k0vNzAyAVIF8wX0auRLLPc0EC2bhS24rOPm8b2yu_dV8fF_hK96CzX2qk3ITTG6PSgLSkRN0Ay6OQbifneS6Xc5ihG60VhbUAxfT0mOgLE8YOBwyeokewG-EyDcn3gkzy-T0iIgB-NK7EGjCe21TKpYYUejUnb0roLee3Y4W_Lc-Xv9dr8IRAw1LqvFDLskYw', 1795330835043, 1, NULL, 1795330835043);
INSERT INTO "sessions" ("token_hash", "user_id", "created_at", "expires_at") VALUES ('1ad7e7f68ec6554f2f04de78a468796835434475634d35fc7f3def09956e1120', '1e4e0238-3338-46ea-88b3-f68d032c3575', 1795330808674, 1797922808674);
INSERT INTO "sessions" ("token_hash", "user_id", "created_at", "expires_at") VALUES ('92ffe312aa2582c3fb684e71eb5d10793a254796608d6ab81b6b08e1d00569c9', '7968ac18-832a-41c0-a155-c679304cd69e', 1795330809736, 1797922809736);
INSERT INTO "sessions" ("token_hash", "user_id", "created_at", "expires_at") VALUES ('80991d1e6f3492e34761e62c8192b7bd91cae9d3cc7f96d0288c722652dfb2bd', '6a5c6769-6f26-477e-a33c-2c6b929f542c', 1795330835043, 1797922835043);
INSERT INTO "sessions" ("token_hash", "user_id", "created_at", "expires_at") VALUES ('47737b76fb9206caba1184aa452d7d64e0568e2a68983bffdd33b828e40493a4', '7968ac18-832a-41c0-a155-c679304cd69e', 1795330835423, 1797922835423);
INSERT INTO "users" ("id", "email", "first_name", "last_name", "password_hash", "rights_version", "created_at", "email_state", "log_name") VALUES ('1e4e0238-3338-46ea-88b3-f68d032c3575', 'person-a2bcb89c-60e9-4c18-9889-72c3d912c5d3@example.org', '', '', 'scrypt$8192$8$1$10$Ex8NaQ5ppFFg491FcPQqow$eS3B-GnuojqHPZGYcNszhYZuej9zu7CAgtVFD1tuGvU', 0, 1795330808674, 'unverified', 'bdab33f09abe7fbc');
INSERT INTO "users" ("id", "email", "first_name", "last_name", "password_hash", "rights_version", "created_at", "email_state", "log_name") VALUES ('7968ac18-832a-41c0-a155-c679304cd69e', 'person-a3f7e514-fe81-43ef-a95c-82fc8f2a6267@example.org', 'Ada', 'Grün', 'scrypt$8192$8$1$10$ILeB-vtBSWyBVCFkQyZYyA$UfN1Bmzd-izF5uzpFY7h5trqwHRx8SIVBM6o7HPo79I', 4, 1795330809736, 'unverified', 'dd0ba693aa988137');
INSERT INTO "users" ("id", "email", "first_name", "last_name", "password_hash", "rights_version", "created_at", "email_state", "log_name") VALUES ('6a5c6769-6f26-477e-a33c-2c6b929f542c', 'person-e987cd0c-5108-4a57-976c-0a991f6c6953@example.org', '', '', 'scrypt$8192$8$1$10$e5mGVy46xjMZVp8voBVqBQ$5cbPTHVCHDvyC0dAhAV75UemhQqsdVSKl3e81kv41ys', 0, 1795330835043, 'unverified', '356b5aff86457d8f');
INSERT INTO "device_links" ("id", "token_hash", "user_id", "device_id", "created_at", "expires_at") VALUES ('5053d635-38c3-4a75-83e6-e60ce8db2df6', '3c0e31eb37a58c892d86731f7edc98f80e40771e42d77384c856435665cf5456', '7968ac18-832a-41c0-a155-c679304cd69e', 'd52a9672-9bf8-40b5-bab2-47361c2edc2e', 1795330813235, 1795334413235);
INSERT INTO "email_links" ("token_hash", "user_id", "purpose", "email", "session_hash", "created_at", "expires_at") VALUES ('a7b8780b419880e0219a6494a57f7923a50904172aaf9e0b473ef6750792a974', '1e4e0238-3338-46ea-88b3-f68d032c3575', 'verify', 'person-a2bcb89c-60e9-4c18-9889-72c3d912c5d3@example.org', NULL, 1795330808674, 1795503608674);
INSERT INTO "email_links" ("token_hash", "user_id", "purpose", "email", "session_hash", "created_at", "expires_at") VALUES ('aa5a645f723a47c7cf61fe1909a18583a27edb152a4bc15ce40b7b3879840513', '7968ac18-832a-41c0-a155-c679304cd69e', 'verify', 'person-a3f7e514-fe81-43ef-a95c-82fc8f2a6267@example.org', NULL, 1795330809736, 1795503609736);
INSERT INTO "email_links" ("token_hash", "user_id", "purpose", "email", "session_hash", "created_at", "expires_at") VALUES ('a2a4af20359cd09373106a5f51c694ab051c35c76ed1ad02712395bfc484c37b', '6a5c6769-6f26-477e-a33c-2c6b929f542c', 'verify', 'person-e987cd0c-5108-4a57-976c-0a991f6c6953@example.org', NULL, 1795330835043, 1795503635043);
INSERT INTO "known_browsers" ("token_hash", "user_id", "created_at", "expires_at") VALUES ('b4e1c1ecce5c0de3f93fa348e5116f38e4f73d20f7e8d7464e659758bb8a2768', '1e4e0238-3338-46ea-88b3-f68d032c3575', 1795330808674, 1810882808674);
INSERT INTO "known_browsers" ("token_hash", "user_id", "created_at", "expires_at") VALUES ('6c3c61d0e045ebc66bb015df7debad8fea3c7a487c83553ea0125aa97e7c261d', '7968ac18-832a-41c0-a155-c679304cd69e', 1795330809736, 1810882809736);
INSERT INTO "known_browsers" ("token_hash", "user_id", "created_at", "expires_at") VALUES ('03d42fa23eab7503c5bc1eba57d6c4886b0612cc3e632d2db546efb4c64cf57a', '6a5c6769-6f26-477e-a33c-2c6b929f542c', 1795330835043, 1810882835043);
INSERT INTO "known_browsers" ("token_hash", "user_id", "created_at", "expires_at") VALUES ('0902370bfd7a36f1c1d9ced82d3eee5255b16f8ecdf0ca4a57eb048aff8c258c', '7968ac18-832a-41c0-a155-c679304cd69e', 1795330835423, 1810882835423);
CREATE UNIQUE INDEX `api_keys_hash` ON `api_keys` (`key_hash`);
CREATE INDEX `api_keys_user` ON `api_keys` (`user_id`,`created_at`);
CREATE UNIQUE INDEX `channels_topic` ON `channels` (`user_id`,`topic`);
CREATE INDEX `channels_user` ON `channels` (`user_id`,`created_at`);
CREATE INDEX `credential_channels_channel` ON `credential_channels` (`channel_id`);
CREATE UNIQUE INDEX `credentials_username` ON `credentials` (`user_id`,`username`);
CREATE INDEX `credentials_user` ON `credentials` (`user_id`,`created_at`);
CREATE INDEX `credentials_bare_username` ON `credentials` (`username`);
CREATE INDEX `device_channels_channel` ON `device_channels` (`channel_id`);
CREATE INDEX `devices_user` ON `devices` (`user_id`,`created_at`);
CREATE INDEX `events_user` ON `events` (`user_id`,`at`);
CREATE INDEX `events_device` ON `events` (`user_id`,`device_id`,`at`);
CREATE INDEX `events_retention` ON `events` (`at`);
CREATE INDEX `mail_outbox_next` ON `mail_outbox` (`next_attempt_at`);
CREATE INDEX `mail_outbox_created` ON `mail_outbox` (`created_at`);
CREATE INDEX `password_resets_user` ON `password_resets` (`user_id`);
CREATE INDEX `password_resets_expiry` ON `password_resets` (`expires_at`);
CREATE INDEX `sessions_user` ON `sessions` (`user_id`,`created_at`);
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);
CREATE UNIQUE INDEX `device_links_token` ON `device_links` (`token_hash`);
CREATE INDEX `device_links_device` ON `device_links` (`device_id`);
CREATE INDEX `device_links_user` ON `device_links` (`user_id`);
CREATE INDEX `device_links_expiry` ON `device_links` (`expires_at`);
CREATE INDEX `email_links_user` ON `email_links` (`user_id`,`purpose`);
CREATE INDEX `email_links_email` ON `email_links` (`email`,`purpose`);
CREATE INDEX `email_links_expiry` ON `email_links` (`expires_at`);
CREATE INDEX `known_browsers_user` ON `known_browsers` (`user_id`,`created_at`);
CREATE INDEX `known_browsers_expiry` ON `known_browsers` (`expires_at`);
CREATE INDEX `users_log_name` ON `users` (`log_name`);
CREATE INDEX `reset_links_email` ON `reset_links` (`email_hash`);
CREATE INDEX `reset_links_user` ON `reset_links` (`user_id`);
CREATE INDEX `reset_links_expiry` ON `reset_links` (`expires_at`);
