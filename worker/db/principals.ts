/** The rights of an account: the rows that clients log in with, and its devices. */

import { DEVICE, DEVICE_CHANNELS, type DeviceRow } from "./devices.ts";
import { read } from "./statement.ts";
import { columns, type RowOf, type Tables } from "./tables.ts";

/** JSON: topics of its channels, in the chosen order. */
interface Topics {
  topics: string;
}

const topicsOf = (table: string, column: string, owner: string) =>
  `(SELECT json_group_array(c.topic ORDER BY l.position) FROM ${table} l
    JOIN channels c ON c.id = l.channel_id WHERE l.${column} = ${owner}) AS topics`;

const ACCOUNT = columns("users", [
  "rights_version",
  "mqtt_profile",
  "home_assistant",
  "suspended_at",
  "own_limits",
  "cleared_at",
]);
export const accountRights = (db: D1Database, userId: string) =>
  read<RowOf<typeof ACCOUNT>>(db, `SELECT ${ACCOUNT} FROM users WHERE id = ?1`, userId);

const KEY = columns("api_keys", ["id", "key_hash"]);
export type KeyRights = RowOf<typeof KEY>;
export const keyRights = (db: D1Database, userId: string) =>
  read<KeyRights>(db, `SELECT ${KEY} FROM api_keys WHERE user_id = ?1`, userId);

const CREDENTIAL = columns(
  "credentials",
  [
    "id",
    "name",
    "username",
    "password_sealed",
    "earlier_sealed",
    "earlier_until",
    "secret_version",
    "view",
    "grants",
    "device_id",
  ],
  "k",
);
const CREDENTIALS = `SELECT ${CREDENTIAL}, ${topicsOf("credential_channels", "credential_id", "k.id")}
  FROM credentials k WHERE k.user_id = ?1`;
export type CredentialRights = RowOf<typeof CREDENTIAL> & Topics;
export const credentialRights = (db: D1Database, userId: string) =>
  read<CredentialRights>(db, CREDENTIALS, userId);

/** With everything that REST returns of a device: the object answers those calls. */
const DEVICES = `SELECT ${DEVICE}, ${DEVICE_CHANNELS}, ${topicsOf("device_channels", "device_id", "d.id")}
  FROM devices d WHERE d.user_id = ?1`;
export type DeviceRightsRow = DeviceRow & Topics;
export const deviceRights = (db: D1Database, userId: string) => read<DeviceRightsRow>(db, DEVICES, userId);

const SESSIONS = `SELECT token_hash, expires_at FROM sessions WHERE user_id = ?1 AND expires_at > ?2`;
export const sessionRights = (db: D1Database, userId: string, now: number) =>
  read<Pick<Tables["sessions"], "token_hash" | "expires_at">>(db, SESSIONS, userId, now);

const SERIES = columns("channels", ["id", "topic", "series"]);
export type SeriesRightsRow = RowOf<typeof SERIES> & { series: string };
export const seriesRights = (db: D1Database, userId: string) =>
  read<SeriesRightsRow>(
    db,
    `SELECT ${SERIES} FROM channels WHERE user_id = ?1 AND series IS NOT NULL`,
    userId,
  );

const LINK = columns("device_links", ["id", "device_id", "token_hash", "expires_at"]);
export type LinkRights = RowOf<typeof LINK>;
export const linkRights = (db: D1Database, userId: string, now: number) =>
  read<LinkRights>(
    db,
    `SELECT ${LINK} FROM device_links WHERE user_id = ?1 AND expires_at > ?2`,
    userId,
    now,
  );

const TOKEN = columns("tokens", ["id", "name", "token_hash", "scopes", "expires_at"]);
export type TokenRights = RowOf<typeof TOKEN>;
export const tokenRights = (db: D1Database, userId: string) =>
  read<TokenRights>(db, `SELECT ${TOKEN} FROM tokens WHERE user_id = ?1`, userId);
