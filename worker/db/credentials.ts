import type { Grant, View } from "../../broker/contract/grants.ts";
import {
  allOwn,
  chooseAnew,
  chosenChannels,
  foreignChannel,
  linkSql,
  type WithChannels,
} from "./chosen-channels.ts";
import { grantsColumn } from "./json-columns.ts";
import { type RightsChange, rightsChange } from "./rights-change.ts";
import { OWNER, ownedBy, type SessionRef } from "./sessions.ts";
import { read } from "./statement.ts";
import { columns, type RowOf } from "./tables.ts";

const CREDENTIAL = columns(
  "credentials",
  [
    "id",
    "user_id",
    "name",
    "username",
    "server_made",
    "password_sealed",
    "created_at",
    "view",
    "grants",
    "device_id",
    "earlier_since",
    "earlier_until",
  ],
  "k",
);

export type CredentialRow = RowOf<typeof CREDENTIAL> & WithChannels;

export const grantsOf = ({ grants }: Pick<CredentialRow, "grants">): Grant[] => grantsColumn.read(grants);

const SELECT = `SELECT ${CREDENTIAL}, ${chosenChannels("credential_channels", "credential_id", "k.id")}
  FROM credentials k`;
const LIST = `${SELECT} WHERE k.user_id = ${OWNER} ORDER BY k.created_at, k.rowid`;
const ONE = `${SELECT} WHERE k.user_id = ${OWNER} AND k.id = ?3`;
const OWN = `${SELECT} WHERE k.user_id = ?1 AND k.id = ?2`;

export const listCredentials = (db: D1Database, session: SessionRef) =>
  read<CredentialRow>(db, LIST, ...ownedBy(session));
export const readCredential = (db: D1Database, session: SessionRef, id: string) =>
  read<CredentialRow>(db, ONE, ...ownedBy(session), id);

const ownCredential = (db: D1Database, userId: string, id: string) =>
  read<CredentialRow>(db, OWN, userId, id);

/** Selects the id `?n` if no credential of account `?1` can be that device, and whether it is a discovered device. */
const foreign = (device: string) =>
  `SELECT ${device} AS id, EXISTS (SELECT 1 FROM devices WHERE id = ${device} AND user_id = ?1) AS found
    WHERE ${device} IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM devices WHERE id = ${device} AND user_id = ?1 AND devices.found IS NULL)`;
const foreignDevice = (db: D1Database, userId: string, id: string | null) =>
  read<ForeignDevice>(db, foreign("?2"), userId, id);

export interface ForeignDevice {
  id: string;
  found: 0 | 1;
}

const ROOM = "(?8 = 0 OR (SELECT count(*) FROM credentials WHERE user_id = ?1) < ?8)";
const INSERT = `INSERT INTO credentials
    (id, user_id, name, username, password_sealed, created_at, view, grants, device_id, server_made)
  SELECT ?2, ?1, ?4, ?5, ?6, ?7, ?9, ?10, ?11, ?12
  WHERE ${ROOM} AND ${allOwn("?3")} AND NOT EXISTS (${foreign("?11")})`;
const LINK = linkSql("credential_channels", "credential_id", "credentials");

export interface NewCredential {
  id: string;
  name: string;
  username: string;
  serverMade: boolean;
  sealed: string;
  view: View;
  grants: readonly Grant[];
  device: string | null;
  now: number;
}

export function insertCredential(
  db: D1Database,
  userId: string,
  row: NewCredential,
  channels: readonly string[],
  max: number,
) {
  const ids = JSON.stringify(channels);
  const { id, name, username, sealed, now } = row;
  const added = [row.view, grantsColumn.write([...row.grants]), row.device, row.serverMade ? 1 : 0];
  return {
    insert: rightsChange(INSERT, userId, id, ids, name, username, sealed, now, max, ...added),
    link: db.prepare(LINK).bind(userId, id, ids),
    foreign: foreignChannel(db, userId, channels),
    foreignDevice: foreignDevice(db, userId, row.device),
    own: ownCredential(db, userId, id),
  };
}

/** From the clock: after a restored backup the version must not reach the number of a lost password again. */
const NEXT_SECRET = "max(secret_version + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER))";

/** Where this is true clients must log in again, and the previous password ends. */
const loggedOut = (
  where: string,
) => `secret_version = CASE WHEN ${where} THEN ${NEXT_SECRET} ELSE secret_version END,
  earlier_sealed = CASE WHEN ${where} THEN NULL ELSE earlier_sealed END,
  earlier_until = CASE WHEN ${where} THEN NULL ELSE earlier_until END`;

/** Null leaves a column as it is; `?9` says whether `?10` is a device, or none. */
const UPDATE = `UPDATE credentials SET name = ?4, username = coalesce(?5, username),
  server_made = CASE WHEN ?5 <> username THEN 0 ELSE server_made END,
  password_sealed = coalesce(?6, password_sealed), view = coalesce(?7, view), grants = coalesce(?8, grants),
  device_id = CASE ?9 WHEN 1 THEN ?10 ELSE device_id END,
  ${loggedOut("?5 <> username OR ?6 IS NOT NULL OR ?7 <> view OR (?9 = 1 AND ?10 IS NOT device_id)")}
  WHERE user_id = ?1 AND id = ?2 AND ${allOwn("?3")} AND NOT EXISTS (${foreign("?10")})`;
const chooseChannels = chooseAnew("credential_channels", "credential_id", "credentials");

/** Undefined leaves a value as it is. */
export interface ChangedCredential {
  id: string;
  name: string;
  username: string | undefined;
  sealed: string | undefined;
  view: View | undefined;
  grants: readonly Grant[] | undefined;
  device: string | null | undefined;
}

/** `channels` null leaves them as they are. */
export function updateCredential(
  db: D1Database,
  userId: string,
  row: ChangedCredential,
  channels: readonly string[] | null,
) {
  const { id, name, username = null, sealed = null, view = null, device = null } = row;
  const ids = JSON.stringify(channels ?? []);
  const grants = row.grants === undefined ? null : grantsColumn.write([...row.grants]);
  const named = [row.device === undefined ? 0 : 1, device];
  return {
    update: rightsChange(UPDATE, userId, id, ids, name, username, sealed, view, grants, ...named),
    choose: channels === null ? [] : chooseChannels(userId, id, channels),
    foreign: foreignChannel(db, userId, channels ?? []),
    foreignDevice: foreignDevice(db, userId, device),
    own: ownCredential(db, userId, id),
  };
}

const ROTATE = `UPDATE credentials SET password_sealed = ?4, earlier_sealed = ?5, earlier_until = ?6,
  earlier_since = CASE WHEN ?5 IS NULL THEN NULL ELSE ?7 END,
  secret_version = CASE WHEN ?5 IS NULL OR ?6 <= ?7 OR earlier_until > ?7 THEN ${NEXT_SECRET} ELSE secret_version END
  WHERE user_id = ?1 AND id = ?2 AND password_sealed = ?3`;

export interface Rotated {
  id: string;
  /** The value that was read: nothing is changed when it is another one by now. */
  before: string;
  sealed: string;
  /** The previous password and the end of its overlap; null when it cannot be read. */
  earlier: { sealed: string; until: number } | null;
  now: number;
}

/** Clients stay connected unless the old password ends at once; those with an older one are dropped. */
export function rotateCredential(db: D1Database, userId: string, row: Rotated) {
  const { id, before, sealed, earlier, now } = row;
  const old = [earlier?.sealed ?? null, earlier?.until ?? null];
  return {
    rotate: rightsChange(ROTATE, userId, id, before, sealed, ...old, now),
    own: ownCredential(db, userId, id),
  };
}

const NEW_VIEW = `UPDATE credentials SET view = ?3, ${loggedOut("1")}
  WHERE user_id = ?1 AND id = ?2 AND view <> ?3`;

export const changeView = (db: D1Database, userId: string, id: string, view: View) => ({
  update: rightsChange(NEW_VIEW, userId, id, view),
  own: ownCredential(db, userId, id),
});

const NEW_NAME = `UPDATE credentials SET username = ?3, server_made = 1, ${loggedOut("1")}
  WHERE user_id = ?1 AND id = ?2 AND server_made = 0`;

/** A credential with a server-made name keeps it. */
export const changeName = (db: D1Database, userId: string, id: string, username: string) => ({
  update: rightsChange(NEW_NAME, userId, id, username),
  own: ownCredential(db, userId, id),
});

const CHANNEL_ROOM = "(?7 = 0 OR (SELECT count(*) FROM channels WHERE user_id = ?1) < ?7)";
const ENSURE_CHANNEL = `INSERT INTO channels (id, user_id, name, topic, created_at)
  SELECT ?3, ?1, ?4, ?5, ?6 WHERE ${CHANNEL_ROOM}
    AND EXISTS (SELECT 1 FROM credentials WHERE id = ?2 AND user_id = ?1)
  ON CONFLICT (user_id, topic) DO NOTHING`;
const GRANT = `INSERT INTO credential_channels (credential_id, channel_id, position)
  SELECT k.id, c.id, (SELECT coalesce(max(position) + 1, 0) FROM credential_channels WHERE credential_id = k.id)
  FROM credentials k JOIN channels c ON c.user_id = ?1 AND c.topic = ?3
  WHERE k.id = ?2 AND k.user_id = ?1 ON CONFLICT DO NOTHING`;

/** Adds a channel with this topic to the credential; creates it if it does not exist and there is room. */
export function grantTopic(
  db: D1Database,
  userId: string,
  credentialId: string,
  channel: { id: string; name: string; topic: string; now: number },
  max: number,
) {
  const { id, name, topic, now } = channel;
  return {
    ensure: db.prepare(ENSURE_CHANNEL).bind(userId, credentialId, id, name, topic, now, max),
    grant: rightsChange(GRANT, userId, credentialId, topic),
    own: ownCredential(db, userId, credentialId),
  };
}

export const deleteCredential = (userId: string, id: string): RightsChange =>
  rightsChange("DELETE FROM credentials WHERE user_id = ?1 AND id = ?2", userId, id);
