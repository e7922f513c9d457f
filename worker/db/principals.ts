/** What the broker asks about clients. Lists of ids travel as one JSON parameter: D1 takes a hundred parameters. */

import { COMMAND_TTL } from "../contract/limits.ts";
import { OWNER, ownedBy, type SessionRef } from "./sessions.ts";

export interface CredentialFacts {
  id: string;
  secret_version: number;
  /** JSON: topics of its channels. */
  topics: string;
}

const topicsOf = (table: string, column: string, owner: string) =>
  `(SELECT json_group_array(c.topic ORDER BY l.position) FROM ${table} l
    JOIN channels c ON c.id = l.channel_id WHERE l.${column} = ${owner})`;
const CREDENTIAL_TOPICS = topicsOf("credential_channels", "credential_id", "k.id");
const DEVICE_TOPICS = topicsOf("device_channels", "device_id", "d.id");

const KEY_BY_HASH = `SELECT k.id, u.rights_version FROM api_keys k JOIN users u ON u.id = k.user_id
  WHERE k.key_hash = ?2 AND k.user_id = ?1`;

export const keyByHash = (db: D1Database, userId: string, hash: string) =>
  db.prepare(KEY_BY_HASH).bind(userId, hash).first<{ id: string; rights_version: number }>();

const CREDENTIAL_BY_USERNAME = `SELECT k.id, k.secret_version, k.password_sealed, u.rights_version,
  ${CREDENTIAL_TOPICS} AS topics,
  (SELECT ${DEVICE_TOPICS} FROM devices d WHERE d.id = ?3 AND d.user_id = ?1) AS device_topics
  FROM credentials k JOIN users u ON u.id = k.user_id WHERE k.user_id = ?1 AND k.username = ?2`;

export interface CredentialLogin extends CredentialFacts {
  password_sealed: string;
  rights_version: number;
  /** JSON; null when there is no such device in the account. */
  device_topics: string | null;
}

export const credentialByUsername = (
  db: D1Database,
  userId: string,
  username: string,
  deviceId: string | null,
) => db.prepare(CREDENTIAL_BY_USERNAME).bind(userId, username, deviceId).first<CredentialLogin>();

export const rightsVersion = (db: D1Database, userId: string) =>
  db.prepare("SELECT rights_version FROM users WHERE id = ?1").bind(userId);

const LINK = `SELECT l.token_hash, l.expires_at, u.rights_version, ${DEVICE_TOPICS} AS device_topics
  FROM device_links l JOIN users u ON u.id = l.user_id JOIN devices d ON d.id = l.device_id
  WHERE l.user_id = ?1 AND l.id = ?2 AND l.device_id = ?3 AND l.expires_at > ?4`;

export interface LinkLogin {
  token_hash: string;
  expires_at: number;
  rights_version: number;
  device_topics: string;
}

export const linkLogin = (db: D1Database, userId: string, id: string, deviceId: string, now: number) =>
  db.prepare(LINK).bind(userId, id, deviceId, now).first<LinkLogin>();

const AMONG = "(SELECT value FROM json_each(?2))";

export const keysThatExist = (db: D1Database, userId: string, ids: readonly string[]) =>
  db
    .prepare(`SELECT id FROM api_keys WHERE user_id = ?1 AND id IN ${AMONG}`)
    .bind(userId, JSON.stringify(ids));

export const credentialFacts = (db: D1Database, userId: string, ids: readonly string[]) =>
  db
    .prepare(
      `SELECT k.id, k.secret_version, ${CREDENTIAL_TOPICS} AS topics FROM credentials k
       WHERE k.user_id = ?1 AND k.id IN ${AMONG}`,
    )
    .bind(userId, JSON.stringify(ids));

export const linksThatHold = (db: D1Database, userId: string, ids: readonly string[], now: number) =>
  db
    .prepare(
      `SELECT id, expires_at FROM device_links WHERE user_id = ?1 AND expires_at > ?3 AND id IN ${AMONG}`,
    )
    .bind(userId, JSON.stringify(ids), now);

export interface SwitchingRow {
  id: string;
  command_ttl: number;
  auto_off: number;
  off_on_disconnect: number;
}

/** The devices that are not switched as all are. */
export const ownSwitching = (db: D1Database, userId: string) =>
  db
    .prepare(
      `SELECT id, command_ttl, auto_off, off_on_disconnect FROM devices
       WHERE user_id = ?1 AND (command_ttl <> ?2 OR auto_off <> 0 OR off_on_disconnect <> 0)`,
    )
    .bind(userId, COMMAND_TTL.default);

/** Names by id, whatever it is that has one. */
export const principalNames = (db: D1Database, session: SessionRef) =>
  db
    .prepare(
      `SELECT id, name FROM credentials WHERE user_id = ${OWNER}
       UNION ALL SELECT id, name FROM devices WHERE user_id = ${OWNER}`,
    )
    .bind(...ownedBy(session));

export const deviceFacts = (db: D1Database, userId: string, ids: readonly string[]) =>
  db
    .prepare(
      `SELECT d.id, ${DEVICE_TOPICS} AS topics FROM devices d WHERE d.user_id = ?1 AND d.id IN ${AMONG}`,
    )
    .bind(userId, JSON.stringify(ids));
