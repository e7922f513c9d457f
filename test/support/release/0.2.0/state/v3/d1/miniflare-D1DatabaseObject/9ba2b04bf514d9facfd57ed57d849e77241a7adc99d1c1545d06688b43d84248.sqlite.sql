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
	`room` text DEFAULT '' NOT NULL,
	`pinned` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL, `controls` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "devices_state" CHECK("devices"."state" in (0, 1))
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
CREATE TABLE `erasures` (
	`user_id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL
);
CREATE TABLE `invitations` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
CREATE TABLE `job_runs` (
	`name` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`failed` text DEFAULT '{"version":1,"value":[]}' NOT NULL
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
CREATE TABLE `operator_actions` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`key_name` text NOT NULL,
	`call` text NOT NULL,
	`account_id` text,
	`said` text,
	`status` integer
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
	`since` integer NOT NULL, `set_values` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`browser` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE TABLE `tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`scopes` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer, `kind` text DEFAULT 'program' NOT NULL, `starts_at` integer,
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
	`time_zone` text,
	`clock` text,
	`cleared_at` integer,
	`created_at` integer NOT NULL
);
CREATE TABLE `waitlist` (
	`email` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`invited_at` integer
);
CREATE TABLE `webhook_secrets` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`target_id` text NOT NULL,
	`secret_sealed` text NOT NULL,
	`created_at` integer NOT NULL,
	`until` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE TABLE `security_events` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`detail` text NOT NULL,
	`count` integer DEFAULT 1 NOT NULL,
	`address_sealed` text,
	`browser` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
INSERT INTO "d1_migrations" ("id", "name", "applied_at") VALUES (1, '0000_tables.sql', '2026-11-27 11:43:13');
INSERT INTO "d1_migrations" ("id", "name", "applied_at") VALUES (2, '0001_security.sql', '2026-11-27 11:43:14');
INSERT INTO "d1_migrations" ("id", "name", "applied_at") VALUES (3, '0002_controls.sql', '2026-11-27 11:43:15');
INSERT INTO "d1_migrations" ("id", "name", "applied_at") VALUES (4, '0003_guests.sql', '2026-11-27 11:43:17');
INSERT INTO "sqlite_sequence" ("name", "seq") VALUES ('d1_migrations', 4);
INSERT INTO "api_keys" ("id", "user_id", "key_hash", "key_sealed", "created_at") VALUES ('34f82619-c2b4-4fad-9d0c-fd1297bcabbb', 'c870e27d-4d5c-4cb7-acdb-2c88ae71c886', 'k048494f5.kepO08F1jeWZV7U2V8liwsRluqxlL7pDRokwsjEvfVc', 'v1.k6ef451c1.GtldkWkhhjCBlHj7.EATQaHz3g6Gm9fE_LxBkWPIkovR2m3yQr3rfA9wGto2RGml6mJEsK6uHjSPMhrEQMhSryoJxZoPfTg', 1795780108763);
INSERT INTO "channels" ("id", "user_id", "name", "topic", "description", "series", "created_at") VALUES ('934c7f6e-7aa3-4ef4-9edb-14d0ae812cbf', 'c870e27d-4d5c-4cb7-acdb-2c88ae71c886', 'workshop/lamp', 'c870e27d-4d5c-4cb7-acdb-2c88ae71c886/workshop/lamp', '', NULL, 1795780108841);
INSERT INTO "credential_channels" ("credential_id", "channel_id", "position") VALUES ('1bda0a85-8b54-4dae-82f1-7aa963724147', '934c7f6e-7aa3-4ef4-9edb-14d0ae812cbf', 0);
INSERT INTO "credentials" ("id", "user_id", "name", "username", "password_sealed", "earlier_sealed", "earlier_since", "earlier_until", "secret_version", "server_made", "view", "grants", "device_id", "created_at") VALUES ('1bda0a85-8b54-4dae-82f1-7aa963724147', 'c870e27d-4d5c-4cb7-acdb-2c88ae71c886', 'lamp', 'lamp', 'v1.k6ef451c1.q_fegXm88YZRAuvg.ar6TjkCi5XJn2oi56vmx2Lb7JDsFLt7c0LE-29Fv', NULL, NULL, NULL, 1, 0, 'account', '{"version":1,"value":[]}', NULL, 1795780108878);
INSERT INTO "device_channels" ("device_id", "channel_id", "position") VALUES ('8dded56f-8a89-4133-9d4f-f90269267505', '934c7f6e-7aa3-4ef4-9edb-14d0ae812cbf', 0);
INSERT INTO "devices" ("id", "user_id", "name", "state", "command_ttl", "auto_off", "off_on_disconnect", "found", "shown_values", "value_labels", "room", "pinned", "created_at", "controls") VALUES ('8dded56f-8a89-4133-9d4f-f90269267505', 'c870e27d-4d5c-4cb7-acdb-2c88ae71c886', 'Lamp', 0, 86400, 0, 0, NULL, NULL, NULL, '', 0, 1795780108915, NULL);
INSERT INTO "devices" ("id", "user_id", "name", "state", "command_ttl", "auto_off", "off_on_disconnect", "found", "shown_values", "value_labels", "room", "pinned", "created_at", "controls") VALUES ('02018203-5a5b-432d-94bf-1c7509d849f6', 'c870e27d-4d5c-4cb7-acdb-2c88ae71c886', 'Heater – cellar', 0, 60, 1, 1, NULL, NULL, NULL, '', 0, 1795780108954, NULL);
INSERT INTO "devices" ("id", "user_id", "name", "state", "command_ttl", "auto_off", "off_on_disconnect", "found", "shown_values", "value_labels", "room", "pinned", "created_at", "controls") VALUES ('90142677-a831-4015-bac6-3352623d0a24', 'c870e27d-4d5c-4cb7-acdb-2c88ae71c886', 'Gate', 0, 86400, 0, 0, NULL, NULL, NULL, '', 0, 1795780108982, NULL);
INSERT INTO "devices" ("id", "user_id", "name", "state", "command_ttl", "auto_off", "off_on_disconnect", "found", "shown_values", "value_labels", "room", "pinned", "created_at", "controls") VALUES ('8e54b352-01a1-4b37-bf02-59368adf78bd', 'c870e27d-4d5c-4cb7-acdb-2c88ae71c886', 'Fan', 0, 86400, 0, 0, NULL, NULL, NULL, '', 0, 1795780109087, '{"version":1,"value":[{"key":"speed","name":null,"unit":"%","kind":"number","min":0,"max":100,"step":1},{"key":"mode","name":null,"unit":null,"kind":"choice","options":["eco","full"]}]}');
INSERT INTO "email_links" ("token_hash", "user_id", "purpose", "email", "session_hash", "created_at", "expires_at") VALUES ('8241b35203c27dc018e42eda1c8a4f3b44500982c2a857414ac9e6aeb819cf14', 'c870e27d-4d5c-4cb7-acdb-2c88ae71c886', 'verify', 'person-7053e61f-c91c-4f28-9cc2-f4b9244ea9ce@example.org', NULL, 1795780108661, 1795952908661);
INSERT INTO "job_runs" ("name", "at", "failed") VALUES ('cron', 1795780108538, '{"version":1,"value":[]}');
INSERT INTO "known_browsers" ("token_hash", "user_id", "created_at", "expires_at") VALUES ('65a4a10dbf1ae09af744fbb3dcec5a35c0536df739fcda9e752a388afd94289e', 'c870e27d-4d5c-4cb7-acdb-2c88ae71c886', 1795780108661, 1811332108661);
INSERT INTO "known_browsers" ("token_hash", "user_id", "created_at", "expires_at") VALUES ('4b9b97d98578d7fd08ca89376c1ac3fda0c431f9cb1d00afa065747a9b6d81e0', 'c870e27d-4d5c-4cb7-acdb-2c88ae71c886', 1795780111806, 1811332111806);
INSERT INTO "mail_outbox" ("id", "kind", "letter_sealed", "created_at", "attempts", "next_attempt_at", "sent_at") VALUES ('3c91c3cc-42e8-4733-bdb4-3b92a5449998', 'verify', 'v1.k6ef451c1.pVMCE1w73f049wmd.V1DDu9DxHwxwqbCkxTfdd6Ji8q58x0jVHcdPT3C2S86KRyDU21yGEPbFNET_whJw6bN-OhTY0Kp56jCsEmh9Dy6YuctF-mBmgBxY_n6yo1civcuusD3e24y4dh5hUp6fLUn9zhGNI_Mp3AUOOjVLi7OExn_4soy0VH4sJ0XedkS-BQ8UH0oamxJVEJWXQuF2UqJSKI4R7C4xYknb2MNei7IPwxDGzECzzv-o0kyp_-20fRLsW_JNkHcyBhhw5jjlFbwRglw64VgHX-O11E1Ipn8FeN8Ril1EsEtK-L3AE1nB0YzIwQl9rVQz7F-bYnmJ7_gYtebDfNe5yIP3fy1LJGNjVKpD2dLOqKMMQSnue6LOwKPy0v1vNkL8C2KLkCMtrpTaMHjyHZLqeH88tjhOk8RKYhZ0q7kUZnnOBgoFgmkn0Cso5rpkGj-w_W_pjx-F_f4MlYu7EeUAH3Zykg9arbjI3e22P8uXtfzVLipPsLsi4ZWsgddiG_AiJRfGNuUry_4w2cTYmh91ARRaVxxzAddHkz7xN9ihy_FUWZ8inPEPEjJwfbS-tOH_SgVWJgHmVc40egrELG7KrwQwNB56JtMUGoDjOJGCHd9EES6HVKobFUfKoCEvtPXlG8-kdglF3bJ3_kovpBV7rB4TRjHZ0XWowqTuWpZOW_WtmHh_j7YzdhL2G5heU2H4FEMuOv4Bp8qdpvrcPrj_JrQ3-7k2f5c4SVfOucIScZFs6xXqPOqHtNxve6NKPeNZvBtMfSuIPqs5jEHE-xO_7YG38VRmVEfUHcC0av7Ini2e2kQJ8nO6gyPF4cBwbLSYxC6IrhrGuH_qbE6PQj19Q2qjjMA56a-hCtci2sdoIn4lMX0gu8mm5x4hgrfQhtYGvq6Oie45dzVQk3CWCLIb6WMGlZVasN9IOy7KZcPzljswPWSeh66Sy2o5J_N8PoJ1vMQubdScejynoOJXR6xbKm-tyXXr6irxdZKNDcOlqLAQg-qem6jeHqMBrgWHSjwk7r5_GLztNTZisLxVoF_KFK-idqPiIRr6fRFfjFLZ5IPwOSSbkq8WTjcHYmwGfDEP6LdWfiNQRAXUcMPPoh3AQhea0wszKqK08iJpFMAnLxi6TYPAaZGDT6sPlsuf_F5C6-VAXlddcaKgp3vBSUDimCXbF6_IXvFp20_kDdeUvStUHA5Q6qWMIBL4VODS5MOC66jfYxjaZpnbWa7tJwiePL7d2rgOd1fuztYxMB1FHhfSPffs8_QJYAg9STKv8RK0mFiEjoeOZN-jR3T23MPiaEr2vZiqVbvCsXn1QtBUCNBbQc8a6jWePLLyZQMcQadhvD12dMFrg5i6NzKvXzPgdF_8_jgsCRU4BgEGWf-ozN_iBeYa2UQiHyOXVgba7i1LAP9cJAIeAtzwxriyKGgGvVJwjati1FF-H3GENlQnKJWGN1mT2m3P9esp7dpidxYIa9RgV8SP1XLUVlDV6oWp-a43hY-iszp5m43M5VLSJVQOeN6nZ9vgOzhSZi-RyEzU0pLV7fZa5s-s6Jmnq88TianGdLZgslQ5czXtCtC3a6A92GZK1BBmt3Ge81fhBmTED1BCo3VLBJAM3CuJYFPPqqJaYjoWf9kwtf2-1H8ONJtwiOcwA_7TegzxqbQ8F-yl7E0csI7c0bPRuC0dn6yVDtMhpBLgoXLD_b6jXtE1ZEAtDuDldlr2C0xpLnlQ0b59lQrUK2gs-aQs25c1XEAw0hpO8YBt98DYIV00Y5BaZ3cf1KJgPn6skMTNcemT0GoKdSy-5zs0-f-B0oAi4Wn7UmAR7LemMdHsF8h-BzmCeFnQvxz89FQazBtW2qUHq_gD4pH5INvn1bJsZwIf8_KodWR13Htw8Rl4Fa3Sg7VXOfLKvhzI4Cr2Y1wPMMP3zlDZio9fqKxfLMvlQJnHU-TQw7psok7-UVLLjH9kpN2YiJoU5surrDZfxFc6Rh9d-X37eQzUTFIe_Jhp1F2I258vK-UZV9kQEqRvR7rLsWjQFkYKhq81RIg8tToE-YH4Z-5awFe0zoeDgEyUYKWHKWAPIDebKbGeaDu_Xw6KCX5Bb33ZOTaX3AVUEodR-NudfdSh3wEiYo4fAaQseVtwwn9caxslG3tnZoJjVSZUUA_4ScertgpOH0vx8rd_88QwwwIvRjznFTmhA-7SQI1PTCW8VrcqoGbLgCNG7FsjMGlhLKZDhVvKd2UUgmNMLpmOaUpAaTIUG4iNV_Se3ivxWe3IAFxFrOZ6PmmQ6xjAVnEWou0GQdziaEBZOAwFlgrCm6M7L1foSu9io2WcJHvpl8bJVk5bP8vubsCnVK20AdwmOzVdspoWGb0_U6tjiON4au1F1KjY83Hut708Eaopmubh2J298t_DR_u4bkhjgR3HF-8XXj8S-_0tY1wb95Pz4zH8HSIi74IPG1vRtUYYPIneXPCPTg0fxmts4W4syy4xERkmZdn0bKQF6jqY_YLG-CgJ5sqpzCKdFA88V1m6dALQ9W9ezLqhsPlNh5kxGhUxpR7zbMiGp5vNyhTzo9Hhw3y6ePp5qKYvRWOfvqT_r1xOz4Z0An2quUWTTVvA8aRGskohXUNy1aM-XVocivBOexU2Mf7z8L9ryu7prbbWhjQEL3orPE9RUSYcnNPfcGkUUVRlh_UjWntc0AvR_Rp7vJlSU6wVHYwZxhEbdXENpI7njIPbbQojXgP-q9Mo_-YM8JzMYquU-p9bBRcNvbBR0nDPvUv549F2a61W74KH-R62_sJ515jWh_uaw9fykJtuV-l7FKMQgw5yCPVWe1-1tqKLU9wQ8AQ9r0e_pjTOfBMXUBQ4NKlkyhAhUllH-2v1649r8o3-xV0BGGk2v1cM_jPRMXmoCex3pgo750WJNy47j5-L9rkLLh-gKoMPZ5cLUA3XlNzk6d_1pUrpBhQOMj1ErEmMzdVRP-YePs2gvqopTXizStXQdCxw-mw2oj_KqqVsXGqK9o_MDElbqF0cvtvoiIAYgNY_044K60H0Y49TpJHCGtQ1_tG32WMYnLgqVvu5cpJR_e7Rz5A78MIoQGWrmbKqgZg6Ozb61OAjjsHHd7m1tc1ozsMMtkD5W-cdY2uYILOQo0oKDy_VcV9AzWluB0o58HTtG02cbdb_weCkujzcJKhlb1IgHqhO9AmdoSyNv_GZd7JkikfoUSSRTkzH3JQ4kvqmFZW0cBFRV2u903Iz-X7_FwO8pKSZ7KvsSd-giH8', 1795780108661, 1, NULL, 1795780108661);
INSERT INTO "schedules" ("id", "user_id", "device_id", "name", "state", "timing", "time_zone", "place", "missed", "grace", "enabled", "created_at", "since", "set_values") VALUES ('12bd636a-b20a-40bc-bb6b-cbd55820f3d9', 'c870e27d-4d5c-4cb7-acdb-2c88ae71c886', '8dded56f-8a89-4133-9d4f-f90269267505', 'Weekdays', 1, '{"version":1,"value":{"cron":"30 6 * * 1-5"}}', 'Europe/Berlin', NULL, 'skip', 600, 0, 1795780109358, 1795780109358, NULL);
INSERT INTO "schedules" ("id", "user_id", "device_id", "name", "state", "timing", "time_zone", "place", "missed", "grace", "enabled", "created_at", "since", "set_values") VALUES ('1544cd37-92f7-4235-ad5c-c94c70a94e54', 'c870e27d-4d5c-4cb7-acdb-2c88ae71c886', '8dded56f-8a89-4133-9d4f-f90269267505', 'Dusk', 1, '{"version":1,"value":{"sun":"sunset","offset":-900}}', 'UTC', '{"version":1,"value":{"lat":52.5,"lon":13.4}}', 'skip', 600, 0, 1795780109396, 1795780109396, NULL);
INSERT INTO "schedules" ("id", "user_id", "device_id", "name", "state", "timing", "time_zone", "place", "missed", "grace", "enabled", "created_at", "since", "set_values") VALUES ('44d5a27d-9d69-47a1-8c1f-1dacf252f130', 'c870e27d-4d5c-4cb7-acdb-2c88ae71c886', '8dded56f-8a89-4133-9d4f-f90269267505', 'Holidays', 0, '{"version":1,"value":{"at":4922272800000}}', 'Asia/Tokyo', NULL, 'skip', 600, 0, 1795780109426, 1795780109426, NULL);
INSERT INTO "sessions" ("token_hash", "user_id", "created_at", "expires_at", "browser") VALUES ('136a4a598a7f61acf4592257bdab881fa7e913f63eda6859589636fa61c81658', 'c870e27d-4d5c-4cb7-acdb-2c88ae71c886', 1795780108661, 1798372108661, 'Node.js');
INSERT INTO "sessions" ("token_hash", "user_id", "created_at", "expires_at", "browser") VALUES ('7002d3e164c10a829770db69d618a11f8636dae501906a39b931ce772a8ae6d6', 'c870e27d-4d5c-4cb7-acdb-2c88ae71c886', 1795780111806, 1798372111806, 'Node.js');
INSERT INTO "tokens" ("id", "user_id", "name", "token_hash", "scopes", "created_at", "expires_at", "kind", "starts_at") VALUES ('c374f1d2-4dcb-4dca-ab3e-fbead722d028', 'c870e27d-4d5c-4cb7-acdb-2c88ae71c886', 'Panel', '78b3a8f2d009726017a7957a692d92d8a02c9c7160f42107723b9b410be0acb6', '{"version":1,"value":["devices:read","messages:read:house/#"]}', 1795780109008, NULL, 'program', NULL);
INSERT INTO "tokens" ("id", "user_id", "name", "token_hash", "scopes", "created_at", "expires_at", "kind", "starts_at") VALUES ('2b768e54-672c-4b89-b443-8bc7dc74b51d', 'c870e27d-4d5c-4cb7-acdb-2c88ae71c886', 'Neighbour', '8bb47062655c7397e6bf28a6fb92dfc18f39918171246c2594c9a9713dd1eae7', '{"version":1,"value":["devices:read:8e54b352-01a1-4b37-bf02-59368adf78bd","values:read:8e54b352-01a1-4b37-bf02-59368adf78bd","devices:switch:8e54b352-01a1-4b37-bf02-59368adf78bd","devices:read:90142677-a831-4015-bac6-3352623d0a24","values:read:90142677-a831-4015-bac6-3352623d0a24","devices:switch:90142677-a831-4015-bac6-3352623d0a24"]}', 1795780110633, NULL, 'guest', NULL);
INSERT INTO "users" ("id", "email", "email_state", "first_name", "last_name", "password_hash", "rights_version", "mqtt_profile", "home_assistant", "suspended_at", "suspended_reason", "own_limits", "time_zone", "clock", "cleared_at", "created_at") VALUES ('c870e27d-4d5c-4cb7-acdb-2c88ae71c886', 'person-7053e61f-c91c-4f28-9cc2-f4b9244ea9ce@example.org', 'unverified', '', '', 'scrypt$16$8$1$1$5_BjGhtTLxgWwbFxyxOtFA$-whXGrGj9ZwtZ1QOpGYjagjvNb2bPAngeMw5FTyXIgo', 13, 'full', 0, NULL, NULL, '{"version":1,"value":{}}', NULL, NULL, NULL, 1795780108661);
INSERT INTO "webhook_secrets" ("id", "user_id", "target_id", "secret_sealed", "created_at", "until") VALUES ('40254b8c-c72f-44b4-9f4b-fb8570edc798', 'c870e27d-4d5c-4cb7-acdb-2c88ae71c886', '14fcca07-4c41-457a-a3dd-e9ab2d512c04', 'v1.k6ef451c1.Bc3E_C6y9N-Rb4lO.tFPoYU7RE7QoDJh1_oNXNTZqUZnbFVfqMjUJVvt5LAL8GSUmfMCO6B2tejOygtP1ZK2fXLP8R1fQtqEq9t-qzr-z', 1795780109036, NULL);
INSERT INTO "security_events" ("id", "user_id", "at", "kind", "detail", "count", "address_sealed", "browser") VALUES ('85fc9950-7da9-4713-862b-ba93a8152471', 'c870e27d-4d5c-4cb7-acdb-2c88ae71c886', 1795780108661, 'registered', 'The account was registered, with a first login.', 1, 'v1.k6ef451c1.oqVpTN76i16MVKNz.MGHMVmgh6qZQ2yRP3RyZe8DxsNo6M7tTjw', 'Node.js');
INSERT INTO "security_events" ("id", "user_id", "at", "kind", "detail", "count", "address_sealed", "browser") VALUES ('b76b88e3-4402-4668-8e59-fd08368cffba', 'c870e27d-4d5c-4cb7-acdb-2c88ae71c886', 1795780108763, 'api_key_created', 'An API key was created.', 1, 'v1.k6ef451c1.KLxhf-MonXLfwjhT.c3DN52JS7mpB5YibsCl44xaaYY9U7SIOdA', 'Node.js');
INSERT INTO "security_events" ("id", "user_id", "at", "kind", "detail", "count", "address_sealed", "browser") VALUES ('c8ecd193-1b02-4723-860a-3c45cda62983', 'c870e27d-4d5c-4cb7-acdb-2c88ae71c886', 1795780108878, 'credential_created', 'The credential lamp was created.', 1, 'v1.k6ef451c1.NsbLW0XOw9ljRHmP.kSQ_NC9kmwgBAC_yiZi-nh1j4sZmwB3vpg', 'Node.js');
INSERT INTO "security_events" ("id", "user_id", "at", "kind", "detail", "count", "address_sealed", "browser") VALUES ('b7108e1a-5cd8-4850-863a-cd8d71c76c75', 'c870e27d-4d5c-4cb7-acdb-2c88ae71c886', 1795780109008, 'token_created', 'The token Panel was created.', 1, 'v1.k6ef451c1.G8_w7my7mKb-bH_I.YSv0DeffOva-svk5Jz5FkSmoLOFqZmtdBA', 'Node.js');
INSERT INTO "security_events" ("id", "user_id", "at", "kind", "detail", "count", "address_sealed", "browser") VALUES ('ef538984-616f-4df6-9b7c-10a12d6e6304', 'c870e27d-4d5c-4cb7-acdb-2c88ae71c886', 1795780110633, 'guest_created', 'The link of the guest Neighbour was created.', 1, 'v1.k6ef451c1.A_Y-2vrEZvt6RiDC.lL_nvegGddsY0Cux7rYMjm0P7Vh2DdMJOQ', 'Node.js');
INSERT INTO "security_events" ("id", "user_id", "at", "kind", "detail", "count", "address_sealed", "browser") VALUES ('bede5d3e-1955-4a13-97e1-52d44f8a5442', 'c870e27d-4d5c-4cb7-acdb-2c88ae71c886', 1795780111806, 'login', 'Somebody logged in with the password.', 1, 'v1.k6ef451c1.aXQNY6uFKkGoPeCX.mKllVwLqxFW5Ltddpy3GPW9sY-4NCJRKMg', 'Node.js');
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
CREATE INDEX `email_links_user` ON `email_links` (`user_id`,`purpose`);
CREATE INDEX `email_links_email` ON `email_links` (`email`,`purpose`);
CREATE INDEX `email_links_expiry` ON `email_links` (`expires_at`);
CREATE INDEX `invitations_email` ON `invitations` (`email`);
CREATE INDEX `invitations_expiry` ON `invitations` (`expires_at`);
CREATE INDEX `known_browsers_user` ON `known_browsers` (`user_id`,`created_at`);
CREATE INDEX `known_browsers_expiry` ON `known_browsers` (`expires_at`);
CREATE INDEX `mail_outbox_next` ON `mail_outbox` (`next_attempt_at`);
CREATE INDEX `mail_outbox_created` ON `mail_outbox` (`created_at`);
CREATE INDEX `operator_actions_at` ON `operator_actions` (`at`,`id`);
CREATE INDEX `operator_actions_account` ON `operator_actions` (`account_id`,`at`);
CREATE INDEX `reset_links_email` ON `reset_links` (`email_hash`);
CREATE INDEX `reset_links_user` ON `reset_links` (`user_id`);
CREATE INDEX `reset_links_expiry` ON `reset_links` (`expires_at`);
CREATE INDEX `schedules_user` ON `schedules` (`user_id`);
CREATE INDEX `schedules_device` ON `schedules` (`device_id`,`created_at`);
CREATE INDEX `sessions_user` ON `sessions` (`user_id`,`created_at`);
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);
CREATE UNIQUE INDEX `tokens_hash` ON `tokens` (`token_hash`);
CREATE INDEX `tokens_user` ON `tokens` (`user_id`,`created_at`);
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);
CREATE INDEX `waitlist_order` ON `waitlist` (`created_at`);
CREATE INDEX `webhook_secrets_target` ON `webhook_secrets` (`user_id`,`target_id`,`created_at`);
CREATE INDEX `security_events_user` ON `security_events` (`user_id`,`at`);
CREATE INDEX `security_events_at` ON `security_events` (`at`);
