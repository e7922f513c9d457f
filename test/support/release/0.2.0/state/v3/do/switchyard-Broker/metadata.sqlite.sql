CREATE TABLE _cf_ALARM (
      actor_id TEXT PRIMARY KEY,
      scheduled_time INTEGER,
      actor_name TEXT
    ) WITHOUT ROWID;
INSERT INTO "_cf_ALARM" ("actor_id", "scheduled_time", "actor_name") VALUES ('a8c97f9133d8d504a7181c439089c848f645bc8eca458e547d250d38b315b09a', 1795780122011000000, 'c870e27d-4d5c-4cb7-acdb-2c88ae71c886');
