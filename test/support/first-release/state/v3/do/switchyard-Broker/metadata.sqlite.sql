CREATE TABLE _cf_ALARM (
      actor_id TEXT PRIMARY KEY,
      scheduled_time INTEGER,
      actor_name TEXT
    ) WITHOUT ROWID;
INSERT INTO "_cf_ALARM" ("actor_id", "scheduled_time", "actor_name") VALUES ('2a9f70d0478eb0e8ee3596a979de2085e3befefa368bb38e53579a1ff8539e11', 1795330840374000000, '6a5c6769-6f26-477e-a33c-2c6b929f542c');
INSERT INTO "_cf_ALARM" ("actor_id", "scheduled_time", "actor_name") VALUES ('a58d3a929a6f510d5439d4b50fe976b0a877c711dca148333fdff35c4084ae1b', 1795330839931000000, '7968ac18-832a-41c0-a155-c679304cd69e');
