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
	`created_at` integer NOT NULL,
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
	`since` integer NOT NULL,
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
	`expires_at` integer,
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
INSERT INTO "d1_migrations" ("id", "name", "applied_at") VALUES (1, '0000_tables.sql', '2026-11-26 22:32:42');
INSERT INTO "sqlite_sequence" ("name", "seq") VALUES ('d1_migrations', 1);
INSERT INTO "api_keys" ("id", "user_id", "key_hash", "key_sealed", "created_at") VALUES ('6c193034-59fc-42e8-9295-44b62107194b', 'f8f1c67c-7930-41ee-a84b-912ad12a4290', 'k5ccc0827.QEi1vSk_Za9jh8W_sz0TVaxZlCwWofCRDLMRnW5FyrM', 'v1.k14264f2f.lIsqgb_rZzzLdDox.XuAbIKDQRRUOUbrCmiEYOBV09n_GyU7yqgLRSeLH0QS8mV6bJg_2u_1mtWAGVX77f5HlKgs81S0cRw', 1795732418936);
INSERT INTO "channels" ("id", "user_id", "name", "topic", "description", "series", "created_at") VALUES ('c2e217c3-33ed-413a-909c-ce3dcc3d3fa0', 'f8f1c67c-7930-41ee-a84b-912ad12a4290', 'workshop/lamp', 'f8f1c67c-7930-41ee-a84b-912ad12a4290/workshop/lamp', '', NULL, 1795732419391);
INSERT INTO "credential_channels" ("credential_id", "channel_id", "position") VALUES ('a057bb44-6000-472f-8415-750908731a97', 'c2e217c3-33ed-413a-909c-ce3dcc3d3fa0', 0);
INSERT INTO "credentials" ("id", "user_id", "name", "username", "password_sealed", "earlier_sealed", "earlier_since", "earlier_until", "secret_version", "server_made", "view", "grants", "device_id", "created_at") VALUES ('a057bb44-6000-472f-8415-750908731a97', 'f8f1c67c-7930-41ee-a84b-912ad12a4290', 'lamp', 'lamp', 'v1.k14264f2f.ZouopoSES-G-PjeG.6TdSKQm84QZe41TDFwRi-kv13bvh7yJOMU-aLP_7', NULL, NULL, NULL, 1, 0, 'account', '{"version":1,"value":[]}', NULL, 1795732419581);
INSERT INTO "device_channels" ("device_id", "channel_id", "position") VALUES ('face9f3b-06ce-48ad-9d7e-b8b253cbf92e', 'c2e217c3-33ed-413a-909c-ce3dcc3d3fa0', 0);
INSERT INTO "devices" ("id", "user_id", "name", "state", "command_ttl", "auto_off", "off_on_disconnect", "found", "shown_values", "value_labels", "room", "pinned", "created_at") VALUES ('face9f3b-06ce-48ad-9d7e-b8b253cbf92e', 'f8f1c67c-7930-41ee-a84b-912ad12a4290', 'Lamp', 0, 86400, 0, 0, NULL, NULL, NULL, '', 0, 1795732419724);
INSERT INTO "devices" ("id", "user_id", "name", "state", "command_ttl", "auto_off", "off_on_disconnect", "found", "shown_values", "value_labels", "room", "pinned", "created_at") VALUES ('2de93379-d22c-40f2-bc18-75c4823e3a11', 'f8f1c67c-7930-41ee-a84b-912ad12a4290', 'Heater – cellar', 0, 60, 1, 1, NULL, NULL, NULL, '', 0, 1795732420044);
INSERT INTO "devices" ("id", "user_id", "name", "state", "command_ttl", "auto_off", "off_on_disconnect", "found", "shown_values", "value_labels", "room", "pinned", "created_at") VALUES ('b755ce6e-17e3-4cff-b45b-e21c49b62140', 'f8f1c67c-7930-41ee-a84b-912ad12a4290', 'Gate', 0, 86400, 0, 0, NULL, NULL, NULL, '', 0, 1795732420226);
INSERT INTO "email_links" ("token_hash", "user_id", "purpose", "email", "session_hash", "created_at", "expires_at") VALUES ('4cee0029d982c82cfa891ea649621f3491108c5820bc8fa8d0b46f645a9ef5e3', 'f8f1c67c-7930-41ee-a84b-912ad12a4290', 'verify', 'person-9d001f8e-a1d3-4411-a333-625960e518a7@example.org', NULL, 1795732418230, 1795905218230);
INSERT INTO "job_runs" ("name", "at", "failed") VALUES ('cron', 1795732417584, '{"version":1,"value":[]}');
INSERT INTO "known_browsers" ("token_hash", "user_id", "created_at", "expires_at") VALUES ('da828948cc1bae404d7b369e840187f049936ab3d35f229fa0da67bdd3c95885', 'f8f1c67c-7930-41ee-a84b-912ad12a4290', 1795732418230, 1811284418230);
INSERT INTO "known_browsers" ("token_hash", "user_id", "created_at", "expires_at") VALUES ('b2c210442105451a50151f0ae895e316b19090a98724a2230f2ad98f94ecb005', 'f8f1c67c-7930-41ee-a84b-912ad12a4290', 1795732424485, 1811284424485);
INSERT INTO "mail_outbox" ("id", "kind", "letter_sealed", "created_at", "attempts", "next_attempt_at", "sent_at") VALUES ('23908416-5a6d-40c9-838c-3a7d6a8620db', 'verify', 'v1.k14264f2f.UkMj-ndb1PsXPBHS.TsF9AwVnX6pMaQM-L4jyQH_zSEJbZ1Gej6Y-zmnwFLMkpPrYYe_kGqYrIKwaJJE2j9PsodVrN7l-1u8rlQkxuz3M3srKzZcWN1-I9-WbOHdQULvgIEuhWFpisqR55ogslw6pAb4N4ReRyj_n-tStYrMHMycpp91uHCX9lzJqzpcVZQ17MShcAlzxLELelcPRr35ab8jr75SXpmXy8yR69gKoKBwzvf_fPNZgrPCAPSR3vICsmR874dpMQxptKjxFvLU7x06-BkZYIgB49uUiYFGY1nqbprTRufWLZKnK61C_3ZorhiQCYGwYKrVE391bbIvj_GRLj1YCyEtEFImsOFDdky8blA-yjkqwpnxUyjxPPV9wZUptRPBSq8c4W0GDHoUrBkaMePyotp4D3FjB_uX4W3eJb2g9P1s0WNOpfU8BbD2icsniQuWaQkOdJQNQYuSQ5i4er-nEmbMygy52QqsBWBBv8JtXKWS_aiBhrzKHSNdlNXKpqZKfcivoMswhApUgfohKzXIENOEuniZJiyrRQXSYB4efWoRnhHZ-1vM1Ddgknhos04f-woKy8VqcRiVIJpZGwEPSH3Jt0SR3twCgwce2pOH0gKDUgDlmBXk_unkQ9iMcUuX4KCOfS0lG0YaTX0wYgq-5EY259qdi6mweTqXMWOFaAOFg0IUuU_LA7BPntUeYj1vZJL5OETms9fOJt2k0p9QuOktHMxtS8_rDs_UAtzQBSNALU6FMq5zC8zD-aDt1VyJHcgHq2PBrWMhVAuFrz-GE58NVPRQ32KjDYb1CSY4pD7Tw28kyPWSjg13mhF4NqYTFXB9xKjVi9iCoUEItmhsFUqOl60pNaoAAqnm0PG153hxadpe29G4rF9F8WYOsiVdbfcfZwd8UjTVbbLP2rn9iGFumg0mTD-6gQi_yLrYw93OWRMFPn7HzOe6FyCPsYV26KLRYJaJCDQmEkJW0ovsBA7eyp-eBp1lBGFlTTwq8bMBHeokNC29TUQMbS35BSbPiU2jMPisO4GvSDRCYGhqRUZ1aEIECkgJ87vCp5J3XOpVghg7MKp2GkDEQtHK3siAYoj9q9Tp8r99tI135X3BXDoT1WtfKDcjIzx2BhEqJn7gQSJ0bNyKBGGLRzXFhrJdtGN6pO1nut5x1owZp_QNd1FcICR4JdT1Z48-yg1As4jV7YgXyvnjuU7EibRXrxsa_fB96ryS9EepAWQArA2vPB_XTaYFTyT2vG0xuVAMNittoESZ4iE2wCvfyU2NmmdjLYusnXHNNnXcalnApIOo3ziHrrwTvvquGpLDbKEglHsCQRLxq13-FF853fVekwFoTVSQwue4orAbEpZN0IWpFf54Kc2THwhbi7BVMS5H4wds1K_mVjox1UKCc2MZTv56kGDbWcWdx4LgO6QvLHMpBEd-B7x6G5GY9IUz4bRnlgsSzG5Eo-D6uBS8lWqFC7q3y4qDp0QKQqB6yp7OCz8YX56ctO474U9pin80q1OrZ4O-5wqZKxU-0_wHJoUxm_tXJoVnZneFY6nwYODiLYRhFnBc9WgGtM5935VN0u_yhUtBXmmNU-F0OZnUwe3X3Qren4KTiyzOK_bjw90Lesy6y1y7wsOKiEBRksFgLNO57B3UyWG7BxsmQy7htvL-1SvM31QesACnZtkii8Eia_ZtWSc6sPtJME7mrubD3G6ny36kespUpEBnGqtUyWocMQTteC5gC-ILIMKd9JTfV8xmlI1CqzuxzUqFw-SDdcn8nxMSOjxTQ_j_No_BR7ggsqyRoUU3n7Dt4G0tdV-2bRZuJMuuaNZ9jh7imhLDIm38GIf_CCGmJ7ufFOwD91c77oiftjMEXgE-LWUxNMIbCrBRRzdgINE_Tz94a-TLD-JM3saHgPCknEiuJp0EPKgpQvmUgUAxj0JPFNbGaxJmFwQUiLUie8zylwDyDxtZY1mV7dZQXsbTQm2C4piaW2E-4dYVyJXruf8etW4m4Cig3bpOxqfSSO39U7nXMBLj1NfcURSmquawf8xJl_kDEKsXke7ZBUiN1oKSzjRE1wdkINfj6Cy_Cq7yIXrjY3IRkaABHPZOsehtstkvbZyFduLIsjAS9iiXKwxu3iBP6ngRbQlFxTr_AG3AFap1abicUEOXOPPcCOGjRa6KzzBIkDqpJ__ZPs6dX733IKhqKlQEwXs52nlo2ZZev3TF5bZiO2J77MvxW-LPLc01n64X2p-ArnCa8gp5-ugl49aFzyO0X7TiGpK_p26PUEbtMe1S25230cOFGlTyzreJJGO0SR1AvpBAwBKhXsw5lqm9qYSNGlSluEuhmrf6PuwkFunCdQlwiAlXMQGg1yoyY21uqDHKGvDlZcH-zTEcf_ggAacOWZlzGI37NJzZkNyU6wMnS26p4yuOeiqbI8KvYeincyLAlXZ1_glEdrgkJB_r6sWzpw4sF2-p81R1_8jWUqSq8TEQ7HNOQU0kE7k-cg7FzroOaq48GzTs8FiUbaQc84uSrQuC6UeTB69pnlXwnW44GvxXVBoC_UlA2Wvi7B5SCdhKLi3kQRABcbOGwIZ0C0qpyCRtkrJYhuCj50fWv0Cq7e8ub7t2jL4mitXXig9gmN8FNfanSwS4x-Cu6ZnaFf7HQ5_Q6qA9OASv48Jb5CoAlO06CAfedjrTFf7-35_HlCqdMY9mDvT8lxkQ2z5lFLFNkhKfATSZRU4akI1v7RMTnjrFSffD2ZF9fMb42ntLZEhVBuHpsKdda5xsle7VcMGX37_R2amD1XVEhQjDzS_rwB9IM58Zj3y30hZqCn7PWIap-njeoJAISEgZg80HLphOerds58lJIh6Ei5bwf5xba7hMAvDYw_HQGdNlhH1ou0iEeaOLfOnoN5j8fXpUzVMH_xVjbUBGUS4KPzR5kg4yyXFXkIYSyZRieX1NvIHKYXFNejeGEUv5MHbTKrJkNa7DwCreJrenRp97nmybStJRA658-UgsUtFXYWd6tPrt0gzfipv-90nT8C4CKjwQFJ2_PuGHQyLruO_KlC4FycFaFo7UhM3PtiqTiZKkEZpu34EzUw_qzhotdNQ1q2q5kUG4cLbBCSmoo3ZCJiqpFy7aNO8bs3Lgw82BzpCsZ42zjD3z1lgNQwujFezCUsScgbEGFAd47cxPD1wnR2-OgO2USh-cbO--gsZ_L_tcBuhoGpyrjWqc0IqeUVfX512cdRRYVd2lPvqI7nD2p4E37Nna93lVJ-apd3Kw', 1795732418230, 1, NULL, 1795732418230);
INSERT INTO "schedules" ("id", "user_id", "device_id", "name", "state", "timing", "time_zone", "place", "missed", "grace", "enabled", "created_at", "since") VALUES ('7c981371-1ea4-490c-b5f9-a8b31585b789', 'f8f1c67c-7930-41ee-a84b-912ad12a4290', 'face9f3b-06ce-48ad-9d7e-b8b253cbf92e', 'Weekdays', 1, '{"version":1,"value":{"cron":"30 6 * * 1-5"}}', 'Europe/Berlin', NULL, 'skip', 600, 0, 1795732420373, 1795732420373);
INSERT INTO "schedules" ("id", "user_id", "device_id", "name", "state", "timing", "time_zone", "place", "missed", "grace", "enabled", "created_at", "since") VALUES ('31df8a12-d7d7-43dd-aab4-c6af84927fc3', 'f8f1c67c-7930-41ee-a84b-912ad12a4290', 'face9f3b-06ce-48ad-9d7e-b8b253cbf92e', 'Dusk', 1, '{"version":1,"value":{"sun":"sunset","offset":-900}}', 'UTC', '{"version":1,"value":{"lat":52.5,"lon":13.4}}', 'skip', 600, 0, 1795732420660, 1795732420660);
INSERT INTO "schedules" ("id", "user_id", "device_id", "name", "state", "timing", "time_zone", "place", "missed", "grace", "enabled", "created_at", "since") VALUES ('e3b4a930-5cc9-4b86-a4d9-cf4419ce8937', 'f8f1c67c-7930-41ee-a84b-912ad12a4290', 'face9f3b-06ce-48ad-9d7e-b8b253cbf92e', 'Holidays', 0, '{"version":1,"value":{"at":4922272800000}}', 'Asia/Tokyo', NULL, 'skip', 600, 0, 1795732420955, 1795732420955);
INSERT INTO "sessions" ("token_hash", "user_id", "created_at", "expires_at", "browser") VALUES ('aafbee293ea7f12a796ef12ead13f8f6c70360e6f92156ef2f4d97b80b9ab196', 'f8f1c67c-7930-41ee-a84b-912ad12a4290', 1795732418230, 1798324418230, 'Node.js');
INSERT INTO "sessions" ("token_hash", "user_id", "created_at", "expires_at", "browser") VALUES ('45e4abc369d5dfe4e52a52e258b5d8218a6638f1d2e00a24a99e584809760bcc', 'f8f1c67c-7930-41ee-a84b-912ad12a4290', 1795732424485, 1798324424485, 'Node.js');
INSERT INTO "users" ("id", "email", "email_state", "first_name", "last_name", "password_hash", "rights_version", "mqtt_profile", "home_assistant", "suspended_at", "suspended_reason", "own_limits", "time_zone", "clock", "cleared_at", "created_at") VALUES ('f8f1c67c-7930-41ee-a84b-912ad12a4290', 'person-9d001f8e-a1d3-4411-a333-625960e518a7@example.org', 'unverified', '', '', 'scrypt$16$8$1$1$6hBiF8WphHZX6o5mnYIV4Q$cqz-IJHJVS_6tywb5kxr4nr7eUxq-hN8YEP1ystePjI', 10, 'full', 0, NULL, NULL, '{"version":1,"value":{}}', NULL, NULL, NULL, 1795732418230);
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
