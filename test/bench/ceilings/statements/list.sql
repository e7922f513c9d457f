CREATE TABLE device (id TEXT PRIMARY KEY, user_id TEXT NOT NULL, name TEXT NOT NULL, state INTEGER NOT NULL, created_at TEXT NOT NULL);
--> statement-breakpoint
CREATE INDEX device_user ON device (user_id);
--> statement-breakpoint
INSERT INTO device (id, user_id, name, state, created_at)
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10)
SELECT '00000000-0000-4000-8000-00000000000' || (i % 10), 'user', 'Device ' || i, i % 2, '2026-01-01T00:00:00.000Z' FROM n;
