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
CREATE TABLE _cf_METADATA (
        key INTEGER PRIMARY KEY,
        value BLOB
      );
INSERT INTO "__miniflare_do_name" ("id", "name") VALUES (1, 'c870e27d-4d5c-4cb7-acdb-2c88ae71c886');
INSERT INTO "meta" ("one", "schema", "user_id", "live", "last_event_at", "rights_version", "rights_stale_at", "profile", "home_assistant", "suspended", "own_limits", "events", "dropped", "rows_day", "rows_written", "rows_reported", "compacting", "watched", "cleared_at") VALUES (1, 4, 'c870e27d-4d5c-4cb7-acdb-2c88ae71c886', 1, 1795780112035, 13, 0, 'full', 0, 0, '{"version":1,"value":{}}', 12, 0, 20784, 186, 0, 0, 1, 0);
INSERT INTO "principals" ("ref", "facts") VALUES ('api-key:34f82619-c2b4-4fad-9d0c-fd1297bcabbb', '{"version":1,"value":{"kind":"api-key","keyId":"34f82619-c2b4-4fad-9d0c-fd1297bcabbb"}}');
INSERT INTO "principals" ("ref", "facts") VALUES ('device:90142677-a831-4015-bac6-3352623d0a24:1bda0a85-8b54-4dae-82f1-7aa963724147', '{"version":1,"value":{"kind":"device","deviceId":"90142677-a831-4015-bac6-3352623d0a24","credentialId":"1bda0a85-8b54-4dae-82f1-7aa963724147","secretVersion":1,"topics":["c870e27d-4d5c-4cb7-acdb-2c88ae71c886/workshop/lamp"],"deviceTopics":[]}}');
INSERT INTO "rights" ("kind", "name", "id", "facts") VALUES ('api-key', 'k048494f5.kepO08F1jeWZV7U2V8liwsRluqxlL7pDRokwsjEvfVc', '34f82619-c2b4-4fad-9d0c-fd1297bcabbb', '{"version":1,"value":{"kind":"api-key"}}');
INSERT INTO "rights" ("kind", "name", "id", "facts") VALUES ('credential', 'lamp', '1bda0a85-8b54-4dae-82f1-7aa963724147', '{"version":1,"value":{"kind":"credential","label":"lamp","secret":"v1.k6ef451c1.q_fegXm88YZRAuvg.ar6TjkCi5XJn2oi56vmx2Lb7JDsFLt7c0LE-29Fv","secretVersion":1,"topics":["c870e27d-4d5c-4cb7-acdb-2c88ae71c886/workshop/lamp"],"view":"account","grants":[]}}');
INSERT INTO "rights" ("kind", "name", "id", "facts") VALUES ('details', '02018203-5a5b-432d-94bf-1c7509d849f6', '02018203-5a5b-432d-94bf-1c7509d849f6', '{"version":1,"value":{"id":"02018203-5a5b-432d-94bf-1c7509d849f6","name":"Heater – cellar","state":0,"command_ttl":60,"auto_off":1,"off_on_disconnect":1,"found":null,"shown_values":null,"value_labels":null,"controls":null,"room":"","pinned":0,"created_at":1795780108954,"channels":"[]"}}');
INSERT INTO "rights" ("kind", "name", "id", "facts") VALUES ('details', '8dded56f-8a89-4133-9d4f-f90269267505', '8dded56f-8a89-4133-9d4f-f90269267505', '{"version":1,"value":{"id":"8dded56f-8a89-4133-9d4f-f90269267505","name":"Lamp","state":0,"command_ttl":86400,"auto_off":0,"off_on_disconnect":0,"found":null,"shown_values":null,"value_labels":null,"controls":null,"room":"","pinned":0,"created_at":1795780108915,"channels":"[{\"id\":\"934c7f6e-7aa3-4ef4-9edb-14d0ae812cbf\",\"name\":\"workshop/lamp\",\"topic\":\"c870e27d-4d5c-4cb7-acdb-2c88ae71c886/workshop/lamp\",\"description\":\"\",\"series\":null,\"created_at\":1795780108841}]"}}');
INSERT INTO "rights" ("kind", "name", "id", "facts") VALUES ('details', '8e54b352-01a1-4b37-bf02-59368adf78bd', '8e54b352-01a1-4b37-bf02-59368adf78bd', '{"version":1,"value":{"id":"8e54b352-01a1-4b37-bf02-59368adf78bd","name":"Fan","state":0,"command_ttl":86400,"auto_off":0,"off_on_disconnect":0,"found":null,"shown_values":null,"value_labels":null,"controls":"{\"version\":1,\"value\":[{\"key\":\"speed\",\"name\":null,\"unit\":\"%\",\"kind\":\"number\",\"min\":0,\"max\":100,\"step\":1},{\"key\":\"mode\",\"name\":null,\"unit\":null,\"kind\":\"choice\",\"options\":[\"eco\",\"full\"]}]}","room":"","pinned":0,"created_at":1795780109087,"channels":"[]"}}');
INSERT INTO "rights" ("kind", "name", "id", "facts") VALUES ('details', '90142677-a831-4015-bac6-3352623d0a24', '90142677-a831-4015-bac6-3352623d0a24', '{"version":1,"value":{"id":"90142677-a831-4015-bac6-3352623d0a24","name":"Gate","state":0,"command_ttl":86400,"auto_off":0,"off_on_disconnect":0,"found":null,"shown_values":null,"value_labels":null,"controls":null,"room":"","pinned":0,"created_at":1795780108982,"channels":"[]"}}');
INSERT INTO "rights" ("kind", "name", "id", "facts") VALUES ('device', '02018203-5a5b-432d-94bf-1c7509d849f6', '02018203-5a5b-432d-94bf-1c7509d849f6', '{"version":1,"value":{"name":"Heater – cellar","topics":[],"commandTtl":60,"autoOff":1,"offOnDisconnect":true}}');
INSERT INTO "rights" ("kind", "name", "id", "facts") VALUES ('device', '8dded56f-8a89-4133-9d4f-f90269267505', '8dded56f-8a89-4133-9d4f-f90269267505', '{"version":1,"value":{"name":"Lamp","topics":["c870e27d-4d5c-4cb7-acdb-2c88ae71c886/workshop/lamp"],"commandTtl":86400,"autoOff":0,"offOnDisconnect":false}}');
INSERT INTO "rights" ("kind", "name", "id", "facts") VALUES ('device', '8e54b352-01a1-4b37-bf02-59368adf78bd', '8e54b352-01a1-4b37-bf02-59368adf78bd', '{"version":1,"value":{"name":"Fan","topics":[],"commandTtl":86400,"autoOff":0,"offOnDisconnect":false,"controls":[{"key":"speed","name":null,"unit":"%","kind":"number","min":0,"max":100,"step":1},{"key":"mode","name":null,"unit":null,"kind":"choice","options":["eco","full"]}]}}');
INSERT INTO "rights" ("kind", "name", "id", "facts") VALUES ('device', '90142677-a831-4015-bac6-3352623d0a24', '90142677-a831-4015-bac6-3352623d0a24', '{"version":1,"value":{"name":"Gate","topics":[],"commandTtl":86400,"autoOff":0,"offOnDisconnect":false}}');
INSERT INTO "rights" ("kind", "name", "id", "facts") VALUES ('session', '136a4a598a7f61acf4592257bdab881fa7e913f63eda6859589636fa61c81658', '136a4a598a7f61acf4592257bdab881fa7e913f63eda6859589636fa61c81658', '{"version":1,"value":{"until":1798372108661}}');
INSERT INTO "rights" ("kind", "name", "id", "facts") VALUES ('session', '7002d3e164c10a829770db69d618a11f8636dae501906a39b931ce772a8ae6d6', '7002d3e164c10a829770db69d618a11f8636dae501906a39b931ce772a8ae6d6', '{"version":1,"value":{"until":1798372111806}}');
INSERT INTO "rights" ("kind", "name", "id", "facts") VALUES ('token', '78b3a8f2d009726017a7957a692d92d8a02c9c7160f42107723b9b410be0acb6', 'c374f1d2-4dcb-4dca-ab3e-fbead722d028', '{"version":1,"value":{"kind":"token","label":"Panel","scopes":["devices:read","messages:read:house/#"],"until":null}}');
INSERT INTO "rights" ("kind", "name", "id", "facts") VALUES ('token', '8bb47062655c7397e6bf28a6fb92dfc18f39918171246c2594c9a9713dd1eae7', '2b768e54-672c-4b89-b443-8bc7dc74b51d', '{"version":1,"value":{"kind":"token","label":"Neighbour","scopes":["devices:read:8e54b352-01a1-4b37-bf02-59368adf78bd","values:read:8e54b352-01a1-4b37-bf02-59368adf78bd","devices:switch:8e54b352-01a1-4b37-bf02-59368adf78bd","devices:read:90142677-a831-4015-bac6-3352623d0a24","values:read:90142677-a831-4015-bac6-3352623d0a24","devices:switch:90142677-a831-4015-bac6-3352623d0a24"],"until":null,"guest":true}}');
INSERT INTO "sessions" ("id", "key", "ref", "device_id", "connection", "expiry", "expires_at", "will", "will_payload", "will_at") VALUES (3, 'api-key:34f82619-c2b4-4fad-9d0c-fd1297bcabbb
97889f401ba9ffea0ce1f1db82c119b31dfb80b9bda06a371db681726c56da71__archive', 'api-key:34f82619-c2b4-4fad-9d0c-fd1297bcabbb', NULL, NULL, 4294967295, NULL, NULL, NULL, NULL);
INSERT INTO "sessions" ("id", "key", "ref", "device_id", "connection", "expiry", "expires_at", "will", "will_payload", "will_at") VALUES (6, 'device:90142677-a831-4015-bac6-3352623d0a24:1bda0a85-8b54-4dae-82f1-7aa963724147
gate-1', 'device:90142677-a831-4015-bac6-3352623d0a24:1bda0a85-8b54-4dae-82f1-7aa963724147', '90142677-a831-4015-bac6-3352623d0a24', 'f694879e-668c-43a3-8927-7921b0627b1d', 0, NULL, NULL, NULL, NULL);
INSERT INTO "sqlite_sequence" ("name", "seq") VALUES ('sessions', 6);
INSERT INTO "sqlite_sequence" ("name", "seq") VALUES ('series', 4);
INSERT INTO "sqlite_sequence" ("name", "seq") VALUES ('notices', 1);
INSERT INTO "subscriptions" ("session", "filter", "qos", "no_local", "retain_as_published", "identifier") VALUES (3, 'c870e27d-4d5c-4cb7-acdb-2c88ae71c886/workshop/lamp', 2, 0, 0, 0);
INSERT INTO "deliveries" ("seq", "session", "packet_id", "phase", "qos", "retain", "identifiers", "topic", "properties", "payload", "expires_at", "bytes", "command", "share") VALUES (1, 3, NULL, 'puback', 1, 0, '', 'c870e27d-4d5c-4cb7-acdb-2c88ae71c886/workshop/lamp', '', X'64696D', NULL, 117, NULL, NULL);
INSERT INTO "deliveries" ("seq", "session", "packet_id", "phase", "qos", "retain", "identifiers", "topic", "properties", "payload", "expires_at", "bytes", "command", "share") VALUES (2, 3, NULL, 'pubrec', 2, 0, '', 'c870e27d-4d5c-4cb7-acdb-2c88ae71c886/workshop/lamp', '', X'68616C66', NULL, 118, NULL, NULL);
INSERT INTO "deliveries" ("seq", "session", "packet_id", "phase", "qos", "retain", "identifiers", "topic", "properties", "payload", "expires_at", "bytes", "command", "share") VALUES (3, 3, NULL, 'puback', 1, 0, '', 'c870e27d-4d5c-4cb7-acdb-2c88ae71c886/workshop/lamp', '', X'627269676874', NULL, 120, NULL, NULL);
INSERT INTO "retained" ("topic", "qos", "properties", "payload", "expires_at", "owner", "written_at") VALUES ('c870e27d-4d5c-4cb7-acdb-2c88ae71c886/devices/8dded56f-8a89-4133-9d4f-f90269267505/status', 1, '', X'7B227374617465223A226F6E222C22636F6E6E6563746564223A66616C73652C2273696E6365223A22323032362D31312D32375431313A34383A32392E3536305A222C2274616B656E223A747275652C2274616B656E5F6174223A22323032362D31312D32375431313A34383A32392E3532385A222C226279223A22617069227D', NULL, '', 1795780109560);
INSERT INTO "retained" ("topic", "qos", "properties", "payload", "expires_at", "owner", "written_at") VALUES ('c870e27d-4d5c-4cb7-acdb-2c88ae71c886/devices/8e54b352-01a1-4b37-bf02-59368adf78bd/status', 1, '', X'7B227374617465223A226F6E222C22636F6E6E6563746564223A66616C73652C2273696E6365223A22323032362D31312D32375431313A34383A33302E3631325A222C2274616B656E223A747275652C2274616B656E5F6174223A22323032362D31312D32375431313A34383A33302E3536375A222C226279223A227761746368222C22736574223A7B226D6F6465223A2266756C6C222C227370656564223A38307D7D', NULL, '', 1795780110612);
INSERT INTO "retained" ("topic", "qos", "properties", "payload", "expires_at", "owner", "written_at") VALUES ('c870e27d-4d5c-4cb7-acdb-2c88ae71c886/house/mode', 1, '', X'61776179', NULL, '34f82619-c2b4-4fad-9d0c-fd1297bcabbb', 1795780110731);
INSERT INTO "retained" ("topic", "qos", "properties", "payload", "expires_at", "owner", "written_at") VALUES ('c870e27d-4d5c-4cb7-acdb-2c88ae71c886/house/notes', 2, '', X'77617465722D7468652D726F736573', NULL, '34f82619-c2b4-4fad-9d0c-fd1297bcabbb', 1795780110737);
INSERT INTO "retained" ("topic", "qos", "properties", "payload", "expires_at", "owner", "written_at") VALUES ('c870e27d-4d5c-4cb7-acdb-2c88ae71c886/devices/02018203-5a5b-432d-94bf-1c7509d849f6/status', 1, '', X'7B227374617465223A226F6666222C22636F6E6E6563746564223A66616C73652C2273696E6365223A6E756C6C2C2274616B656E223A66616C73652C2274616B656E5F6174223A6E756C6C2C226279223A226175746F2D6F6666227D', NULL, '', 1795780111771);
INSERT INTO "retained" ("topic", "qos", "properties", "payload", "expires_at", "owner", "written_at") VALUES ('c870e27d-4d5c-4cb7-acdb-2c88ae71c886/devices/90142677-a831-4015-bac6-3352623d0a24/status', 1, '', X'7B227374617465223A226F6666222C22636F6E6E6563746564223A747275652C2273696E6365223A22323032362D31312D32375431313A34383A33322E3033355A222C2274616B656E223A6E756C6C2C2274616B656E5F6174223A6E756C6C2C226279223A6E756C6C7D', NULL, '', 1795780112035);
INSERT INTO "switches" ("device_id", "state", "accepted_at", "taken_at", "pending", "actor", "command_ttl", "auto_off", "off_on_disconnect", "wanted", "waiting_since") VALUES ('02018203-5a5b-432d-94bf-1c7509d849f6', 'off', 1795780111771, NULL, 1, 'timer', 60, 1, 1, NULL, 1795780110770);
INSERT INTO "switches" ("device_id", "state", "accepted_at", "taken_at", "pending", "actor", "command_ttl", "auto_off", "off_on_disconnect", "wanted", "waiting_since") VALUES ('8dded56f-8a89-4133-9d4f-f90269267505', 'on', 1795780109521, 1795780109528, 0, 'api', 86400, 0, 0, NULL, 1795780109521);
INSERT INTO "switches" ("device_id", "state", "accepted_at", "taken_at", "pending", "actor", "command_ttl", "auto_off", "off_on_disconnect", "wanted", "waiting_since") VALUES ('8e54b352-01a1-4b37-bf02-59368adf78bd', 'on', 1795780110557, 1795780110567, 0, 'watch', 86400, 0, 0, '{"version":1,"value":{"mode":{"value":"full","at":1795780109334},"speed":{"value":80,"at":1795780110557}}}', 1795780110557);
INSERT INTO "events" ("at", "id", "device_id", "type", "actor", "count", "connection", "client", "schedule", "mistake", "set_values", "closed", "guest") VALUES (1795780109296, '01a21cd5-e3f0-8de0-82b9-07154d8a3e8c', '8e54b352-01a1-4b37-bf02-59368adf78bd', 'connected', NULL, 1, '6334cf19-a69d-47f7-b24f-f592aa387551', '{"version":1,"value":{"since":1795780109296,"clientId":"fan-1","protocol":5,"country":null,"colo":null}}', NULL, NULL, NULL, NULL, NULL);
INSERT INTO "events" ("at", "id", "device_id", "type", "actor", "count", "connection", "client", "schedule", "mistake", "set_values", "closed", "guest") VALUES (1795780109334, '01a21cd5-e416-8713-8ce3-b5829831d4ee', '8e54b352-01a1-4b37-bf02-59368adf78bd', 'turned_off', 'api', 1, NULL, NULL, NULL, NULL, '{"version":1,"value":{"mode":"full"}}', NULL, NULL);
INSERT INTO "events" ("at", "id", "device_id", "type", "actor", "count", "connection", "client", "schedule", "mistake", "set_values", "closed", "guest") VALUES (1795780109463, '01a21cd5-e497-8efc-bdf0-eef406599e32', '8dded56f-8a89-4133-9d4f-f90269267505', 'connected', NULL, 1, '74329eb4-755b-4058-bee4-cf1891d40a65', '{"version":1,"value":{"since":1795780109463,"clientId":"lamp-336edef8","protocol":5,"country":null,"colo":null}}', NULL, NULL, NULL, NULL, NULL);
INSERT INTO "events" ("at", "id", "device_id", "type", "actor", "count", "connection", "client", "schedule", "mistake", "set_values", "closed", "guest") VALUES (1795780109475, '01a21cd5-e4a3-8585-bd5c-59f31cf6920a', '8dded56f-8a89-4133-9d4f-f90269267505', 'turned_on', 'api', 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "events" ("at", "id", "device_id", "type", "actor", "count", "connection", "client", "schedule", "mistake", "set_values", "closed", "guest") VALUES (1795780109494, '01a21cd5-e4b6-8c72-b1cf-5f3ff0c3a934', '8dded56f-8a89-4133-9d4f-f90269267505', 'turned_off', 'api', 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "events" ("at", "id", "device_id", "type", "actor", "count", "connection", "client", "schedule", "mistake", "set_values", "closed", "guest") VALUES (1795780109521, '01a21cd5-e4d1-83de-bb3a-71772e15d4af', '8dded56f-8a89-4133-9d4f-f90269267505', 'turned_on', 'api', 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "events" ("at", "id", "device_id", "type", "actor", "count", "connection", "client", "schedule", "mistake", "set_values", "closed", "guest") VALUES (1795780109560, '01a21cd5-e4f8-85bb-939a-5b7d9676f68e', '8dded56f-8a89-4133-9d4f-f90269267505', 'disconnected', NULL, 1, '74329eb4-755b-4058-bee4-cf1891d40a65', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "events" ("at", "id", "device_id", "type", "actor", "count", "connection", "client", "schedule", "mistake", "set_values", "closed", "guest") VALUES (1795780110557, '01a21cd5-e8dd-8849-86c0-d1b14868cbda', '8e54b352-01a1-4b37-bf02-59368adf78bd', 'turned_on', 'watch', 1, NULL, NULL, '8a6da060-d940-4f6f-a322-6d3337b06a37', NULL, '{"version":1,"value":{"speed":80}}', NULL, NULL);
INSERT INTO "events" ("at", "id", "device_id", "type", "actor", "count", "connection", "client", "schedule", "mistake", "set_values", "closed", "guest") VALUES (1795780110612, '01a21cd5-e914-880a-9dae-061955b4dece', '8e54b352-01a1-4b37-bf02-59368adf78bd', 'disconnected', NULL, 1, '6334cf19-a69d-47f7-b24f-f592aa387551', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "events" ("at", "id", "device_id", "type", "actor", "count", "connection", "client", "schedule", "mistake", "set_values", "closed", "guest") VALUES (1795780110770, '01a21cd5-e9b2-8eec-b349-124ee5c90ee6', '02018203-5a5b-432d-94bf-1c7509d849f6', 'turned_on', 'api', 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "events" ("at", "id", "device_id", "type", "actor", "count", "connection", "client", "schedule", "mistake", "set_values", "closed", "guest") VALUES (1795780111771, '01a21cd5-ed9b-800c-9a10-93fa0a9be859', '02018203-5a5b-432d-94bf-1c7509d849f6', 'turned_off', 'timer', 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "events" ("at", "id", "device_id", "type", "actor", "count", "connection", "client", "schedule", "mistake", "set_values", "closed", "guest") VALUES (1795780112035, '01a21cd5-eea3-8b82-a606-4c92d2900793', '90142677-a831-4015-bac6-3352623d0a24', 'connected', NULL, 1, 'f694879e-668c-43a3-8927-7921b0627b1d', '{"version":1,"value":{"since":1795780112035,"clientId":"gate-1","protocol":5,"country":null,"colo":null}}', NULL, NULL, NULL, NULL, NULL);
INSERT INTO "uses" ("credential_id", "at", "address") VALUES ('136a4a59-8a7f-81ac-8459-2257bdab881f', 1795780109632, NULL);
INSERT INTO "uses" ("credential_id", "at", "address") VALUES ('1bda0a85-8b54-4dae-82f1-7aa963724147', 1795780112035, NULL);
INSERT INTO "schedules" ("id", "facts", "next_at", "failures", "retry_at") VALUES ('12bd636a-b20a-40bc-bb6b-cbd55820f3d9', '{"version":1,"value":{"id":"12bd636a-b20a-40bc-bb6b-cbd55820f3d9","deviceId":"8dded56f-8a89-4133-9d4f-f90269267505","name":"Weekdays","state":"on","timing":{"cron":"30 6 * * 1-5"},"timeZone":"Europe/Berlin","place":null,"missed":"skip","grace":600,"enabled":false,"since":1795780109358}}', NULL, 0, NULL);
INSERT INTO "schedules" ("id", "facts", "next_at", "failures", "retry_at") VALUES ('1544cd37-92f7-4235-ad5c-c94c70a94e54', '{"version":1,"value":{"id":"1544cd37-92f7-4235-ad5c-c94c70a94e54","deviceId":"8dded56f-8a89-4133-9d4f-f90269267505","name":"Dusk","state":"on","timing":{"sun":"sunset","offset":-900},"timeZone":"UTC","place":{"lat":52.5,"lon":13.4},"missed":"skip","grace":600,"enabled":false,"since":1795780109396}}', NULL, 0, NULL);
INSERT INTO "schedules" ("id", "facts", "next_at", "failures", "retry_at") VALUES ('44d5a27d-9d69-47a1-8c1f-1dacf252f130', '{"version":1,"value":{"id":"44d5a27d-9d69-47a1-8c1f-1dacf252f130","deviceId":"8dded56f-8a89-4133-9d4f-f90269267505","name":"Holidays","state":"off","timing":{"at":4922272800000},"timeZone":"Asia/Tokyo","place":null,"missed":"skip","grace":600,"enabled":false,"since":1795780109426}}', NULL, 0, NULL);
INSERT INTO "series" ("id", "source", "key", "last", "last_at", "usual_ms") VALUES (1, 'device:8e54b352-01a1-4b37-bf02-59368adf78bd', 'speed', NULL, NULL, NULL);
INSERT INTO "series" ("id", "source", "key", "last", "last_at", "usual_ms") VALUES (2, 'device:8e54b352-01a1-4b37-bf02-59368adf78bd', 'mode', NULL, NULL, NULL);
INSERT INTO "series" ("id", "source", "key", "last", "last_at", "usual_ms") VALUES (3, 'device:8dded56f-8a89-4133-9d4f-f90269267505', 'temperature', NULL, NULL, NULL);
INSERT INTO "series" ("id", "source", "key", "last", "last_at", "usual_ms") VALUES (4, 'device:8dded56f-8a89-4133-9d4f-f90269267505', 'window', NULL, NULL, NULL);
INSERT INTO "sample_buffer" ("seq", "since", "at", "bytes") VALUES (1, 1795780109316, 1795780109553, X'0309018890AFCDC3680028080984C8D7E6A13465636F090A01CA93AFCDC368019A030E0AE5C9D7E6A1346F70656E090901D893AFCDC368002A0E0AECC9D7E6A1346F70656E090A01E293AFCDC36801BE060E0AF1C9D7E6A1346F70656E');
INSERT INTO "watches" ("id", "facts", "state", "created_at") VALUES ('8a6da060-d940-4f6f-a322-6d3337b06a37', '{"version":1,"value":{"name":"Cool it","deviceId":"8dded56f-8a89-4133-9d4f-f90269267505","key":"temperature","when":{"above":40,"clear":30,"forMs":1000},"targets":["0796eeeb-b8f3-43b2-a465-2b0e27b40e1f"],"repeatMs":null,"enabled":true}}', '{"version":1,"value":{"phase":"raised","since":1795780110557,"raises":1,"snoozedUntil":null,"notices":1,"nextNoticeAt":null}}', 1795780109130);
INSERT INTO "watches" ("id", "facts", "state", "created_at") VALUES ('f62cd838-4159-4df8-9198-77c008dbe500', '{"version":1,"value":{"name":"Too warm","deviceId":"8dded56f-8a89-4133-9d4f-f90269267505","key":"temperature","when":{"above":60,"clear":60,"forMs":3600000},"targets":["14fcca07-4c41-457a-a3dd-e9ab2d512c04"],"repeatMs":null,"enabled":true}}', '{"version":1,"value":{"phase":"clear","since":1795780109066,"raises":0,"snoozedUntil":null,"settlesAt":1795780109066,"heldSince":null}}', 1795780109066);
INSERT INTO "targets" ("id", "facts") VALUES ('0796eeeb-b8f3-43b2-a465-2b0e27b40e1f', '{"version":1,"value":{"address":{"kind":"device","deviceId":"8e54b352-01a1-4b37-bf02-59368adf78bd","raised":{"state":"on","set":{"speed":80}},"cleared":{"state":"off","set":null}},"createdAt":1795780109113,"disabled":null}}');
INSERT INTO "targets" ("id", "facts") VALUES ('14fcca07-4c41-457a-a3dd-e9ab2d512c04', '{"version":1,"value":{"address":{"kind":"webhook","url":"https://example.org/notices","isConfirmed":false},"createdAt":1795780109036,"disabled":null}}');
INSERT INTO "notices" ("seq", "id", "watch_id", "state", "at", "facts", "deliveries", "next_at") VALUES (1, '1829dd54-f7bc-8bd1-bcf0-9b7416f1f391', '8a6da060-d940-4f6f-a322-6d3337b06a37', 'raised', 1795780110557, '{"version":1,"value":{"watch":{"id":"8a6da060-d940-4f6f-a322-6d3337b06a37","name":"Cool it"},"device":{"id":"8dded56f-8a89-4133-9d4f-f90269267505","name":"Lamp"},"key":"temperature","when":{"above":40,"clear":30,"forMs":1000},"event":null}}', '{"version":1,"value":[{"target":"0796eeeb-b8f3-43b2-a465-2b0e27b40e1f","attempts":1,"outcome":"delivered","at":1795780110567,"detail":"Fan was switched on, speed 80, taken after 0.0 s.","nextAt":null,"command":1795780110557}]}', NULL);
INSERT INTO "_cf_METADATA" ("key", "value") VALUES (1, 1795780122011000000);
CREATE INDEX sessions_expire ON sessions (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX sessions_will ON sessions (will_at) WHERE will_at IS NOT NULL;
CREATE INDEX sessions_device ON sessions (device_id) WHERE device_id IS NOT NULL;
CREATE INDEX deliveries_session ON deliveries (session, seq);
CREATE INDEX events_device ON events (device_id, at);
CREATE INDEX runs_planned ON runs (planned_at);
CREATE INDEX runs_command ON runs (command) WHERE command IS NOT NULL;
CREATE INDEX notices_due ON notices (next_at) WHERE next_at IS NOT NULL;
