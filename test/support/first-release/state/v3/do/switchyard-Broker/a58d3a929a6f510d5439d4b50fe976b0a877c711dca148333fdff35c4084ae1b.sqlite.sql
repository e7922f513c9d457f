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
INSERT INTO "meta" ("one", "schema", "user_id", "live", "last_event_at", "rights_version", "rights_stale_at", "dropped") VALUES (1, 8, '7968ac18-832a-41c0-a155-c679304cd69e', 0, 1795330835011, 4, 0, 0);
INSERT INTO "principals" ("ref", "facts") VALUES ('api-key:6c9c6260-0eef-4c07-86da-c5370b48299e', '{"kind":"api-key","keyId":"6c9c6260-0eef-4c07-86da-c5370b48299e"}');
INSERT INTO "principals" ("ref", "facts") VALUES ('api-key:b4a2eb9a-2fc0-472b-b933-ee6bfc1b002a', '{"kind":"api-key","keyId":"b4a2eb9a-2fc0-472b-b933-ee6bfc1b002a"}');
INSERT INTO "principals" ("ref", "facts") VALUES ('credential:b9ab0ac0-8b5c-4793-aa04-25913cde3e1a', '{"kind":"credential","credentialId":"b9ab0ac0-8b5c-4793-aa04-25913cde3e1a","secretVersion":1,"topics":["7968ac18-832a-41c0-a155-c679304cd69e/greenhouse/light","7968ac18-832a-41c0-a155-c679304cd69e/greenhouse/vents"]}');
INSERT INTO "principals" ("ref", "facts") VALUES ('device:34105996-7031-44dd-b8e8-ff370044460e:42354b2d-9f8b-4475-b2c5-9c82f5b8a413', '{"kind":"device","credentialId":"42354b2d-9f8b-4475-b2c5-9c82f5b8a413","secretVersion":1795330810591,"topics":["7968ac18-832a-41c0-a155-c679304cd69e/yard/gate"],"deviceId":"34105996-7031-44dd-b8e8-ff370044460e","deviceTopics":["7968ac18-832a-41c0-a155-c679304cd69e/yard/gate"]}');
INSERT INTO "principals" ("ref", "facts") VALUES ('device:9d6f3fd0-9e81-4c13-93e2-bd7418b41d01:06bd4778-00d8-4ffd-b3b6-22d1115925a0', '{"kind":"device","credentialId":"06bd4778-00d8-4ffd-b3b6-22d1115925a0","secretVersion":1,"topics":[],"deviceId":"9d6f3fd0-9e81-4c13-93e2-bd7418b41d01","deviceTopics":[]}');
INSERT INTO "sessions" ("id", "key", "ref", "device_id", "connection", "expiry", "expires_at", "will", "will_payload", "will_at") VALUES (9, 'api-key:6c9c6260-0eef-4c07-86da-c5370b48299e
b3bd683aa851654b7b40d994b20e9b5046f66c548666965aec7b31259d9be8b7__archive', 'api-key:6c9c6260-0eef-4c07-86da-c5370b48299e', NULL, NULL, 4294967295, NULL, NULL, NULL, NULL);
INSERT INTO "sessions" ("id", "key", "ref", "device_id", "connection", "expiry", "expires_at", "will", "will_payload", "will_at") VALUES (10, 'credential:b9ab0ac0-8b5c-4793-aa04-25913cde3e1a
panel', 'credential:b9ab0ac0-8b5c-4793-aa04-25913cde3e1a', NULL, NULL, 4294967295, NULL, NULL, NULL, NULL);
INSERT INTO "sessions" ("id", "key", "ref", "device_id", "connection", "expiry", "expires_at", "will", "will_payload", "will_at") VALUES (11, 'device:34105996-7031-44dd-b8e8-ff370044460e:42354b2d-9f8b-4475-b2c5-9c82f5b8a413
gate-1', 'device:34105996-7031-44dd-b8e8-ff370044460e:42354b2d-9f8b-4475-b2c5-9c82f5b8a413', '34105996-7031-44dd-b8e8-ff370044460e', NULL, 4294967295, NULL, NULL, NULL, NULL);
INSERT INTO "sqlite_sequence" ("name", "seq") VALUES ('sessions', 12);
INSERT INTO "sqlite_sequence" ("name", "seq") VALUES ('refusals', 4);
INSERT INTO "subscriptions" ("session", "filter", "qos", "no_local", "retain_as_published", "identifier") VALUES (9, '7968ac18-832a-41c0-a155-c679304cd69e/greenhouse/#', 2, 0, 0, 0);
INSERT INTO "subscriptions" ("session", "filter", "qos", "no_local", "retain_as_published", "identifier") VALUES (10, '7968ac18-832a-41c0-a155-c679304cd69e/greenhouse/light', 1, 0, 0, 0);
INSERT INTO "deliveries" ("seq", "session", "packet_id", "phase", "qos", "retain", "identifiers", "topic", "properties", "payload", "expires_at", "bytes", "command", "share") VALUES (1, 9, NULL, 'puback', 1, 0, '', '7968ac18-832a-41c0-a155-c679304cd69e/greenhouse/light', '', X'64696D', NULL, 120, NULL, NULL);
INSERT INTO "deliveries" ("seq", "session", "packet_id", "phase", "qos", "retain", "identifiers", "topic", "properties", "payload", "expires_at", "bytes", "command", "share") VALUES (2, 10, NULL, 'puback', 1, 0, '', '7968ac18-832a-41c0-a155-c679304cd69e/greenhouse/light', '', X'64696D', NULL, 120, NULL, NULL);
INSERT INTO "deliveries" ("seq", "session", "packet_id", "phase", "qos", "retain", "identifiers", "topic", "properties", "payload", "expires_at", "bytes", "command", "share") VALUES (3, 9, NULL, 'pubrec', 2, 0, '', '7968ac18-832a-41c0-a155-c679304cd69e/greenhouse/vents', '', X'68616C66206F70656E', NULL, 126, NULL, NULL);
INSERT INTO "deliveries" ("seq", "session", "packet_id", "phase", "qos", "retain", "identifiers", "topic", "properties", "payload", "expires_at", "bytes", "command", "share") VALUES (4, 9, NULL, 'puback', 1, 0, '', '7968ac18-832a-41c0-a155-c679304cd69e/greenhouse/light', '', X'627269676874', NULL, 123, NULL, NULL);
INSERT INTO "deliveries" ("seq", "session", "packet_id", "phase", "qos", "retain", "identifiers", "topic", "properties", "payload", "expires_at", "bytes", "command", "share") VALUES (5, 10, NULL, 'puback', 1, 0, '', '7968ac18-832a-41c0-a155-c679304cd69e/greenhouse/light', '', X'627269676874', NULL, 123, NULL, NULL);
INSERT INTO "deliveries" ("seq", "session", "packet_id", "phase", "qos", "retain", "identifiers", "topic", "properties", "payload", "expires_at", "bytes", "command", "share") VALUES (6, 11, NULL, 'puback', 1, 0, '', '7968ac18-832a-41c0-a155-c679304cd69e/yard/gate', '', X'6C656674206F70656E', NULL, 119, NULL, NULL);
INSERT INTO "retained" ("topic", "qos", "properties", "payload", "expires_at") VALUES ('7968ac18-832a-41c0-a155-c679304cd69e/yard/notes', 1, '', X'77617465722074686520726F736573', NULL);
INSERT INTO "retained" ("topic", "qos", "properties", "payload", "expires_at") VALUES ('7968ac18-832a-41c0-a155-c679304cd69e/house/mode', 1, '', X'61776179', NULL);
INSERT INTO "outbox" ("seq", "record") VALUES (1, '{"kind":"device-event","id":"196cd010-47d2-8dc5-a268-8f08512673da","at":1795330834989,"deviceId":"9d6f3fd0-9e81-4c13-93e2-bd7418b41d01","type":"connected","connected":true}');
INSERT INTO "outbox" ("seq", "record") VALUES (2, '{"kind":"credential-use","id":"e697bed7-b027-4424-9ed4-f74b4249d1c8","at":1795330834990,"credentialId":"06bd4778-00d8-4ffd-b3b6-22d1115925a0"}');
INSERT INTO "outbox" ("seq", "record") VALUES (3, '{"kind":"device-event","id":"05d4e7b7-9688-86fc-a4c4-050cdc87b241","at":1795330835001,"deviceId":"9d6f3fd0-9e81-4c13-93e2-bd7418b41d01","type":"turned_on","connected":true,"actor":"api"}');
INSERT INTO "outbox" ("seq", "record") VALUES (4, '{"kind":"device-event","id":"81e85341-1efe-8ad0-8bc4-c7fb33621b69","at":1795330835011,"deviceId":"9d6f3fd0-9e81-4c13-93e2-bd7418b41d01","type":"disconnected","connected":false}');
INSERT INTO "switches" ("device_id", "state", "accepted_at", "taken_at", "pending", "actor", "command_ttl", "auto_off", "off_on_disconnect") VALUES ('2cf01320-b1e6-4e61-b135-a93baa76b358', 'off', 1795330812574, NULL, 1, 'timer', 86400, 1, 0);
INSERT INTO "switches" ("device_id", "state", "accepted_at", "taken_at", "pending", "actor", "command_ttl", "auto_off", "off_on_disconnect") VALUES ('34105996-7031-44dd-b8e8-ff370044460e', 'on', 1795330824206, 1795330824222, 0, 'api', 86400, 0, 0);
INSERT INTO "switches" ("device_id", "state", "accepted_at", "taken_at", "pending", "actor", "command_ttl", "auto_off", "off_on_disconnect") VALUES ('52f44d32-4670-44bf-a4ba-46ac087bd238', 'on', 1795330811261, 1795330811324, 0, 'api', 86400, 0, 0);
INSERT INTO "switches" ("device_id", "state", "accepted_at", "taken_at", "pending", "actor", "command_ttl", "auto_off", "off_on_disconnect") VALUES ('649eaae5-38ef-4068-976a-d9f115e87d78', 'off', 1795330811523, NULL, 1, 'timer', 60, 3600, 1);
INSERT INTO "switches" ("device_id", "state", "accepted_at", "taken_at", "pending", "actor", "command_ttl", "auto_off", "off_on_disconnect") VALUES ('70f2c10d-e6af-45b0-8119-9bbbf5299aac', 'on', 1795330824984, NULL, 1, 'api', 86400, 0, 0);
INSERT INTO "switches" ("device_id", "state", "accepted_at", "taken_at", "pending", "actor", "command_ttl", "auto_off", "off_on_disconnect") VALUES ('7413c30f-b427-4208-8f83-55d4daa13f1d', 'off', 1795330812968, NULL, 1, 'api', 86400, 0, 0);
INSERT INTO "switches" ("device_id", "state", "accepted_at", "taken_at", "pending", "actor", "command_ttl", "auto_off", "off_on_disconnect") VALUES ('9d6f3fd0-9e81-4c13-93e2-bd7418b41d01', 'on', 1795330835001, 1795330835006, 0, 'api', 86400, 0, 0);
INSERT INTO "switches" ("device_id", "state", "accepted_at", "taken_at", "pending", "actor", "command_ttl", "auto_off", "off_on_disconnect") VALUES ('d52a9672-9bf8-40b5-bab2-47361c2edc2e', 'on', 1795330813315, 1795330813315, 0, 'device', 86400, 0, 0);
INSERT INTO "switches" ("device_id", "state", "accepted_at", "taken_at", "pending", "actor", "command_ttl", "auto_off", "off_on_disconnect") VALUES ('f5dabb0b-399c-4484-ad6b-b939d03c54a6', 'on', 1795330813096, 1795330813128, 0, 'api', 86400, 0, 0);
INSERT INTO "visits" ("id", "device_id", "since", "until", "client_id", "protocol", "country", "colo") VALUES ('0358bd61-b0d8-4f52-aa33-07888c60d9fa', '52f44d32-4670-44bf-a4ba-46ac087bd238', 1795330811353, 1795330811370, 'lamp-1', 5, 'US', 'DFW');
INSERT INTO "visits" ("id", "device_id", "since", "until", "client_id", "protocol", "country", "colo") VALUES ('05ba4020-7db7-49e5-87e5-37362a65beb9', 'f5dabb0b-399c-4484-ad6b-b939d03c54a6', 1795330813070, 1795330813146, 'sprinkler-1', 5, 'US', 'DFW');
INSERT INTO "visits" ("id", "device_id", "since", "until", "client_id", "protocol", "country", "colo") VALUES ('0a9bdac5-fc58-4dd4-abf4-25da4f313562', '52f44d32-4670-44bf-a4ba-46ac087bd238', 1795330811294, 1795330811353, 'lamp-1', 4, 'US', 'DFW');
INSERT INTO "visits" ("id", "device_id", "since", "until", "client_id", "protocol", "country", "colo") VALUES ('472af585-341f-4869-a46e-35d05f8c778d', '649eaae5-38ef-4068-976a-d9f115e87d78', 1795330811456, 1795330811522, 'pump-1', 4, 'US', 'DFW');
INSERT INTO "visits" ("id", "device_id", "since", "until", "client_id", "protocol", "country", "colo") VALUES ('52ef5c7a-dc26-4f39-852c-392862a5cb6f', 'd52a9672-9bf8-40b5-bab2-47361c2edc2e', 1795330813298, 1795330813323, 'phone-1', 5, 'US', 'DFW');
INSERT INTO "visits" ("id", "device_id", "since", "until", "client_id", "protocol", "country", "colo") VALUES ('95bbd760-9865-4421-bc6f-6ac3dd60e75f', '52f44d32-4670-44bf-a4ba-46ac087bd238', 1795330810979, 1795330811217, 'lamp-1', 5, 'US', 'DFW');
INSERT INTO "visits" ("id", "device_id", "since", "until", "client_id", "protocol", "country", "colo") VALUES ('c5a689f1-c27b-47a2-859f-4427b1c18a0f', '9d6f3fd0-9e81-4c13-93e2-bd7418b41d01', 1795330834989, 1795330835011, 'late-1', 5, 'US', 'DFW');
INSERT INTO "visits" ("id", "device_id", "since", "until", "client_id", "protocol", "country", "colo") VALUES ('c84338b1-943a-4d01-b38b-901f98d50c5a', '34105996-7031-44dd-b8e8-ff370044460e', 1795330824139, 1795330824276, 'gate-1', 5, 'US', 'DFW');
INSERT INTO "refusals" ("seq", "id", "refusal") VALUES (1, '85e187e3-72af-487c-a9fa-fc27b16dc0b6', '{"id":"85e187e3-72af-487c-a9fa-fc27b16dc0b6","at":1795330811207,"kind":"publish","clientId":"lamp-1","clientKind":"device","clientName":null,"tried":"7968ac18-832a-41c0-a155-c679304cd69e/elsewhere","rule":"\"7968ac18-832a-41c0-a155-c679304cd69e/elsewhere\" may not be published to: no channel of the credential has this topic. The nearest that it may use is \"7968ac18-832a-41c0-a155-c679304cd69e/greenhouse/light\".","nearest":"7968ac18-832a-41c0-a155-c679304cd69e/greenhouse/light","fix":{"credentialId":"b9ab0ac0-8b5c-4793-aa04-25913cde3e1a","topic":"7968ac18-832a-41c0-a155-c679304cd69e/elsewhere"}}');
INSERT INTO "refusals" ("seq", "id", "refusal") VALUES (2, '226fa86b-3ad0-4428-8cd0-99d02ad2e5c6', '{"id":"226fa86b-3ad0-4428-8cd0-99d02ad2e5c6","at":1795330813369,"kind":"connect","clientId":"board","clientKind":"credential","clientName":"house","tried":"house","rule":"The password is not the one of the credential with this user name.","nearest":null,"fix":null}');
INSERT INTO "refusals" ("seq", "id", "refusal") VALUES (3, '8fda0ff9-0582-477b-95e7-9ae46b6680d8', '{"id":"8fda0ff9-0582-477b-95e7-9ae46b6680d8","at":1795330813426,"kind":"publish","clientId":"board","clientKind":"credential","clientName":null,"tried":"7968ac18-832a-41c0-a155-c679304cd69e/yard/gate","rule":"\"7968ac18-832a-41c0-a155-c679304cd69e/yard/gate\" may not be published to: no channel of the credential has this topic. The nearest that it may use is \"7968ac18-832a-41c0-a155-c679304cd69e/greenhouse/light\".","nearest":"7968ac18-832a-41c0-a155-c679304cd69e/greenhouse/light","fix":{"credentialId":"b9ab0ac0-8b5c-4793-aa04-25913cde3e1a","topic":"7968ac18-832a-41c0-a155-c679304cd69e/yard/gate"}}');
INSERT INTO "refusals" ("seq", "id", "refusal") VALUES (4, '4b865bfe-6ea1-47d9-9b9a-278b74e8f789', '{"id":"4b865bfe-6ea1-47d9-9b9a-278b74e8f789","at":1795330813438,"kind":"subscribe","clientId":"board","clientKind":"credential","clientName":null,"tried":"7968ac18-832a-41c0-a155-c679304cd69e/attic/hatch","rule":"\"7968ac18-832a-41c0-a155-c679304cd69e/attic/hatch\" matches nothing that may be read: no channel of the credential has this topic. The nearest that it may use is \"7968ac18-832a-41c0-a155-c679304cd69e/greenhouse/light\".","nearest":"7968ac18-832a-41c0-a155-c679304cd69e/greenhouse/light","fix":{"credentialId":"b9ab0ac0-8b5c-4793-aa04-25913cde3e1a","topic":"7968ac18-832a-41c0-a155-c679304cd69e/attic/hatch"}}');
INSERT INTO "sums" ("device_id", "kind", "since", "type", "at", "actor", "count", "told") VALUES ('70f2c10d-e6af-45b0-8119-9bbbf5299aac', 'switched', 1795330823984, 'turned_on', 1795330824984, 'api', 9, 0);
INSERT INTO "__miniflare_do_name" ("id", "name") VALUES (1, '7968ac18-832a-41c0-a155-c679304cd69e');
INSERT INTO "_cf_METADATA" ("key", "value") VALUES (1, 1795330839931000000);
CREATE INDEX sessions_expire ON sessions (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX sessions_will ON sessions (will_at) WHERE will_at IS NOT NULL;
CREATE INDEX sessions_device ON sessions (device_id) WHERE device_id IS NOT NULL;
CREATE INDEX deliveries_session ON deliveries (session, seq);
CREATE INDEX visits_device ON visits (device_id, since);
CREATE INDEX visits_until ON visits (until) WHERE until IS NOT NULL;
