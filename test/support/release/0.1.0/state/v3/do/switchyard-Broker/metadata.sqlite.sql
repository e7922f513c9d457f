CREATE TABLE _cf_ALARM (
      actor_id TEXT PRIMARY KEY,
      scheduled_time INTEGER,
      actor_name TEXT
    ) WITHOUT ROWID;
INSERT INTO "_cf_ALARM" ("actor_id", "scheduled_time", "actor_name") VALUES ('9f185ccc26682eab9ec8da2a08cbca6a9932e29fc062665e834c1f5d6bb18c2f', 1795732435535000000, 'f8f1c67c-7930-41ee-a84b-912ad12a4290');
