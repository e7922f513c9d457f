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
   ) WITHOUT ROWID;
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
   );
CREATE TABLE event_sums (
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
INSERT INTO "__miniflare_do_name" ("id", "name") VALUES (1, 'f8f1c67c-7930-41ee-a84b-912ad12a4290');
INSERT INTO "meta" ("one", "schema", "user_id", "live", "last_event_at", "rights_version", "rights_stale_at", "profile", "home_assistant", "suspended", "own_limits", "events", "dropped", "rows_day", "rows_written", "rows_reported", "compacting", "watched", "cleared_at") VALUES (1, 1, 'f8f1c67c-7930-41ee-a84b-912ad12a4290', 1, 1795732425595, 10, 0, 'full', 0, 0, '{"version":1,"value":{}}', 8, 0, 20783, 126, 0, 0, 0, 0);
INSERT INTO "principals" ("ref", "facts") VALUES ('api-key:6c193034-59fc-42e8-9295-44b62107194b', '{"version":1,"value":{"kind":"api-key","keyId":"6c193034-59fc-42e8-9295-44b62107194b"}}');
INSERT INTO "principals" ("ref", "facts") VALUES ('device:b755ce6e-17e3-4cff-b45b-e21c49b62140:a057bb44-6000-472f-8415-750908731a97', '{"version":1,"value":{"kind":"device","deviceId":"b755ce6e-17e3-4cff-b45b-e21c49b62140","credentialId":"a057bb44-6000-472f-8415-750908731a97","secretVersion":1,"topics":["f8f1c67c-7930-41ee-a84b-912ad12a4290/workshop/lamp"],"deviceTopics":[]}}');
INSERT INTO "rights" ("kind", "name", "id", "facts") VALUES ('api-key', 'k5ccc0827.QEi1vSk_Za9jh8W_sz0TVaxZlCwWofCRDLMRnW5FyrM', '6c193034-59fc-42e8-9295-44b62107194b', '{"version":1,"value":{"kind":"api-key"}}');
INSERT INTO "rights" ("kind", "name", "id", "facts") VALUES ('credential', 'lamp', 'a057bb44-6000-472f-8415-750908731a97', '{"version":1,"value":{"kind":"credential","label":"lamp","secret":"v1.k14264f2f.ZouopoSES-G-PjeG.6TdSKQm84QZe41TDFwRi-kv13bvh7yJOMU-aLP_7","secretVersion":1,"topics":["f8f1c67c-7930-41ee-a84b-912ad12a4290/workshop/lamp"],"view":"account","grants":[]}}');
INSERT INTO "rights" ("kind", "name", "id", "facts") VALUES ('details', '2de93379-d22c-40f2-bc18-75c4823e3a11', '2de93379-d22c-40f2-bc18-75c4823e3a11', '{"version":1,"value":{"id":"2de93379-d22c-40f2-bc18-75c4823e3a11","name":"Heater – cellar","state":0,"command_ttl":60,"auto_off":1,"off_on_disconnect":1,"found":null,"shown_values":null,"value_labels":null,"room":"","pinned":0,"created_at":1795732420044,"channels":"[]"}}');
INSERT INTO "rights" ("kind", "name", "id", "facts") VALUES ('details', 'b755ce6e-17e3-4cff-b45b-e21c49b62140', 'b755ce6e-17e3-4cff-b45b-e21c49b62140', '{"version":1,"value":{"id":"b755ce6e-17e3-4cff-b45b-e21c49b62140","name":"Gate","state":0,"command_ttl":86400,"auto_off":0,"off_on_disconnect":0,"found":null,"shown_values":null,"value_labels":null,"room":"","pinned":0,"created_at":1795732420226,"channels":"[]"}}');
INSERT INTO "rights" ("kind", "name", "id", "facts") VALUES ('details', 'face9f3b-06ce-48ad-9d7e-b8b253cbf92e', 'face9f3b-06ce-48ad-9d7e-b8b253cbf92e', '{"version":1,"value":{"id":"face9f3b-06ce-48ad-9d7e-b8b253cbf92e","name":"Lamp","state":0,"command_ttl":86400,"auto_off":0,"off_on_disconnect":0,"found":null,"shown_values":null,"value_labels":null,"room":"","pinned":0,"created_at":1795732419724,"channels":"[{\"id\":\"c2e217c3-33ed-413a-909c-ce3dcc3d3fa0\",\"name\":\"workshop/lamp\",\"topic\":\"f8f1c67c-7930-41ee-a84b-912ad12a4290/workshop/lamp\",\"description\":\"\",\"series\":null,\"created_at\":1795732419391}]"}}');
INSERT INTO "rights" ("kind", "name", "id", "facts") VALUES ('device', '2de93379-d22c-40f2-bc18-75c4823e3a11', '2de93379-d22c-40f2-bc18-75c4823e3a11', '{"version":1,"value":{"name":"Heater – cellar","topics":[],"commandTtl":60,"autoOff":1,"offOnDisconnect":true}}');
INSERT INTO "rights" ("kind", "name", "id", "facts") VALUES ('device', 'b755ce6e-17e3-4cff-b45b-e21c49b62140', 'b755ce6e-17e3-4cff-b45b-e21c49b62140', '{"version":1,"value":{"name":"Gate","topics":[],"commandTtl":86400,"autoOff":0,"offOnDisconnect":false}}');
INSERT INTO "rights" ("kind", "name", "id", "facts") VALUES ('device', 'face9f3b-06ce-48ad-9d7e-b8b253cbf92e', 'face9f3b-06ce-48ad-9d7e-b8b253cbf92e', '{"version":1,"value":{"name":"Lamp","topics":["f8f1c67c-7930-41ee-a84b-912ad12a4290/workshop/lamp"],"commandTtl":86400,"autoOff":0,"offOnDisconnect":false}}');
INSERT INTO "rights" ("kind", "name", "id", "facts") VALUES ('session', '45e4abc369d5dfe4e52a52e258b5d8218a6638f1d2e00a24a99e584809760bcc', '45e4abc369d5dfe4e52a52e258b5d8218a6638f1d2e00a24a99e584809760bcc', '{"version":1,"value":{"until":1798324424485}}');
INSERT INTO "rights" ("kind", "name", "id", "facts") VALUES ('session', 'aafbee293ea7f12a796ef12ead13f8f6c70360e6f92156ef2f4d97b80b9ab196', 'aafbee293ea7f12a796ef12ead13f8f6c70360e6f92156ef2f4d97b80b9ab196', '{"version":1,"value":{"until":1798324418230}}');
INSERT INTO "sessions" ("id", "key", "ref", "device_id", "connection", "expiry", "expires_at", "will", "will_payload", "will_at") VALUES (2, 'api-key:6c193034-59fc-42e8-9295-44b62107194b
971cd5f0cb3013e6198e1163a43989c3df4d070c70dbef17f6801a9f93f28ffa__archive', 'api-key:6c193034-59fc-42e8-9295-44b62107194b', NULL, NULL, 4294967295, NULL, NULL, NULL, NULL);
INSERT INTO "sessions" ("id", "key", "ref", "device_id", "connection", "expiry", "expires_at", "will", "will_payload", "will_at") VALUES (4, 'device:b755ce6e-17e3-4cff-b45b-e21c49b62140:a057bb44-6000-472f-8415-750908731a97
gate-1', 'device:b755ce6e-17e3-4cff-b45b-e21c49b62140:a057bb44-6000-472f-8415-750908731a97', 'b755ce6e-17e3-4cff-b45b-e21c49b62140', 'b4d28c46-4953-42bc-80c7-35335ed5b8ca', 0, NULL, NULL, NULL, NULL);
INSERT INTO "sqlite_sequence" ("name", "seq") VALUES ('sessions', 4);
INSERT INTO "sqlite_sequence" ("name", "seq") VALUES ('series', 2);
INSERT INTO "subscriptions" ("session", "filter", "qos", "no_local", "retain_as_published", "identifier") VALUES (2, 'f8f1c67c-7930-41ee-a84b-912ad12a4290/workshop/lamp', 2, 0, 0, 0);
INSERT INTO "deliveries" ("seq", "session", "packet_id", "phase", "qos", "retain", "identifiers", "topic", "properties", "payload", "expires_at", "bytes", "command", "share") VALUES (1, 2, NULL, 'puback', 1, 0, '', 'f8f1c67c-7930-41ee-a84b-912ad12a4290/workshop/lamp', '', X'64696D', NULL, 117, NULL, NULL);
INSERT INTO "deliveries" ("seq", "session", "packet_id", "phase", "qos", "retain", "identifiers", "topic", "properties", "payload", "expires_at", "bytes", "command", "share") VALUES (2, 2, NULL, 'pubrec', 2, 0, '', 'f8f1c67c-7930-41ee-a84b-912ad12a4290/workshop/lamp', '', X'68616C66', NULL, 118, NULL, NULL);
INSERT INTO "deliveries" ("seq", "session", "packet_id", "phase", "qos", "retain", "identifiers", "topic", "properties", "payload", "expires_at", "bytes", "command", "share") VALUES (3, 2, NULL, 'puback', 1, 0, '', 'f8f1c67c-7930-41ee-a84b-912ad12a4290/workshop/lamp', '', X'627269676874', NULL, 120, NULL, NULL);
INSERT INTO "retained" ("topic", "qos", "properties", "payload", "expires_at", "owner", "written_at") VALUES ('f8f1c67c-7930-41ee-a84b-912ad12a4290/devices/face9f3b-06ce-48ad-9d7e-b8b253cbf92e/status', 1, '', X'7B227374617465223A226F6E222C22636F6E6E6563746564223A66616C73652C2273696E6365223A22323032362D31312D32365432323A33333A34322E3739305A222C2274616B656E223A747275652C2274616B656E5F6174223A22323032362D31312D32365432323A33333A34322E3631345A222C226279223A22617069227D', NULL, '', 1795732422790);
INSERT INTO "retained" ("topic", "qos", "properties", "payload", "expires_at", "owner", "written_at") VALUES ('f8f1c67c-7930-41ee-a84b-912ad12a4290/house/mode', 1, '', X'61776179', NULL, '6c193034-59fc-42e8-9295-44b62107194b', 1795732423148);
INSERT INTO "retained" ("topic", "qos", "properties", "payload", "expires_at", "owner", "written_at") VALUES ('f8f1c67c-7930-41ee-a84b-912ad12a4290/house/notes', 2, '', X'77617465722D7468652D726F736573', NULL, '6c193034-59fc-42e8-9295-44b62107194b', 1795732423167);
INSERT INTO "retained" ("topic", "qos", "properties", "payload", "expires_at", "owner", "written_at") VALUES ('f8f1c67c-7930-41ee-a84b-912ad12a4290/devices/2de93379-d22c-40f2-bc18-75c4823e3a11/status', 1, '', X'7B227374617465223A226F6666222C22636F6E6E6563746564223A66616C73652C2273696E6365223A6E756C6C2C2274616B656E223A66616C73652C2274616B656E5F6174223A6E756C6C2C226279223A226175746F2D6F6666227D', NULL, '', 1795732424236);
INSERT INTO "retained" ("topic", "qos", "properties", "payload", "expires_at", "owner", "written_at") VALUES ('f8f1c67c-7930-41ee-a84b-912ad12a4290/devices/b755ce6e-17e3-4cff-b45b-e21c49b62140/status', 1, '', X'7B227374617465223A226F6666222C22636F6E6E6563746564223A747275652C2273696E6365223A22323032362D31312D32365432323A33333A34352E3539355A222C2274616B656E223A6E756C6C2C2274616B656E5F6174223A6E756C6C2C226279223A6E756C6C7D', NULL, '', 1795732425595);
INSERT INTO "switches" ("device_id", "state", "accepted_at", "taken_at", "pending", "actor", "command_ttl", "auto_off", "off_on_disconnect") VALUES ('2de93379-d22c-40f2-bc18-75c4823e3a11', 'off', 1795732424236, NULL, 1, 'timer', 60, 1, 1);
INSERT INTO "switches" ("device_id", "state", "accepted_at", "taken_at", "pending", "actor", "command_ttl", "auto_off", "off_on_disconnect") VALUES ('face9f3b-06ce-48ad-9d7e-b8b253cbf92e', 'on', 1795732422556, 1795732422614, 0, 'api', 86400, 0, 0);
INSERT INTO "events" ("at", "id", "device_id", "type", "actor", "count", "connection", "client", "schedule", "mistake") VALUES (1795732422085, '01a219fe-3dc5-8360-b26a-8a8435ea8c69', 'face9f3b-06ce-48ad-9d7e-b8b253cbf92e', 'connected', NULL, 1, 'f1390db9-3e76-4227-a5d7-2f9f1948a354', '{"version":1,"value":{"since":1795732422085,"clientId":"lamp-f0844ef2","protocol":5,"country":null,"colo":null}}', NULL, NULL);
INSERT INTO "events" ("at", "id", "device_id", "type", "actor", "count", "connection", "client", "schedule", "mistake") VALUES (1795732422191, '01a219fe-3e2f-82db-affa-d80f2dcdb5bd', 'face9f3b-06ce-48ad-9d7e-b8b253cbf92e', 'turned_on', 'api', 1, NULL, NULL, NULL, NULL);
INSERT INTO "events" ("at", "id", "device_id", "type", "actor", "count", "connection", "client", "schedule", "mistake") VALUES (1795732422355, '01a219fe-3ed3-8596-9c07-25ab40eef020', 'face9f3b-06ce-48ad-9d7e-b8b253cbf92e', 'turned_off', 'api', 1, NULL, NULL, NULL, NULL);
INSERT INTO "events" ("at", "id", "device_id", "type", "actor", "count", "connection", "client", "schedule", "mistake") VALUES (1795732422556, '01a219fe-3f9c-8d97-aae1-e4671bee68b6', 'face9f3b-06ce-48ad-9d7e-b8b253cbf92e', 'turned_on', 'api', 1, NULL, NULL, NULL, NULL);
INSERT INTO "events" ("at", "id", "device_id", "type", "actor", "count", "connection", "client", "schedule", "mistake") VALUES (1795732422790, '01a219fe-4086-8cda-b9c6-8637908b8f8e', 'face9f3b-06ce-48ad-9d7e-b8b253cbf92e', 'disconnected', NULL, 1, 'f1390db9-3e76-4227-a5d7-2f9f1948a354', NULL, NULL, NULL);
INSERT INTO "events" ("at", "id", "device_id", "type", "actor", "count", "connection", "client", "schedule", "mistake") VALUES (1795732423198, '01a219fe-421e-8a73-b7c1-42fefb51ba7f', '2de93379-d22c-40f2-bc18-75c4823e3a11', 'turned_on', 'api', 1, NULL, NULL, NULL, NULL);
INSERT INTO "events" ("at", "id", "device_id", "type", "actor", "count", "connection", "client", "schedule", "mistake") VALUES (1795732424236, '01a219fe-462c-8661-ac9b-f9df482496e0', '2de93379-d22c-40f2-bc18-75c4823e3a11', 'turned_off', 'timer', 1, NULL, NULL, NULL, NULL);
INSERT INTO "events" ("at", "id", "device_id", "type", "actor", "count", "connection", "client", "schedule", "mistake") VALUES (1795732425595, '01a219fe-4b7b-8cd7-a507-68ecf4730106', 'b755ce6e-17e3-4cff-b45b-e21c49b62140', 'connected', NULL, 1, 'b4d28c46-4953-42bc-80c7-35335ed5b8ca', '{"version":1,"value":{"since":1795732425595,"clientId":"gate-1","protocol":5,"country":null,"colo":null}}', NULL, NULL);
INSERT INTO "uses" ("credential_id", "at", "address") VALUES ('45e4abc3-69d5-8fe4-852a-52e258b5d821', 1795732424987, NULL);
INSERT INTO "uses" ("credential_id", "at", "address") VALUES ('a057bb44-6000-472f-8415-750908731a97', 1795732425595, NULL);
INSERT INTO "uses" ("credential_id", "at", "address") VALUES ('aafbee29-3ea7-812a-896e-f12ead13f8f6', 1795732422898, NULL);
INSERT INTO "schedules" ("id", "facts", "next_at", "failures", "retry_at") VALUES ('31df8a12-d7d7-43dd-aab4-c6af84927fc3', '{"version":1,"value":{"id":"31df8a12-d7d7-43dd-aab4-c6af84927fc3","deviceId":"face9f3b-06ce-48ad-9d7e-b8b253cbf92e","name":"Dusk","state":"on","timing":{"sun":"sunset","offset":-900},"timeZone":"UTC","place":{"lat":52.5,"lon":13.4},"missed":"skip","grace":600,"enabled":false,"since":1795732420660}}', NULL, 0, NULL);
INSERT INTO "schedules" ("id", "facts", "next_at", "failures", "retry_at") VALUES ('7c981371-1ea4-490c-b5f9-a8b31585b789', '{"version":1,"value":{"id":"7c981371-1ea4-490c-b5f9-a8b31585b789","deviceId":"face9f3b-06ce-48ad-9d7e-b8b253cbf92e","name":"Weekdays","state":"on","timing":{"cron":"30 6 * * 1-5"},"timeZone":"Europe/Berlin","place":null,"missed":"skip","grace":600,"enabled":false,"since":1795732420373}}', NULL, 0, NULL);
INSERT INTO "schedules" ("id", "facts", "next_at", "failures", "retry_at") VALUES ('e3b4a930-5cc9-4b86-a4d9-cf4419ce8937', '{"version":1,"value":{"id":"e3b4a930-5cc9-4b86-a4d9-cf4419ce8937","deviceId":"face9f3b-06ce-48ad-9d7e-b8b253cbf92e","name":"Holidays","state":"off","timing":{"at":4922272800000},"timeZone":"Asia/Tokyo","place":null,"missed":"skip","grace":600,"enabled":false,"since":1795732420955}}', NULL, 0, NULL);
INSERT INTO "series" ("id", "source", "key", "last", "last_at", "usual_ms") VALUES (1, 'device:face9f3b-06ce-48ad-9d7e-b8b253cbf92e', 'temperature', NULL, NULL, NULL);
INSERT INTO "series" ("id", "source", "key", "last", "last_at", "usual_ms") VALUES (2, 'device:face9f3b-06ce-48ad-9d7e-b8b253cbf92e', 'window', NULL, NULL, NULL);
INSERT INTO "sample_buffer" ("seq", "since", "at", "bytes") VALUES (1, 1795732422750, 1795732422784, X'030A01BC81F29FC368019A03080ADE80F9CFA1346F70656E030901EC81F29FC368002A080AF680F9CFA1346F70656E030A018082F29FC36801AE03080A8081F9CFA1346F70656E');
INSERT INTO "_cf_METADATA" ("key", "value") VALUES (1, 1795732435535000000);
CREATE INDEX sessions_expire ON sessions (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX sessions_will ON sessions (will_at) WHERE will_at IS NOT NULL;
CREATE INDEX sessions_device ON sessions (device_id) WHERE device_id IS NOT NULL;
CREATE INDEX deliveries_session ON deliveries (session, seq);
CREATE INDEX events_device ON events (device_id, at);
CREATE INDEX runs_planned ON runs (planned_at);
CREATE INDEX runs_command ON runs (command) WHERE command IS NOT NULL;
CREATE INDEX notices_due ON notices (next_at) WHERE next_at IS NOT NULL;
