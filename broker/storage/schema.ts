/** The tables of the account's object. Migrations are append-only: a row of the list never changes once it ran. */

export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE meta (
     one INTEGER PRIMARY KEY CHECK (one = 1),
     schema INTEGER NOT NULL,
     user_id TEXT NOT NULL DEFAULT '',
     live INTEGER NOT NULL DEFAULT 0,
     last_event_at INTEGER NOT NULL DEFAULT 0,
     rights_version INTEGER NOT NULL DEFAULT 0,
     rights_stale_at INTEGER NOT NULL DEFAULT 0,
     dropped INTEGER NOT NULL DEFAULT 0
   );
   INSERT INTO meta (one, schema) VALUES (1, 0);
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
   CREATE INDEX sessions_expire ON sessions (expires_at) WHERE expires_at IS NOT NULL;
   CREATE INDEX sessions_will ON sessions (will_at) WHERE will_at IS NOT NULL;
   CREATE INDEX sessions_device ON sessions (device_id) WHERE device_id IS NOT NULL;
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
   );
   CREATE INDEX deliveries_session ON deliveries (session, seq);
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
   ) WITHOUT ROWID;`,
  `CREATE TABLE switches (
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
   ALTER TABLE deliveries ADD COLUMN command INTEGER;
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
   CREATE INDEX visits_device ON visits (device_id, since);
   CREATE INDEX visits_until ON visits (until) WHERE until IS NOT NULL;`,
  "CREATE TABLE refusals (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, refusal TEXT NOT NULL);",
  "CREATE TABLE penalties (key TEXT PRIMARY KEY, until INTEGER NOT NULL, times INTEGER NOT NULL) WITHOUT ROWID;",
];

function version(sql: SqlStorage): number {
  try {
    return Number(sql.exec("SELECT schema FROM meta").one().schema);
  } catch (error) {
    if (String(error).includes("no such table")) return 0; // a new object has none yet
    throw error;
  }
}

/** Brings the tables up to date; costs one row read when they are. */
export function migrate(storage: DurableObjectStorage): void {
  const from = version(storage.sql);
  if (from === MIGRATIONS.length) return;
  storage.transactionSync(() => {
    for (const migration of MIGRATIONS.slice(from)) storage.sql.exec(migration);
    storage.sql.exec("UPDATE meta SET schema = ?", MIGRATIONS.length);
  });
}
