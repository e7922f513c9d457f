CREATE TABLE "d1_migrations"(
		id         INTEGER PRIMARY KEY AUTOINCREMENT,
		name       TEXT UNIQUE,
		applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
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
CREATE TABLE `invitations` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
CREATE TABLE `known_browsers` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
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
CREATE TABLE `reset_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`email_hash` text NOT NULL,
	`user_id` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_by` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE TABLE `waitlist` (
	`email` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`invited_at` integer
);
CREATE TABLE `job_runs` (
	`name` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`failed` text DEFAULT '{"version":1,"value":[]}' NOT NULL
);
CREATE TABLE `operator_actions` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`key_name` text NOT NULL,
	`call` text NOT NULL,
	`account_id` text,
	`said` text,
	`status` integer
);
CREATE TABLE `schedules` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`device_id` text NOT NULL,
	`name` text NOT NULL,
	`state` integer DEFAULT false NOT NULL,
	`timing` text NOT NULL,
	`time_zone` text NOT NULL,
	`place` text,
	`missed` text NOT NULL,
	`grace` integer NOT NULL,
	`enabled` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`since` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
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
	`series` text,
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
	`earlier_sealed` text,
	`earlier_since` integer,
	`earlier_until` integer,
	`secret_version` integer DEFAULT 1 NOT NULL,
	`server_made` integer DEFAULT false NOT NULL,
	`view` text DEFAULT 'account' NOT NULL,
	`grants` text DEFAULT '{"version":1,"value":[]}' NOT NULL,
	`device_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE set null
);
CREATE TABLE `device_channels` (
	`device_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`device_id`, `channel_id`),
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`channel_id`) REFERENCES `channels`(`id`) ON UPDATE no action ON DELETE cascade
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
CREATE TABLE `devices` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`state` integer DEFAULT false NOT NULL,
	`command_ttl` integer DEFAULT 86400 NOT NULL,
	`auto_off` integer DEFAULT 0 NOT NULL,
	`off_on_disconnect` integer DEFAULT false NOT NULL,
	`found` text,
	`shown_values` text,
	`value_labels` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "devices_state" CHECK("devices"."state" in (0, 1))
);
CREATE TABLE `erasures` (
	`user_id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL
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
	`email_state` text DEFAULT 'unverified' NOT NULL,
	`first_name` text DEFAULT '' NOT NULL,
	`last_name` text DEFAULT '' NOT NULL,
	`password_hash` text NOT NULL,
	`rights_version` integer DEFAULT 0 NOT NULL,
	`mqtt_profile` text DEFAULT 'full' NOT NULL,
	`home_assistant` integer DEFAULT false NOT NULL,
	`suspended_at` integer,
	`suspended_reason` text,
	`own_limits` text DEFAULT '{"version":1,"value":{}}' NOT NULL,
	`created_at` integer NOT NULL
);
INSERT INTO "d1_migrations" ("id", "name", "applied_at") VALUES (1, '0000_tables.sql', '2026-11-23 18:41:04');
INSERT INTO "sqlite_sequence" ("name", "seq") VALUES ('d1_migrations', 1);
INSERT INTO "email_links" ("token_hash", "user_id", "purpose", "email", "session_hash", "created_at", "expires_at") VALUES ('a5db7b5da87e3fe4a4a3f24ce0a77bf8feda92693081bc9a2a715d82b0f5d2a8', 'b07990cb-3404-478d-b511-77ab91c020e4', 'verify', 'person-198e767e-d732-41cb-bae4-fe2edf6b464a@example.org', NULL, 1795459273362, 1795632073362);
INSERT INTO "known_browsers" ("token_hash", "user_id", "created_at", "expires_at") VALUES ('e35ad976c1675713d99f3739b386f9f882c0d25da34bc9bd0023dae4d6d46382', 'b07990cb-3404-478d-b511-77ab91c020e4', 1795459273362, 1811011273362);
INSERT INTO "known_browsers" ("token_hash", "user_id", "created_at", "expires_at") VALUES ('8245140f76fea995d25f385e50861fea0b2ac763a0b6a212ca6feac7e44b7803', 'b07990cb-3404-478d-b511-77ab91c020e4', 1795459275630, 1811011275630);
INSERT INTO "mail_outbox" ("id", "kind", "letter_sealed", "created_at", "attempts", "next_attempt_at", "sent_at") VALUES ('3af859a2-8234-49ec-ba9c-8e4a6276a29b', 'verify', 'v1.k2ad68e08.iPPkKIi-GD5gaESF.UJtenDWnbqYi-YA0Fx9Rvf0Pm03kIsUWgy5nReZfLi8dgiLujt7EnQxSj4uoUJHi2xX7Me4TDgxCCBrnghGh1GXvAPlXTV7uCXbl-kY0LikLS2G8XZxhPcZ-NV2VQWmkjta5A_H8-c9-HE7OV3RXiN7lDPC1BpMdvbknujdAVKlICFFskkKib5GDRVbzW3Qi-gWW742is6KJLj6E5aNvSdCggZkAZsdxwNcWZ1R4Am-DqVhuGWNFY4Z8MZYxHxomGnDdLR-YXyWQkg48Dv5w3zQ4KzEBCbqEchUzbOJEp9cLKpJiZ7ARNbSnLKwDlqjoSG48Ib3LMVS6L9HmYm2IhwZfJH_UlX8ltnhvR2i5Zcw-RYdUqYAbbdbWCKvZE166gdeyVxxDaJe4oU1Cgu_4TWoVoyR4QXZkXPf3kFszApOfHYsTUmEmbE081UOJEH8dr3VPEIV-Ky6zWRPpUpYY72Pu5YGz20J5V6lLF_sq7WuqtNs4xnUCDrlvnKHemKRTw3hTzzLYFC5lxZQirIOEjX9L8wDdpWo3mcAeDfnd9Ssgyl1J9OlNjOpp3JwznojhWpQqTfjq2R4teG2cTCYU669M9tlcUK6XDNEplUmgaWi6gB7IrSMpMbARyW4Q9KJTt4YfWaYQTy-8jrNDXRsnXkrUkcIpBUL3I2a4BGsvmQd4-BUWqGMhqk5Sq4lJOVMaVSEbPI_0FLjIhmC3cKXTB2Ef_DeeeiOELHiDDfgg1NpYVWvEDMN24zPLh6rx8kWlNoWMZCsSz8C0p1hlO4LeifNqddgmTlQkz1LrQxNm7uayIagN3_IvfL3NYF0Xazf5w1L78JJvVUOnFJ2XrwDB4-DPsYcYGg7qvVpAMGIVuvIfgB283KltKOPvSNhmvBsb94t72HP29IA1Isc0eczBzV9TRtLfcnYGIgMuprhMEWcm1xygDttokcZW-jbuzzVDcoEHcFcYHg6r8FsrgG0MZkY7Wb4aWmMrH9KfdXlxnwLUilXEE9anX7YEMqC5oBMJ905BA8Wi5aS3-1jr-zjod88YlDQWAfZsxCfvfa5UQEc6Q7zt9ZMeP0j6w7D8NeCfFWTiZw1oN125bxmj0b5BQUykrcisSNAxER8bfzK9cbDsBEmlbFgYAXH_cgmOW-EISZv_JVDHAvNW3VWBx51GPq5E6xdyTX1SziNiIgbJsX01Fno-wVz8n5oguMobR7be_sS28_5MKJeVW2Os9F84IWdMWiqPZ00BaEEX_mcXwQzww1VuED6RH7eV7KsfYcPTYqfMKuzTG6_t5yBZd4fpUpyfIuZTpOMDJiYrf8opGwXrRVdaIayvTzP7f01CLCLT8E6mwsvRuEjKr3LZnHu1yKCKFXvTK73boiM7EsiQMu4tPOzBz94xmHawgNdBzsTH42Q3LZ1p8kbfwI3bWgUC_iKOm901hFTDeVAKktadOY_JatUKbelTmjmubr0dMz4uCn5lHASNxelAn5AtjkTD8zCi5KjzcUV8rHhS1USUblArxc32puwMYqYM5G52YiMu7ULS39eUkXWmcsEZuJqa2Bh4iCkV9sXZrPwlpI9llrKE34R1uhM_dQs_0W6517njDGueZ-OhfxQw8EkO2oHQDQlv-0N3KR1NJkHK-FKVEA5uSLZUwt3VC39cUHRaffa0gxe7CmQaWy9ZK-eQdFCb4V8dcCvm07fMEsEO3odGUlVku6JWPs7EvH7uNBQHQfTDcB-UZy0Cmx4PEOrNy2mp38Bp3FVNq6fuWRSL6vlWM1aB3xEDMxE5aeQ77Az5NXUeFUGJZvo3RPYZyI13iT3CXITeTrH7LOEVc6C1rexLXv47BoUJPal2DMCB63DxgXiGFa1rKM16zYwwzAZ6bjsL55fLT8CA_0OAxB7WA7nmzZXHJ6RgJpg7bIDEKkcWOIIKuery43OEh2QP2aYobA2lLcXKYtkx527UB4y_NJN4d4NgGI8M_JQnpgQeqxhLI9_1qm7Caw-1Qy1snJr8_kCFeW1yEY8grkD6EFONpNxAxEwXRmjyQZMTQ7wzN3ri1Nq91snh8kApc3y4BBg3NG18KvEFedYTI-ynyLSsBfhVWoSbbJ2rShloeou8_aVyWxwFf-TmOo45GHDFVfO_gLhSQnM7cnK-6HUCUqFARq1o6jnS47vIIqkkSzcJ7hjvFsfeC9lcW8Beh0XKQjrNfp4caS-Iybj4BcYK8Y2vlQ-LE_O_rmeXWhFLkDcid1W_RoypH2gVcIciTGbeJQcdAEcxXdjy7JAVgwYmIlnB4qX-3rKLC0X76YhfV6od0YeJHzyX3CX6_cSY6rg6Le1WVluKNACRmCp3meaaGlZGULuKzl07ql5QKBvv_88vuRbxTgIyQ81VT0pcCk1zRkOCE6aUFkXxqfnBCCwOyVW6fg1BMLFrgC6-WNgyKN_HUnmmV5CQ3pHGn8oUQV5BUkhY-eI5zi0pqWkaGwp6JCE7VkjUTEO2vTLpNq-4SF4w0c88vfOOO4F2rsWkFgR46aU4v9T4R3Bf_Dc9d3N5lgjSu5ckoFY0nbG0R_iaUY9Ww2lcQme2uQfLB6AMR-4H6394pY1Q30YwIE3X2bWpryO-NTk4pAYFVWrQTmf6xCuxmrwf06i0kj8BN-FjoWkhmeyNzveWc1uLyVFZcLkJ3W9YA9ndWttFjeP-bKOEGZSGCRW0yjYSo9lCkUGhGufBZebrY-6ey9mv-6msLn-LU9ae8F46M5Iqhm6tJFAC390r5wsX2k9wbrg3SyoiVV85DvVtF7jGFiyfDw_B7KaItQS1C-OsCni6sq0gDB0_75MyZUB1oBSTY3ddAFnJf_-ikPXdnBtJNv_NpzY5P31Z7QF1xZlvKhNRtk605BhSlU0ObmdmCcm4VAScZmzZsuR2-L07qTW0JJ493-CEDvxSWactvv_mZN8QKZMsRIkuIGnv9G_BO16xabaZItzWy3hJnupiwRGokHy21hDHN09xod-CGJXpazno0WaLMON5060TCDTUgtfkwTW-xk9szrRI0JOc8INJAcKQrvYiCeBsUulZxL2xyjj0vQwFSlZjQJd06q-R6flfdhAndbiLJrsesCnx7qY2Em-bXkqTB3-MzFHJhSN2PTSDjCUYDS5S2CdrO3MSD7hL5mEaZc6aikTfVfWBNIubwdddJf5Ns2FlaZ4M96tJxKep9nOCUwij7EvDPRX5nJht2UD2BC8_jfTJPFx-4LWDzPJ0dmYBzEWa_HuGn06H34-1tK23XQLR3sKbjVgXGWwE3A', 1795459273362, 1, NULL, 1795459273362);
INSERT INTO "job_runs" ("name", "at", "failed") VALUES ('cron', 1795459273311, '{"version":1,"value":[]}');
INSERT INTO "schedules" ("id", "user_id", "device_id", "name", "state", "timing", "time_zone", "place", "missed", "grace", "enabled", "created_at", "since") VALUES ('d6954624-e854-4918-93b8-2385bbb0c4c0', 'b07990cb-3404-478d-b511-77ab91c020e4', 'd10a9375-a500-4b05-a653-abdafbe05831', 'Weekdays', 1, '{"version":1,"value":{"cron":"30 6 * * 1-5"}}', 'Europe/Berlin', NULL, 'skip', 600, 0, 1795459274016, 1795459274016);
INSERT INTO "schedules" ("id", "user_id", "device_id", "name", "state", "timing", "time_zone", "place", "missed", "grace", "enabled", "created_at", "since") VALUES ('caea4a4a-9698-423e-bf91-4525679b7de9', 'b07990cb-3404-478d-b511-77ab91c020e4', 'd10a9375-a500-4b05-a653-abdafbe05831', 'Dusk', 1, '{"version":1,"value":{"sun":"sunset","offset":-900}}', 'UTC', '{"version":1,"value":{"lat":52.5,"lon":13.4}}', 'skip', 600, 0, 1795459274065, 1795459274065);
INSERT INTO "schedules" ("id", "user_id", "device_id", "name", "state", "timing", "time_zone", "place", "missed", "grace", "enabled", "created_at", "since") VALUES ('4e6b1f38-ba8e-4d2a-a3d4-03f4da1bc9e8', 'b07990cb-3404-478d-b511-77ab91c020e4', 'd10a9375-a500-4b05-a653-abdafbe05831', 'Holidays', 0, '{"version":1,"value":{"at":4922272800000}}', 'Asia/Tokyo', NULL, 'skip', 600, 0, 1795459274104, 1795459274104);
INSERT INTO "api_keys" ("id", "user_id", "key_hash", "key_sealed", "created_at") VALUES ('2bcbd233-b83f-4e07-846d-78893f62d0ba', 'b07990cb-3404-478d-b511-77ab91c020e4', 'k04de48c9.pgCcYvG_hYofb21f2LYrjunTTGU4cFs9v9FKMKV2duE', 'v1.k2ad68e08.aH26V1RFKd5pAm5R.PyDr78iouEKcqNpigxZHEmEM4liVgyWCQTiLDLS_E53UQa8j6_NpXhUzSb7KQgw6nAC7LtQ51mI3KA', 1795459273729);
INSERT INTO "channels" ("id", "user_id", "name", "topic", "description", "series", "created_at") VALUES ('958a9aa0-3e63-4bf9-95e7-27663cf22047', 'b07990cb-3404-478d-b511-77ab91c020e4', 'workshop/lamp', 'b07990cb-3404-478d-b511-77ab91c020e4/workshop/lamp', '', NULL, 1795459273842);
INSERT INTO "credential_channels" ("credential_id", "channel_id", "position") VALUES ('909c483d-0df8-4e5c-af53-67d76e6004ce', '958a9aa0-3e63-4bf9-95e7-27663cf22047', 0);
INSERT INTO "credentials" ("id", "user_id", "name", "username", "password_sealed", "earlier_sealed", "earlier_since", "earlier_until", "secret_version", "server_made", "view", "grants", "device_id", "created_at") VALUES ('909c483d-0df8-4e5c-af53-67d76e6004ce', 'b07990cb-3404-478d-b511-77ab91c020e4', 'lamp', 'lamp', 'v1.k2ad68e08.xnqPJhsEs-9fVv78.EvW0jQqHK4suqrhlLJyBx_C7xUH_I_3ebSlbYRPR', NULL, NULL, NULL, 1, 0, 'account', '{"version":1,"value":[]}', NULL, 1795459273886);
INSERT INTO "device_channels" ("device_id", "channel_id", "position") VALUES ('d10a9375-a500-4b05-a653-abdafbe05831', '958a9aa0-3e63-4bf9-95e7-27663cf22047', 0);
INSERT INTO "devices" ("id", "user_id", "name", "state", "command_ttl", "auto_off", "off_on_disconnect", "found", "shown_values", "value_labels", "created_at") VALUES ('d10a9375-a500-4b05-a653-abdafbe05831', 'b07990cb-3404-478d-b511-77ab91c020e4', 'Lamp', 0, 86400, 0, 0, NULL, NULL, NULL, 1795459273919);
INSERT INTO "devices" ("id", "user_id", "name", "state", "command_ttl", "auto_off", "off_on_disconnect", "found", "shown_values", "value_labels", "created_at") VALUES ('07cad8d6-7ca8-4d17-afec-560b0c486598', 'b07990cb-3404-478d-b511-77ab91c020e4', 'Heater – cellar', 0, 60, 1, 1, NULL, NULL, NULL, 1795459273962);
INSERT INTO "devices" ("id", "user_id", "name", "state", "command_ttl", "auto_off", "off_on_disconnect", "found", "shown_values", "value_labels", "created_at") VALUES ('f4331a9a-0e75-429a-8c51-2882d79cb463', 'b07990cb-3404-478d-b511-77ab91c020e4', 'Gate', 0, 86400, 0, 0, NULL, NULL, NULL, 1795459273984);
INSERT INTO "sessions" ("token_hash", "user_id", "created_at", "expires_at") VALUES ('410070a86bbe2704ac6a558e22e03baecf3e7afc5682ff594dee338de64f8dca', 'b07990cb-3404-478d-b511-77ab91c020e4', 1795459273362, 1798051273362);
INSERT INTO "sessions" ("token_hash", "user_id", "created_at", "expires_at") VALUES ('56d23c35dffb5059261ea996d437ed4075e998d33b02e5ea434b2e70999bdaec', 'b07990cb-3404-478d-b511-77ab91c020e4', 1795459275630, 1798051275630);
INSERT INTO "users" ("id", "email", "email_state", "first_name", "last_name", "password_hash", "rights_version", "mqtt_profile", "home_assistant", "suspended_at", "suspended_reason", "own_limits", "created_at") VALUES ('b07990cb-3404-478d-b511-77ab91c020e4', 'person-198e767e-d732-41cb-bae4-fe2edf6b464a@example.org', 'unverified', '', '', 'scrypt$8192$8$1$10$lle0IYFdSunUMN1pjsEm7w$RFyQZUij2mhRpTH4mPmLGiZsXk4hMFUihymmjJjAR40', 9, 'full', 0, NULL, NULL, '{"version":1,"value":{}}', 1795459273362);
CREATE INDEX `email_links_user` ON `email_links` (`user_id`,`purpose`);
CREATE INDEX `email_links_email` ON `email_links` (`email`,`purpose`);
CREATE INDEX `email_links_expiry` ON `email_links` (`expires_at`);
CREATE INDEX `invitations_email` ON `invitations` (`email`);
CREATE INDEX `invitations_expiry` ON `invitations` (`expires_at`);
CREATE INDEX `known_browsers_user` ON `known_browsers` (`user_id`,`created_at`);
CREATE INDEX `known_browsers_expiry` ON `known_browsers` (`expires_at`);
CREATE INDEX `mail_outbox_next` ON `mail_outbox` (`next_attempt_at`);
CREATE INDEX `mail_outbox_created` ON `mail_outbox` (`created_at`);
CREATE INDEX `reset_links_email` ON `reset_links` (`email_hash`);
CREATE INDEX `reset_links_user` ON `reset_links` (`user_id`);
CREATE INDEX `reset_links_expiry` ON `reset_links` (`expires_at`);
CREATE INDEX `waitlist_order` ON `waitlist` (`created_at`);
CREATE INDEX `operator_actions_at` ON `operator_actions` (`at`,`id`);
CREATE INDEX `operator_actions_account` ON `operator_actions` (`account_id`,`at`);
CREATE INDEX `schedules_user` ON `schedules` (`user_id`);
CREATE INDEX `schedules_device` ON `schedules` (`device_id`,`created_at`);
CREATE UNIQUE INDEX `api_keys_hash` ON `api_keys` (`key_hash`);
CREATE INDEX `api_keys_user` ON `api_keys` (`user_id`,`created_at`);
CREATE UNIQUE INDEX `channels_topic` ON `channels` (`user_id`,`topic`);
CREATE INDEX `channels_user` ON `channels` (`user_id`,`created_at`);
CREATE INDEX `credential_channels_channel` ON `credential_channels` (`channel_id`);
CREATE UNIQUE INDEX `credentials_username` ON `credentials` (`user_id`,`username`);
CREATE INDEX `credentials_user` ON `credentials` (`user_id`,`created_at`);
CREATE INDEX `credentials_bare_username` ON `credentials` (`username`);
CREATE UNIQUE INDEX `credentials_server_made` ON `credentials` (`username`) WHERE "credentials"."server_made" = 1;
CREATE INDEX `credentials_device` ON `credentials` (`device_id`);
CREATE INDEX `credentials_earlier` ON `credentials` (`earlier_until`);
CREATE INDEX `device_channels_channel` ON `device_channels` (`channel_id`);
CREATE UNIQUE INDEX `device_links_token` ON `device_links` (`token_hash`);
CREATE INDEX `device_links_device` ON `device_links` (`device_id`);
CREATE INDEX `device_links_user` ON `device_links` (`user_id`);
CREATE INDEX `device_links_expiry` ON `device_links` (`expires_at`);
CREATE INDEX `devices_user` ON `devices` (`user_id`,`created_at`);
CREATE INDEX `sessions_user` ON `sessions` (`user_id`,`created_at`);
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);
