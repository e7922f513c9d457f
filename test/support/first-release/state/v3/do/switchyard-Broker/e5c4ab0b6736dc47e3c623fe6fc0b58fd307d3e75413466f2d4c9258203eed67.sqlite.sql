CREATE TABLE meta (
     one INTEGER PRIMARY KEY CHECK (one = 1),
     schema INTEGER NOT NULL,
     user_id TEXT NOT NULL DEFAULT '',
     live INTEGER NOT NULL DEFAULT 0,
     last_event_at INTEGER NOT NULL DEFAULT 0,
     rights_version INTEGER NOT NULL DEFAULT 0,
     rights_stale_at INTEGER NOT NULL DEFAULT 0,
     dropped INTEGER NOT NULL DEFAULT 0
   );
CREATE TABLE principals (ref TEXT PRIMARY KEY, facts TEXT NOT NULL) WITHOUT ROWID;
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
     bytes INTEGER NOT NULL
   , command INTEGER, share TEXT);
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
     expires_at INTEGER
   );
CREATE TABLE outbox (seq INTEGER PRIMARY KEY, record TEXT NOT NULL);
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
   ) WITHOUT ROWID;
CREATE TABLE visits (
     id TEXT PRIMARY KEY,
     device_id TEXT NOT NULL,
     since INTEGER NOT NULL,
     until INTEGER,
     client_id TEXT NOT NULL,
     protocol INTEGER NOT NULL,
     country TEXT,
     colo TEXT
   ) WITHOUT ROWID;
CREATE TABLE refusals (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, refusal TEXT NOT NULL);
CREATE TABLE penalties (key TEXT PRIMARY KEY, until INTEGER NOT NULL, times INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE sums (
     device_id TEXT NOT NULL,
     kind TEXT NOT NULL,
     since INTEGER NOT NULL,
     type TEXT NOT NULL,
     at INTEGER NOT NULL,
     actor TEXT,
     count INTEGER NOT NULL,
     told INTEGER NOT NULL DEFAULT 0,
     PRIMARY KEY (device_id, kind)
   ) WITHOUT ROWID;
CREATE TABLE tours (
     session INTEGER NOT NULL,
     filter TEXT NOT NULL,
     position TEXT NOT NULL,
     PRIMARY KEY (session, filter)
   ) WITHOUT ROWID;
CREATE TABLE toured (
     session INTEGER NOT NULL,
     filter TEXT NOT NULL,
     topic TEXT NOT NULL,
     PRIMARY KEY (session, filter, topic)
   ) WITHOUT ROWID;
CREATE TABLE __miniflare_do_name (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE _cf_METADATA (
        key INTEGER PRIMARY KEY,
        value BLOB
      );
INSERT INTO "meta" ("one", "schema", "user_id", "live", "last_event_at", "rights_version", "rights_stale_at", "dropped") VALUES (1, 8, '1e4e0238-3338-46ea-88b3-f68d032c3575', 0, 1795330809711, 0, 0, 0);
INSERT INTO "sqlite_sequence" ("name", "seq") VALUES ('sessions', 1);
INSERT INTO "switches" ("device_id", "state", "accepted_at", "taken_at", "pending", "actor", "command_ttl", "auto_off", "off_on_disconnect") VALUES ('a60e67a1-f52e-4b69-8475-a967922c6708', 'on', 1795330809648, 1795330809685, 0, 'api', 86400, 0, 0);
INSERT INTO "visits" ("id", "device_id", "since", "until", "client_id", "protocol", "country", "colo") VALUES ('dd3421e8-5c0a-4aa5-92e2-39b2511f506a', 'a60e67a1-f52e-4b69-8475-a967922c6708', 1795330809586, 1795330809711, 'door-1', 5, 'US', 'DFW');
INSERT INTO "__miniflare_do_name" ("id", "name") VALUES (1, '1e4e0238-3338-46ea-88b3-f68d032c3575');
INSERT INTO "_cf_METADATA" ("key", "value") VALUES (1, NULL);
CREATE INDEX sessions_expire ON sessions (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX sessions_will ON sessions (will_at) WHERE will_at IS NOT NULL;
CREATE INDEX sessions_device ON sessions (device_id) WHERE device_id IS NOT NULL;
CREATE INDEX deliveries_session ON deliveries (session, seq);
CREATE INDEX visits_device ON visits (device_id, since);
CREATE INDEX visits_until ON visits (until) WHERE until IS NOT NULL;
