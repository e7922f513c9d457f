CREATE TABLE _cf_ALARM (
      actor_id TEXT PRIMARY KEY,
      scheduled_time INTEGER,
      actor_name TEXT
    ) WITHOUT ROWID;
INSERT INTO "_cf_ALARM" ("actor_id", "scheduled_time", "actor_name") VALUES ('33fcd33cfc5dcd2910973e4f78c9809639613cb515dda3a5d4f4c56fdfd7eced', 1795459286132000000, 'b07990cb-3404-478d-b511-77ab91c020e4');
