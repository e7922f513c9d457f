/** What the broker asks about clients. Lists of ids travel as one JSON parameter: D1 takes a hundred parameters. */

import { COMMAND_TTL } from "../contract/limits.ts";
import { OWNER, ownedBy, type SessionRef } from "./sessions.ts";
import { first, read } from "./statement.ts";
import { columns, type RowOf, type Tables } from "./tables.ts";

type Version = Pick<Tables["users"], "rights_version">;

/** JSON: topics of its channels. */
interface Topics {
  topics: string;
}

const FACTS = columns("credentials", ["id", "secret_version"], "k");

export type CredentialFacts = RowOf<typeof FACTS> & Topics;

const topicsOf = (table: string, column: string, owner: string) =>
  `(SELECT json_group_array(c.topic ORDER BY l.position) FROM ${table} l
    JOIN channels c ON c.id = l.channel_id WHERE l.${column} = ${owner})`;
const CREDENTIAL_TOPICS = topicsOf("credential_channels", "credential_id", "k.id");
const DEVICE_TOPICS = topicsOf("device_channels", "device_id", "d.id");

const KEY_BY_HASH = `SELECT k.id, u.rights_version FROM api_keys k JOIN users u ON u.id = k.user_id
  WHERE k.key_hash = ?2 AND k.user_id = ?1`;

export const keyByHash = (db: D1Database, userId: string, hash: string) =>
  first(read<{ id: string } & Version>(db, KEY_BY_HASH, userId, hash));

const CREDENTIAL_BY_USERNAME = `SELECT ${FACTS}, k.password_sealed, u.rights_version,
  ${CREDENTIAL_TOPICS} AS topics,
  (SELECT ${DEVICE_TOPICS} FROM devices d WHERE d.id = ?3 AND d.user_id = ?1) AS device_topics
  FROM credentials k JOIN users u ON u.id = k.user_id WHERE k.user_id = ?1 AND k.username = ?2`;

type CredentialLogin = CredentialFacts &
  Pick<Tables["credentials"], "password_sealed"> &
  Version & {
    /** JSON; null when there is no such device in the account. */
    device_topics: string | null;
  };

export const credentialByUsername = (
  db: D1Database,
  userId: string,
  username: string,
  deviceId: string | null,
) => first(read<CredentialLogin>(db, CREDENTIAL_BY_USERNAME, userId, username, deviceId));

export const rightsVersion = (db: D1Database, userId: string) =>
  read<Version>(db, "SELECT rights_version FROM users WHERE id = ?1", userId);

const LINK_FACTS = columns("device_links", ["token_hash", "expires_at"], "l");
const LINK = `SELECT ${LINK_FACTS}, u.rights_version, ${DEVICE_TOPICS} AS device_topics
  FROM device_links l JOIN users u ON u.id = l.user_id JOIN devices d ON d.id = l.device_id
  WHERE l.user_id = ?1 AND l.id = ?2 AND l.device_id = ?3 AND l.expires_at > ?4`;

type LinkLogin = RowOf<typeof LINK_FACTS> & Version & { device_topics: string };

export const linkLogin = (db: D1Database, userId: string, id: string, deviceId: string, now: number) =>
  first(read<LinkLogin>(db, LINK, userId, id, deviceId, now));

const AMONG = "(SELECT value FROM json_each(?2))";

const KEYS = `SELECT id FROM api_keys WHERE user_id = ?1 AND id IN ${AMONG}`;
const CREDENTIALS = `SELECT ${FACTS}, ${CREDENTIAL_TOPICS} AS topics FROM credentials k
  WHERE k.user_id = ?1 AND k.id IN ${AMONG}`;
const DEVICES = `SELECT d.id, ${DEVICE_TOPICS} AS topics FROM devices d WHERE d.user_id = ?1 AND d.id IN ${AMONG}`;
const LINKS = `SELECT id, expires_at FROM device_links WHERE user_id = ?1 AND expires_at > ?3 AND id IN ${AMONG}`;

export type DeviceFacts = { id: string } & Topics;
export type LinkFacts = Pick<Tables["device_links"], "id" | "expires_at">;

export const keysThatExist = (db: D1Database, userId: string, ids: readonly string[]) =>
  read<{ id: string }>(db, KEYS, userId, JSON.stringify(ids));
export const credentialFacts = (db: D1Database, userId: string, ids: readonly string[]) =>
  read<CredentialFacts>(db, CREDENTIALS, userId, JSON.stringify(ids));
export const deviceFacts = (db: D1Database, userId: string, ids: readonly string[]) =>
  read<DeviceFacts>(db, DEVICES, userId, JSON.stringify(ids));
export const linksThatHold = (db: D1Database, userId: string, ids: readonly string[], now: number) =>
  read<LinkFacts>(db, LINKS, userId, JSON.stringify(ids), now);

const SWITCHING = columns("devices", ["id", "command_ttl", "auto_off", "off_on_disconnect"]);
const OWN_SWITCHING = `SELECT ${SWITCHING} FROM devices
  WHERE user_id = ?1 AND (command_ttl <> ?2 OR auto_off <> 0 OR off_on_disconnect <> 0)`;

export type SwitchingRow = RowOf<typeof SWITCHING>;

/** The devices that are not switched as all are. */
export const ownSwitching = (db: D1Database, userId: string) =>
  read<SwitchingRow>(db, OWN_SWITCHING, userId, COMMAND_TTL.default);

const NAMES = `SELECT id, name FROM credentials WHERE user_id = ${OWNER}
  UNION ALL SELECT id, name FROM devices WHERE user_id = ${OWNER}`;

export type NameRow = Pick<Tables["devices"], "id" | "name">;

/** Names by id, whatever it is that has one. */
export const principalNames = (db: D1Database, session: SessionRef) =>
  read<NameRow>(db, NAMES, ...ownedBy(session));
