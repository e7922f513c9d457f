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
     rows_told INTEGER NOT NULL DEFAULT 0,
     folding INTEGER NOT NULL DEFAULT 0
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
     owner TEXT NOT NULL
   );
CREATE TABLE tours (
     session INTEGER NOT NULL,
     filter TEXT NOT NULL,
     seq INTEGER NOT NULL,
     until INTEGER NOT NULL,
     PRIMARY KEY (session, filter)
   ) WITHOUT ROWID;
CREATE TABLE toured (
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
   ) WITHOUT ROWID;
CREATE TABLE availability (
     device_id TEXT NOT NULL,
     topic TEXT NOT NULL,
     online INTEGER NOT NULL,
     turn INTEGER NOT NULL,
     PRIMARY KEY (device_id, topic)
   ) WITHOUT ROWID;
CREATE TABLE refusals (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, refusal TEXT NOT NULL);
CREATE TABLE penalties (
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
     schedule TEXT
   );
CREATE TABLE sums (
     device_id TEXT NOT NULL,
     kind TEXT NOT NULL,
     since INTEGER NOT NULL,
     type TEXT NOT NULL,
     at INTEGER NOT NULL,
     actor TEXT,
     schedule TEXT,
     count INTEGER NOT NULL,
     PRIMARY KEY (device_id, kind)
   ) WITHOUT ROWID;
CREATE TABLE past_devices (id TEXT PRIMARY KEY, name TEXT, seen_at INTEGER) WITHOUT ROWID;
CREATE TABLE past_schedules (id TEXT PRIMARY KEY, name TEXT NOT NULL, last INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE uses (credential_id TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
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
CREATE TABLE waiting (
     seq INTEGER PRIMARY KEY,
     since INTEGER NOT NULL,
     at INTEGER NOT NULL,
     bytes BLOB NOT NULL
   );
CREATE TABLE blocks (
     series INTEGER NOT NULL,
     level TEXT NOT NULL,
     start INTEGER NOT NULL,
     until INTEGER NOT NULL,
     bytes BLOB NOT NULL,
     PRIMARY KEY (series, level, start)
   ) WITHOUT ROWID;
CREATE TABLE _cf_METADATA (
        key INTEGER PRIMARY KEY,
        value BLOB
      );
INSERT INTO "__miniflare_do_name" ("id", "name") VALUES (1, 'b07990cb-3404-478d-b511-77ab91c020e4');
INSERT INTO "meta" ("one", "schema", "user_id", "live", "last_event_at", "rights_version", "rights_stale_at", "profile", "home_assistant", "suspended", "own_limits", "events", "dropped", "rows_day", "rows_written", "rows_told", "folding") VALUES (1, 1, 'b07990cb-3404-478d-b511-77ab91c020e4', 1, 1795459276143, 9, 0, 'full', 0, 0, '{"version":1,"value":{}}', 8, 0, 20780, 118, 0, 0);
INSERT INTO "principals" ("ref", "facts") VALUES ('api-key:2bcbd233-b83f-4e07-846d-78893f62d0ba', '{"version":1,"value":{"kind":"api-key","keyId":"2bcbd233-b83f-4e07-846d-78893f62d0ba"}}');
INSERT INTO "principals" ("ref", "facts") VALUES ('device:f4331a9a-0e75-429a-8c51-2882d79cb463:909c483d-0df8-4e5c-af53-67d76e6004ce', '{"version":1,"value":{"kind":"device","deviceId":"f4331a9a-0e75-429a-8c51-2882d79cb463","credentialId":"909c483d-0df8-4e5c-af53-67d76e6004ce","secretVersion":1,"topics":["b07990cb-3404-478d-b511-77ab91c020e4/workshop/lamp"],"deviceTopics":[]}}');
INSERT INTO "rights" ("kind", "name", "id", "facts") VALUES ('api-key', 'k04de48c9.pgCcYvG_hYofb21f2LYrjunTTGU4cFs9v9FKMKV2duE', '2bcbd233-b83f-4e07-846d-78893f62d0ba', '{"version":1,"value":{"kind":"api-key"}}');
INSERT INTO "rights" ("kind", "name", "id", "facts") VALUES ('credential', 'lamp', '909c483d-0df8-4e5c-af53-67d76e6004ce', '{"version":1,"value":{"kind":"credential","secret":"v1.k2ad68e08.xnqPJhsEs-9fVv78.EvW0jQqHK4suqrhlLJyBx_C7xUH_I_3ebSlbYRPR","secretVersion":1,"topics":["b07990cb-3404-478d-b511-77ab91c020e4/workshop/lamp"],"view":"account","grants":[]}}');
INSERT INTO "rights" ("kind", "name", "id", "facts") VALUES ('device', '07cad8d6-7ca8-4d17-afec-560b0c486598', '07cad8d6-7ca8-4d17-afec-560b0c486598', '{"version":1,"value":{"name":"Heater – cellar","topics":[],"commandTtl":60,"autoOff":1,"offOnDisconnect":true}}');
INSERT INTO "rights" ("kind", "name", "id", "facts") VALUES ('device', 'd10a9375-a500-4b05-a653-abdafbe05831', 'd10a9375-a500-4b05-a653-abdafbe05831', '{"version":1,"value":{"name":"Lamp","topics":["b07990cb-3404-478d-b511-77ab91c020e4/workshop/lamp"],"commandTtl":86400,"autoOff":0,"offOnDisconnect":false}}');
INSERT INTO "rights" ("kind", "name", "id", "facts") VALUES ('device', 'f4331a9a-0e75-429a-8c51-2882d79cb463', 'f4331a9a-0e75-429a-8c51-2882d79cb463', '{"version":1,"value":{"name":"Gate","topics":[],"commandTtl":86400,"autoOff":0,"offOnDisconnect":false}}');
INSERT INTO "sessions" ("id", "key", "ref", "device_id", "connection", "expiry", "expires_at", "will", "will_payload", "will_at") VALUES (2, 'api-key:2bcbd233-b83f-4e07-846d-78893f62d0ba
06bac092a74f05a2f4e0495e762ad9e0f6bef84c6ba08d1c278bd5d332e5efa6__archive', 'api-key:2bcbd233-b83f-4e07-846d-78893f62d0ba', NULL, NULL, 4294967295, NULL, NULL, NULL, NULL);
INSERT INTO "sessions" ("id", "key", "ref", "device_id", "connection", "expiry", "expires_at", "will", "will_payload", "will_at") VALUES (4, 'device:f4331a9a-0e75-429a-8c51-2882d79cb463:909c483d-0df8-4e5c-af53-67d76e6004ce
gate-1', 'device:f4331a9a-0e75-429a-8c51-2882d79cb463:909c483d-0df8-4e5c-af53-67d76e6004ce', 'f4331a9a-0e75-429a-8c51-2882d79cb463', 'c6c59fe1-d6e6-4dc5-9e92-76acb57179cc', 0, NULL, NULL, NULL, NULL);
INSERT INTO "sqlite_sequence" ("name", "seq") VALUES ('sessions', 4);
INSERT INTO "sqlite_sequence" ("name", "seq") VALUES ('series', 2);
INSERT INTO "subscriptions" ("session", "filter", "qos", "no_local", "retain_as_published", "identifier") VALUES (2, 'b07990cb-3404-478d-b511-77ab91c020e4/workshop/lamp', 2, 0, 0, 0);
INSERT INTO "deliveries" ("seq", "session", "packet_id", "phase", "qos", "retain", "identifiers", "topic", "properties", "payload", "expires_at", "bytes", "command", "share") VALUES (1, 2, NULL, 'puback', 1, 0, '', 'b07990cb-3404-478d-b511-77ab91c020e4/workshop/lamp', '', X'64696D', NULL, 117, NULL, NULL);
INSERT INTO "deliveries" ("seq", "session", "packet_id", "phase", "qos", "retain", "identifiers", "topic", "properties", "payload", "expires_at", "bytes", "command", "share") VALUES (2, 2, NULL, 'pubrec', 2, 0, '', 'b07990cb-3404-478d-b511-77ab91c020e4/workshop/lamp', '', X'68616C66', NULL, 118, NULL, NULL);
INSERT INTO "deliveries" ("seq", "session", "packet_id", "phase", "qos", "retain", "identifiers", "topic", "properties", "payload", "expires_at", "bytes", "command", "share") VALUES (3, 2, NULL, 'puback', 1, 0, '', 'b07990cb-3404-478d-b511-77ab91c020e4/workshop/lamp', '', X'627269676874', NULL, 120, NULL, NULL);
INSERT INTO "retained" ("topic", "qos", "properties", "payload", "expires_at", "owner") VALUES ('b07990cb-3404-478d-b511-77ab91c020e4/devices/d10a9375-a500-4b05-a653-abdafbe05831/status', 1, '', X'7B227374617465223A226F6E222C22636F6E6E6563746564223A66616C73652C2273696E6365223A22323032362D31312D32335431383A34313A31342E3339355A222C2274616B656E223A747275652C2274616B656E5F6174223A22323032362D31312D32335431383A34313A31342E3335325A222C226279223A22617069227D', NULL, '');
INSERT INTO "retained" ("topic", "qos", "properties", "payload", "expires_at", "owner") VALUES ('b07990cb-3404-478d-b511-77ab91c020e4/house/mode', 1, '', X'61776179', NULL, '2bcbd233-b83f-4e07-846d-78893f62d0ba');
INSERT INTO "retained" ("topic", "qos", "properties", "payload", "expires_at", "owner") VALUES ('b07990cb-3404-478d-b511-77ab91c020e4/house/notes', 2, '', X'77617465722D7468652D726F736573', NULL, '2bcbd233-b83f-4e07-846d-78893f62d0ba');
INSERT INTO "retained" ("topic", "qos", "properties", "payload", "expires_at", "owner") VALUES ('b07990cb-3404-478d-b511-77ab91c020e4/devices/07cad8d6-7ca8-4d17-afec-560b0c486598/status', 1, '', X'7B227374617465223A226F6666222C22636F6E6E6563746564223A66616C73652C2273696E6365223A6E756C6C2C2274616B656E223A66616C73652C2274616B656E5F6174223A6E756C6C2C226279223A226175746F2D6F6666227D', NULL, '');
INSERT INTO "retained" ("topic", "qos", "properties", "payload", "expires_at", "owner") VALUES ('b07990cb-3404-478d-b511-77ab91c020e4/devices/f4331a9a-0e75-429a-8c51-2882d79cb463/status', 1, '', X'7B227374617465223A226F6666222C22636F6E6E6563746564223A747275652C2273696E6365223A22323032362D31312D32335431383A34313A31362E3134335A222C2274616B656E223A6E756C6C2C2274616B656E5F6174223A6E756C6C2C226279223A6E756C6C7D', NULL, '');
INSERT INTO "switches" ("device_id", "state", "accepted_at", "taken_at", "pending", "actor", "command_ttl", "auto_off", "off_on_disconnect") VALUES ('07cad8d6-7ca8-4d17-afec-560b0c486598', 'off', 1795459275579, NULL, 1, 'timer', 60, 1, 1);
INSERT INTO "switches" ("device_id", "state", "accepted_at", "taken_at", "pending", "actor", "command_ttl", "auto_off", "off_on_disconnect") VALUES ('d10a9375-a500-4b05-a653-abdafbe05831', 'on', 1795459274346, 1795459274352, 0, 'api', 86400, 0, 0);
INSERT INTO "events" ("at", "id", "device_id", "type", "actor", "count", "connection", "client", "schedule") VALUES (1795459274265, 'c0352453-f883-8682-9609-2c46b03c3c5c', 'd10a9375-a500-4b05-a653-abdafbe05831', 'connected', NULL, 1, '49fc4569-764b-4974-bb6b-4df1ae1214a6', '{"version":1,"value":{"since":1795459274265,"clientId":"lamp-3584c0d4","protocol":5,"country":null,"colo":null}}', NULL);
INSERT INTO "events" ("at", "id", "device_id", "type", "actor", "count", "connection", "client", "schedule") VALUES (1795459274291, '841984b8-2e88-82e9-a1b6-d0f86c3ffff4', 'd10a9375-a500-4b05-a653-abdafbe05831', 'turned_on', 'api', 1, NULL, NULL, NULL);
INSERT INTO "events" ("at", "id", "device_id", "type", "actor", "count", "connection", "client", "schedule") VALUES (1795459274319, 'f3662cb4-eb92-8be6-857b-9f85c762cd14', 'd10a9375-a500-4b05-a653-abdafbe05831', 'turned_off', 'api', 1, NULL, NULL, NULL);
INSERT INTO "events" ("at", "id", "device_id", "type", "actor", "count", "connection", "client", "schedule") VALUES (1795459274346, '5fe8222d-6a87-857a-9461-7961c2eab259', 'd10a9375-a500-4b05-a653-abdafbe05831', 'turned_on', 'api', 1, NULL, NULL, NULL);
INSERT INTO "events" ("at", "id", "device_id", "type", "actor", "count", "connection", "client", "schedule") VALUES (1795459274395, '64d8dd6f-7089-8ecf-aa0a-866867ca4b55', 'd10a9375-a500-4b05-a653-abdafbe05831', 'disconnected', NULL, 1, '49fc4569-764b-4974-bb6b-4df1ae1214a6', NULL, NULL);
INSERT INTO "events" ("at", "id", "device_id", "type", "actor", "count", "connection", "client", "schedule") VALUES (1795459274576, 'aa8d7fdf-c70b-81ef-a10e-7c9aa347e240', '07cad8d6-7ca8-4d17-afec-560b0c486598', 'turned_on', 'api', 1, NULL, NULL, NULL);
INSERT INTO "events" ("at", "id", "device_id", "type", "actor", "count", "connection", "client", "schedule") VALUES (1795459275579, '2a797032-40f0-8911-8cb9-0128b8343428', '07cad8d6-7ca8-4d17-afec-560b0c486598', 'turned_off', 'timer', 1, NULL, NULL, NULL);
INSERT INTO "events" ("at", "id", "device_id", "type", "actor", "count", "connection", "client", "schedule") VALUES (1795459276143, 'b2b664b6-9db2-8bf0-8e40-5953a0e86664', 'f4331a9a-0e75-429a-8c51-2882d79cb463', 'connected', NULL, 1, 'c6c59fe1-d6e6-4dc5-9e92-76acb57179cc', '{"version":1,"value":{"since":1795459276143,"clientId":"gate-1","protocol":5,"country":null,"colo":null}}', NULL);
INSERT INTO "uses" ("credential_id", "at") VALUES ('909c483d-0df8-4e5c-af53-67d76e6004ce', 1795459276143);
INSERT INTO "schedules" ("id", "facts", "next_at", "failures", "retry_at") VALUES ('4e6b1f38-ba8e-4d2a-a3d4-03f4da1bc9e8', '{"version":1,"value":{"id":"4e6b1f38-ba8e-4d2a-a3d4-03f4da1bc9e8","deviceId":"d10a9375-a500-4b05-a653-abdafbe05831","name":"Holidays","state":"off","timing":{"at":4922272800000},"timeZone":"Asia/Tokyo","place":null,"missed":"skip","grace":600,"enabled":false,"since":1795459274104}}', NULL, 0, NULL);
INSERT INTO "schedules" ("id", "facts", "next_at", "failures", "retry_at") VALUES ('caea4a4a-9698-423e-bf91-4525679b7de9', '{"version":1,"value":{"id":"caea4a4a-9698-423e-bf91-4525679b7de9","deviceId":"d10a9375-a500-4b05-a653-abdafbe05831","name":"Dusk","state":"on","timing":{"sun":"sunset","offset":-900},"timeZone":"UTC","place":{"lat":52.5,"lon":13.4},"missed":"skip","grace":600,"enabled":false,"since":1795459274065}}', NULL, 0, NULL);
INSERT INTO "schedules" ("id", "facts", "next_at", "failures", "retry_at") VALUES ('d6954624-e854-4918-93b8-2385bbb0c4c0', '{"version":1,"value":{"id":"d6954624-e854-4918-93b8-2385bbb0c4c0","deviceId":"d10a9375-a500-4b05-a653-abdafbe05831","name":"Weekdays","state":"on","timing":{"cron":"30 6 * * 1-5"},"timeZone":"Europe/Berlin","place":null,"missed":"skip","grace":600,"enabled":false,"since":1795459274016}}', NULL, 0, NULL);
INSERT INTO "series" ("id", "source", "key", "last", "last_at", "usual_ms") VALUES (1, 'device:d10a9375-a500-4b05-a653-abdafbe05831', 'temperature', NULL, NULL, NULL);
INSERT INTO "series" ("id", "source", "key", "last", "last_at", "usual_ms") VALUES (2, 'device:d10a9375-a500-4b05-a653-abdafbe05831', 'window', NULL, NULL, NULL);
INSERT INTO "waiting" ("seq", "since", "at", "bytes") VALUES (1, 1795459274370, 1795459274388, X'030A0184DAB29BC168019A03080A82ADD9CDA0346F70656E0309019ADAB29BC168002A080A8DADD9CDA0346F70656E030A01A8DAB29BC16801AE03080A94ADD9CDA0346F70656E');
INSERT INTO "_cf_METADATA" ("key", "value") VALUES (1, 1795459286132000000);
CREATE INDEX sessions_expire ON sessions (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX sessions_will ON sessions (will_at) WHERE will_at IS NOT NULL;
CREATE INDEX sessions_device ON sessions (device_id) WHERE device_id IS NOT NULL;
CREATE INDEX deliveries_session ON deliveries (session, seq);
CREATE INDEX events_device ON events (device_id, at);
CREATE INDEX runs_planned ON runs (planned_at);
CREATE INDEX runs_command ON runs (command) WHERE command IS NOT NULL;
