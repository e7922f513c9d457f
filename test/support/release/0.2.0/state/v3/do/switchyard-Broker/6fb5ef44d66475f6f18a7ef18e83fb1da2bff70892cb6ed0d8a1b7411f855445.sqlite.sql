CREATE TABLE __miniflare_do_name (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE meta (
     one INTEGER PRIMARY KEY CHECK (one = 1),
     schema INTEGER NOT NULL,
     user_id TEXT NOT NULL DEFAULT '',
     live INTEGER NOT NULL DEFAULT 0,
     last_event_at INTEGER NOT NULL DEFAULT 0,
     rights_version INTEGER NOT NULL DEFAULT 0,
     rights_stale_at INTEGER NOT NULL DEFAULT 0,
     profile TEXT NOT NULL DEFAULT 'full',
     home_assistant INTEGER NOT NULL DEFAULT 0,
     suspended INTEGER NOT NULL DEFAULT 0,
     own_limits TEXT NOT NULL DEFAULT '{"version":1,"value":{}}',
     events INTEGER NOT NULL DEFAULT 0,
     dropped INTEGER NOT NULL DEFAULT 0,
     rows_day INTEGER NOT NULL DEFAULT 0,
     rows_written INTEGER NOT NULL DEFAULT 0,
     rows_reported INTEGER NOT NULL DEFAULT 0,
     compacting INTEGER NOT NULL DEFAULT 0,
     watched INTEGER NOT NULL DEFAULT 0,
     cleared_at INTEGER NOT NULL DEFAULT 0
   );
CREATE TABLE principals (ref TEXT PRIMARY KEY, facts TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE rights (
     kind TEXT NOT NULL,
     name TEXT NOT NULL,
     id TEXT NOT NULL,
     facts TEXT NOT NULL,
     PRIMARY KEY (kind, name)
   ) WITHOUT ROWID;
CREATE TABLE sessions (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     key TEXT NOT NULL UNIQUE,
     ref TEXT NOT NULL,
     device_id TEXT,
     connection TEXT,
     expiry INTEGER NOT NULL,
     expires_at INTEGER,
     will TEXT,
     will_payload BLOB,
     will_at INTEGER
   );
CREATE TABLE subscriptions (
     session INTEGER NOT NULL,
     filter TEXT NOT NULL,
     qos INTEGER NOT NULL,
     no_local INTEGER NOT NULL,
     retain_as_published INTEGER NOT NULL,
     identifier INTEGER NOT NULL,
     PRIMARY KEY (session, filter)
   ) WITHOUT ROWID;
CREATE TABLE deliveries (
     seq INTEGER PRIMARY KEY,
     session INTEGER NOT NULL,
     packet_id INTEGER,
     phase TEXT NOT NULL,
     qos INTEGER NOT NULL,
     retain INTEGER NOT NULL,
     identifiers TEXT NOT NULL,
     topic TEXT NOT NULL,
     properties TEXT NOT NULL,
     payload BLOB NOT NULL,
     expires_at INTEGER,
     bytes INTEGER NOT NULL,
     command INTEGER,
     share TEXT
   );
CREATE TABLE received (
     session INTEGER NOT NULL,
     packet_id INTEGER NOT NULL,
     PRIMARY KEY (session, packet_id)
   ) WITHOUT ROWID;
CREATE TABLE retained (
     topic TEXT PRIMARY KEY,
     qos INTEGER NOT NULL,
     properties TEXT NOT NULL,
     payload BLOB NOT NULL,
     expires_at INTEGER,
     owner TEXT NOT NULL,
     written_at INTEGER NOT NULL DEFAULT 0
   );
CREATE TABLE retained_replays (
     session INTEGER NOT NULL,
     filter TEXT NOT NULL,
     seq INTEGER NOT NULL,
     until INTEGER NOT NULL,
     PRIMARY KEY (session, filter)
   ) WITHOUT ROWID;
CREATE TABLE replayed_topics (
     session INTEGER NOT NULL,
     filter TEXT NOT NULL,
     topic TEXT NOT NULL,
     missed INTEGER NOT NULL,
     PRIMARY KEY (session, filter, topic)
   ) WITHOUT ROWID;
CREATE TABLE fragments (
     connection TEXT NOT NULL,
     part INTEGER NOT NULL,
     bytes BLOB NOT NULL,
     PRIMARY KEY (connection, part)
   ) WITHOUT ROWID;
CREATE TABLE switches (
     device_id TEXT PRIMARY KEY,
     state TEXT,
     accepted_at INTEGER,
     taken_at INTEGER,
     pending INTEGER NOT NULL DEFAULT 0,
     actor TEXT,
     command_ttl INTEGER NOT NULL DEFAULT 86400,
     auto_off INTEGER NOT NULL DEFAULT 0,
     off_on_disconnect INTEGER NOT NULL DEFAULT 0
   , wanted TEXT, waiting_since INTEGER) WITHOUT ROWID;
CREATE TABLE availability (
     device_id TEXT NOT NULL,
     topic TEXT NOT NULL,
     online INTEGER NOT NULL,
     turn INTEGER NOT NULL,
     PRIMARY KEY (device_id, topic)
   ) WITHOUT ROWID;
CREATE TABLE refusals (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, refusal TEXT NOT NULL);
CREATE TABLE block_list (
     key TEXT PRIMARY KEY,
     until INTEGER NOT NULL,
     times INTEGER NOT NULL,
     why TEXT NOT NULL
   ) WITHOUT ROWID;
CREATE TABLE recent_logins (
     login TEXT NOT NULL,
     client_id TEXT NOT NULL,
     at INTEGER NOT NULL,
     PRIMARY KEY (login, client_id)
   ) WITHOUT ROWID;
CREATE TABLE events (
     at INTEGER PRIMARY KEY,
     id TEXT NOT NULL,
     device_id TEXT NOT NULL,
     type TEXT NOT NULL,
     actor TEXT,
     count INTEGER NOT NULL,
     connection TEXT,
     client TEXT,
     schedule TEXT,
     mistake TEXT
   , set_values TEXT, closed INTEGER, guest TEXT);
CREATE TABLE event_sums (
     device_id TEXT NOT NULL,
     kind TEXT NOT NULL,
     since INTEGER NOT NULL,
     type TEXT NOT NULL,
     at INTEGER NOT NULL,
     actor TEXT,
     schedule TEXT,
     mistake TEXT,
     count INTEGER NOT NULL, set_values TEXT, guest TEXT,
     PRIMARY KEY (device_id, kind)
   ) WITHOUT ROWID;
CREATE TABLE past_devices (id TEXT PRIMARY KEY, name TEXT, seen_at INTEGER) WITHOUT ROWID;
CREATE TABLE past_schedules (id TEXT PRIMARY KEY, name TEXT NOT NULL, last INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE uses (
     credential_id TEXT PRIMARY KEY, at INTEGER NOT NULL, address TEXT
   ) WITHOUT ROWID;
CREATE TABLE schedules (
     id TEXT PRIMARY KEY, facts TEXT NOT NULL, next_at INTEGER,
     failures INTEGER NOT NULL DEFAULT 0, retry_at INTEGER
   ) WITHOUT ROWID;
CREATE TABLE runs (
     schedule_id TEXT NOT NULL,
     planned_at INTEGER NOT NULL,
     count INTEGER NOT NULL,
     ran_at INTEGER,
     outcome TEXT NOT NULL,
     command INTEGER,
     taken_at INTEGER,
     PRIMARY KEY (schedule_id, planned_at)
   ) WITHOUT ROWID;
CREATE TABLE series (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     source TEXT NOT NULL,
     key TEXT NOT NULL,
     last TEXT,
     last_at INTEGER,
     usual_ms INTEGER
   );
CREATE TABLE sample_buffer (
     seq INTEGER PRIMARY KEY,
     since INTEGER NOT NULL,
     at INTEGER NOT NULL,
     bytes BLOB NOT NULL
   );
CREATE TABLE series_blocks (
     series INTEGER NOT NULL,
     level TEXT NOT NULL,
     start INTEGER NOT NULL,
     until INTEGER NOT NULL,
     bytes BLOB NOT NULL,
     PRIMARY KEY (series, level, start)
   ) WITHOUT ROWID;
CREATE TABLE tickets (
     digest TEXT PRIMARY KEY,
     kind TEXT NOT NULL,
     bearer TEXT NOT NULL,
     until INTEGER NOT NULL,
     state TEXT NOT NULL DEFAULT 'new'
   ) WITHOUT ROWID;
CREATE TABLE watches (
     id TEXT PRIMARY KEY, facts TEXT NOT NULL, state TEXT NOT NULL, created_at INTEGER NOT NULL
   ) WITHOUT ROWID;
CREATE TABLE targets (id TEXT PRIMARY KEY, facts TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE notices (
     seq INTEGER PRIMARY KEY AUTOINCREMENT,
     id TEXT NOT NULL UNIQUE,
     watch_id TEXT NOT NULL,
     state TEXT NOT NULL,
     at INTEGER NOT NULL,
     facts TEXT NOT NULL,
     deliveries TEXT NOT NULL,
     next_at INTEGER
   );
CREATE TABLE host_requests (
     at INTEGER NOT NULL, host TEXT NOT NULL, is_test INTEGER NOT NULL
   );
INSERT INTO "__miniflare_do_name" ("id", "name") VALUES (1, 'nobody');
INSERT INTO "meta" ("one", "schema", "user_id", "live", "last_event_at", "rights_version", "rights_stale_at", "profile", "home_assistant", "suspended", "own_limits", "events", "dropped", "rows_day", "rows_written", "rows_reported", "compacting", "watched", "cleared_at") VALUES (1, 4, '', 0, 0, 0, 0, 'full', 0, 0, '{"version":1,"value":{}}', 0, 0, 0, 0, 0, 0, 0, 0);
CREATE INDEX sessions_expire ON sessions (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX sessions_will ON sessions (will_at) WHERE will_at IS NOT NULL;
CREATE INDEX sessions_device ON sessions (device_id) WHERE device_id IS NOT NULL;
CREATE INDEX deliveries_session ON deliveries (session, seq);
CREATE INDEX events_device ON events (device_id, at);
CREATE INDEX runs_planned ON runs (planned_at);
CREATE INDEX runs_command ON runs (command) WHERE command IS NOT NULL;
CREATE INDEX notices_due ON notices (next_at) WHERE next_at IS NOT NULL;
