/**
 * The tables of the account's object. Append-only: a released entry never changes.
 * Each entry can run again on its own result: code that was rolled back writes its smaller version number,
 * and newer code then starts from it. So tables and indexes use IF NOT EXISTS, and columns are listed
 * separately.
 */

/** A column added to a table. It has a default or may be null, because older code does not write it. */
interface Column {
  table: string;
  column: string;
  type: string;
}

export type Migration = readonly (string | Column)[];

export const MIGRATIONS: readonly Migration[] = [
  [
    `CREATE TABLE IF NOT EXISTS meta (
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
   INSERT OR IGNORE INTO meta (one, schema) VALUES (1, 0);
   CREATE TABLE IF NOT EXISTS principals (ref TEXT PRIMARY KEY, facts TEXT NOT NULL) WITHOUT ROWID;
   CREATE TABLE IF NOT EXISTS rights (
     kind TEXT NOT NULL,
     name TEXT NOT NULL,
     id TEXT NOT NULL,
     facts TEXT NOT NULL,
     PRIMARY KEY (kind, name)
   ) WITHOUT ROWID;
   CREATE TABLE IF NOT EXISTS sessions (
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
   CREATE INDEX IF NOT EXISTS sessions_expire ON sessions (expires_at) WHERE expires_at IS NOT NULL;
   CREATE INDEX IF NOT EXISTS sessions_will ON sessions (will_at) WHERE will_at IS NOT NULL;
   CREATE INDEX IF NOT EXISTS sessions_device ON sessions (device_id) WHERE device_id IS NOT NULL;
   CREATE TABLE IF NOT EXISTS subscriptions (
     session INTEGER NOT NULL,
     filter TEXT NOT NULL,
     qos INTEGER NOT NULL,
     no_local INTEGER NOT NULL,
     retain_as_published INTEGER NOT NULL,
     identifier INTEGER NOT NULL,
     PRIMARY KEY (session, filter)
   ) WITHOUT ROWID;
   CREATE TABLE IF NOT EXISTS deliveries (
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
   CREATE INDEX IF NOT EXISTS deliveries_session ON deliveries (session, seq);
   CREATE TABLE IF NOT EXISTS received (
     session INTEGER NOT NULL,
     packet_id INTEGER NOT NULL,
     PRIMARY KEY (session, packet_id)
   ) WITHOUT ROWID;
   CREATE TABLE IF NOT EXISTS retained (
     topic TEXT PRIMARY KEY,
     qos INTEGER NOT NULL,
     properties TEXT NOT NULL,
     payload BLOB NOT NULL,
     expires_at INTEGER,
     owner TEXT NOT NULL,
     written_at INTEGER NOT NULL DEFAULT 0
   );
   CREATE TABLE IF NOT EXISTS retained_replays (
     session INTEGER NOT NULL,
     filter TEXT NOT NULL,
     seq INTEGER NOT NULL,
     until INTEGER NOT NULL,
     PRIMARY KEY (session, filter)
   ) WITHOUT ROWID;
   CREATE TABLE IF NOT EXISTS replayed_topics (
     session INTEGER NOT NULL,
     filter TEXT NOT NULL,
     topic TEXT NOT NULL,
     missed INTEGER NOT NULL,
     PRIMARY KEY (session, filter, topic)
   ) WITHOUT ROWID;
   CREATE TABLE IF NOT EXISTS fragments (
     connection TEXT NOT NULL,
     part INTEGER NOT NULL,
     bytes BLOB NOT NULL,
     PRIMARY KEY (connection, part)
   ) WITHOUT ROWID;
   CREATE TABLE IF NOT EXISTS switches (
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
   CREATE TABLE IF NOT EXISTS availability (
     device_id TEXT NOT NULL,
     topic TEXT NOT NULL,
     online INTEGER NOT NULL,
     turn INTEGER NOT NULL,
     PRIMARY KEY (device_id, topic)
   ) WITHOUT ROWID;
   CREATE TABLE IF NOT EXISTS refusals (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, refusal TEXT NOT NULL);
   CREATE TABLE IF NOT EXISTS block_list (
     key TEXT PRIMARY KEY,
     until INTEGER NOT NULL,
     times INTEGER NOT NULL,
     why TEXT NOT NULL
   ) WITHOUT ROWID;
   CREATE TABLE IF NOT EXISTS recent_logins (
     login TEXT NOT NULL,
     client_id TEXT NOT NULL,
     at INTEGER NOT NULL,
     PRIMARY KEY (login, client_id)
   ) WITHOUT ROWID;
   CREATE TABLE IF NOT EXISTS events (
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
   );
   CREATE INDEX IF NOT EXISTS events_device ON events (device_id, at);
   CREATE TABLE IF NOT EXISTS event_sums (
     device_id TEXT NOT NULL,
     kind TEXT NOT NULL,
     since INTEGER NOT NULL,
     type TEXT NOT NULL,
     at INTEGER NOT NULL,
     actor TEXT,
     schedule TEXT,
     mistake TEXT,
     count INTEGER NOT NULL,
     PRIMARY KEY (device_id, kind)
   ) WITHOUT ROWID;
   CREATE TABLE IF NOT EXISTS past_devices (id TEXT PRIMARY KEY, name TEXT, seen_at INTEGER) WITHOUT ROWID;
   CREATE TABLE IF NOT EXISTS past_schedules (id TEXT PRIMARY KEY, name TEXT NOT NULL, last INTEGER NOT NULL) WITHOUT ROWID;
   CREATE TABLE IF NOT EXISTS uses (
     credential_id TEXT PRIMARY KEY, at INTEGER NOT NULL, address TEXT
   ) WITHOUT ROWID;
   CREATE TABLE IF NOT EXISTS schedules (
     id TEXT PRIMARY KEY, facts TEXT NOT NULL, next_at INTEGER,
     failures INTEGER NOT NULL DEFAULT 0, retry_at INTEGER
   ) WITHOUT ROWID;
   CREATE TABLE IF NOT EXISTS runs (
     schedule_id TEXT NOT NULL,
     planned_at INTEGER NOT NULL,
     count INTEGER NOT NULL,
     ran_at INTEGER,
     outcome TEXT NOT NULL,
     command INTEGER,
     taken_at INTEGER,
     PRIMARY KEY (schedule_id, planned_at)
   ) WITHOUT ROWID;
   CREATE INDEX IF NOT EXISTS runs_planned ON runs (planned_at);
   CREATE INDEX IF NOT EXISTS runs_command ON runs (command) WHERE command IS NOT NULL;
   CREATE TABLE IF NOT EXISTS series (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     source TEXT NOT NULL,
     key TEXT NOT NULL,
     last TEXT,
     last_at INTEGER,
     usual_ms INTEGER
   );
   CREATE TABLE IF NOT EXISTS sample_buffer (
     seq INTEGER PRIMARY KEY,
     since INTEGER NOT NULL,
     at INTEGER NOT NULL,
     bytes BLOB NOT NULL
   );
   CREATE TABLE IF NOT EXISTS series_blocks (
     series INTEGER NOT NULL,
     level TEXT NOT NULL,
     start INTEGER NOT NULL,
     until INTEGER NOT NULL,
     bytes BLOB NOT NULL,
     PRIMARY KEY (series, level, start)
   ) WITHOUT ROWID;
   CREATE TABLE IF NOT EXISTS tickets (
     digest TEXT PRIMARY KEY,
     kind TEXT NOT NULL,
     bearer TEXT NOT NULL,
     until INTEGER NOT NULL,
     state TEXT NOT NULL DEFAULT 'new'
   ) WITHOUT ROWID;
   CREATE TABLE IF NOT EXISTS watches (
     id TEXT PRIMARY KEY, facts TEXT NOT NULL, state TEXT NOT NULL, created_at INTEGER NOT NULL
   ) WITHOUT ROWID;
   CREATE TABLE IF NOT EXISTS targets (id TEXT PRIMARY KEY, facts TEXT NOT NULL) WITHOUT ROWID;
   CREATE TABLE IF NOT EXISTS notices (
     seq INTEGER PRIMARY KEY AUTOINCREMENT,
     id TEXT NOT NULL UNIQUE,
     watch_id TEXT NOT NULL,
     state TEXT NOT NULL,
     at INTEGER NOT NULL,
     facts TEXT NOT NULL,
     deliveries TEXT NOT NULL,
     next_at INTEGER
   );
   CREATE INDEX IF NOT EXISTS notices_due ON notices (next_at) WHERE next_at IS NOT NULL;
   CREATE TABLE IF NOT EXISTS host_requests (
     at INTEGER NOT NULL, host TEXT NOT NULL, is_test INTEGER NOT NULL
   );`,
  ],
  [
    // JSON: the wanted value of each control, and since which command they are not acknowledged
    { table: "switches", column: "wanted", type: "TEXT" },
    { table: "switches", column: "waiting_since", type: "INTEGER" },
    // JSON: the values of controls in a switch
    { table: "events", column: "set_values", type: "TEXT" },
    { table: "event_sums", column: "set_values", type: "TEXT" },
  ],
  [{ table: "events", column: "closed", type: "INTEGER" }],
  [
    // the name of the guest who switched
    { table: "events", column: "guest", type: "TEXT" },
    { table: "event_sums", column: "guest", type: "TEXT" },
  ],
  [
    { table: "meta", column: "switched_hour", type: "INTEGER NOT NULL DEFAULT 0" },
    { table: "meta", column: "switched_by_watches", type: "INTEGER NOT NULL DEFAULT 0" },
  ],
  // the time of the newest sample that came over HTTP
  [{ table: "series", column: "http_at", type: "INTEGER" }],
  [
    // the newest hour written over HTTP: its average is no sample, and never the last value
    { table: "series", column: "hour_at", type: "INTEGER" },
    { table: "series", column: "hour_average", type: "REAL" },
  ],
  [
    // a command that only set values of controls: the device was in this state before
    { table: "events", column: "state_kept", type: "INTEGER NOT NULL DEFAULT 0" },
    { table: "event_sums", column: "state_kept", type: "INTEGER NOT NULL DEFAULT 0" },
  ],
  [{ table: "meta", column: "guest_rows", type: "INTEGER NOT NULL DEFAULT 0" }],
  [
    // the order of runs at one moment: by how much clocks skipped their local times, then of their making
    { table: "schedules", column: "skipped", type: "INTEGER NOT NULL DEFAULT 0" },
    { table: "schedules", column: "made", type: "INTEGER NOT NULL DEFAULT 0" },
  ],
  // whether the commands that are not acknowledged only set values of controls
  [{ table: "switches", column: "state_kept", type: "INTEGER NOT NULL DEFAULT 0" }],
  [
    // whether a new session is sent the last state
    { table: "switches", column: "on_connect", type: "TEXT NOT NULL DEFAULT 'nothing'" },
    // the device took its state before it began its present session
    { table: "switches", column: "before_connect", type: "INTEGER NOT NULL DEFAULT 0" },
  ],
  // a command that the broker wrote: a later one takes its place while it waits
  [{ table: "deliveries", column: "by_broker", type: "INTEGER NOT NULL DEFAULT 0" }],
  // JSON: what a person did with the notice
  [{ table: "notices", column: "answer", type: "TEXT" }],
  [
    // orders that a person is asked about
    "CREATE TABLE IF NOT EXISTS approvals (slot INTEGER PRIMARY KEY, facts TEXT NOT NULL)",
    // JSON: when a person allowed the switch, and in which browser
    { table: "events", column: "allowed", type: "TEXT" },
  ],
  [
    // the history of messages: its filters, messages that are in no block yet, and blocks of one filter each
    `CREATE TABLE IF NOT EXISTS history_filters (
       id INTEGER PRIMARY KEY AUTOINCREMENT, filter TEXT NOT NULL, days INTEGER NOT NULL
     );
     CREATE TABLE IF NOT EXISTS message_tail (seq INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
     CREATE TABLE IF NOT EXISTS message_blocks (
       first INTEGER PRIMARY KEY,
       last INTEGER NOT NULL,
       oldest INTEGER NOT NULL,
       newest INTEGER NOT NULL,
       filter INTEGER NOT NULL,
       count INTEGER NOT NULL,
       topics TEXT NOT NULL,
       bytes BLOB NOT NULL
     );`,
    { table: "meta", column: "history_rows", type: "INTEGER NOT NULL DEFAULT 0" },
    { table: "meta", column: "missed", type: "INTEGER NOT NULL DEFAULT 0" },
    { table: "meta", column: "missed_day", type: "INTEGER NOT NULL DEFAULT 0" },
  ],
  // who wrote the message: see `contract/writer.ts`
  [{ table: "retained", column: "writer", type: "TEXT" }],
  // the device took values that were wanted before this time before it began its present session; 0: none
  [{ table: "switches", column: "values_before", type: "INTEGER NOT NULL DEFAULT 0" }],
];
