import {
  allOwn,
  chooseAnew,
  chosenChannels,
  foreignChannel,
  linkSql,
  type WithChannels,
} from "./chosen-channels.ts";
import { type RightsChange, rightsChange } from "./rights-change.ts";
import { OWNER, ownedBy, type SessionRef } from "./sessions.ts";
import { read } from "./statement.ts";
import { columns, type RowOf } from "./tables.ts";

const CREDENTIAL = columns(
  "credentials",
  ["id", "user_id", "name", "username", "password_sealed", "created_at", "last_used"],
  "k",
);

export type CredentialRow = RowOf<typeof CREDENTIAL> & WithChannels;

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

const ROOM = "(?8 = 0 OR (SELECT count(*) FROM credentials WHERE user_id = ?1) < ?8)";
const INSERT = `INSERT INTO credentials (id, user_id, name, username, password_sealed, created_at)
  SELECT ?2, ?1, ?4, ?5, ?6, ?7 WHERE ${ROOM} AND ${allOwn("?3")}`;
const LINK = linkSql("credential_channels", "credential_id", "credentials");

export interface NewCredential {
  id: string;
  name: string;
  username: string;
  sealed: string;
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
  return {
    insert: rightsChange(INSERT, userId, row.id, ids, row.name, row.username, row.sealed, row.now, max),
    link: db.prepare(LINK).bind(userId, row.id, ids),
    foreign: foreignChannel(db, userId, channels),
    own: ownCredential(db, userId, row.id),
  };
}

/** By the clock: a database that went back to a backup must not count to the number of a lost password again. */
const NEXT_SECRET = "max(secret_version + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER))";
const UPDATE = `UPDATE credentials SET name = ?4, username = ?5, password_sealed = ?6,
  secret_version = CASE ?7 WHEN 0 THEN secret_version ELSE ${NEXT_SECRET} END
  WHERE user_id = ?1 AND id = ?2 AND ${allOwn("?3")}`;
const chooseChannels = chooseAnew("credential_channels", "credential_id", "credentials");

export interface ChangedCredential {
  id: string;
  name: string;
  username: string;
  sealed: string;
  /** Whether clients that logged in before must do so again. */
  secretChanged: boolean;
}

/** `channels` null leaves them as they are. */
export function updateCredential(
  db: D1Database,
  userId: string,
  row: ChangedCredential,
  channels: readonly string[] | null,
) {
  const { id, name, username, sealed, secretChanged } = row;
  const ids = JSON.stringify(channels ?? []);
  return {
    update: rightsChange(UPDATE, userId, id, ids, name, username, sealed, secretChanged ? 1 : 0),
    choose: channels === null ? [] : chooseChannels(userId, id, channels),
    foreign: foreignChannel(db, userId, channels ?? []),
    own: ownCredential(db, userId, id),
  };
}

const CHANNEL_ROOM = "(?7 = 0 OR (SELECT count(*) FROM channels WHERE user_id = ?1) < ?7)";
const ENSURE_CHANNEL = `INSERT INTO channels (id, user_id, name, topic, created_at)
  SELECT ?3, ?1, ?4, ?5, ?6 WHERE ${CHANNEL_ROOM}
    AND EXISTS (SELECT 1 FROM credentials WHERE id = ?2 AND user_id = ?1)
  ON CONFLICT (user_id, topic) DO NOTHING`;
const GRANT = `INSERT INTO credential_channels (credential_id, channel_id, position)
  SELECT k.id, c.id, (SELECT coalesce(max(position) + 1, 0) FROM credential_channels WHERE credential_id = k.id)
  FROM credentials k JOIN channels c ON c.user_id = ?1 AND c.topic = ?3
  WHERE k.id = ?2 AND k.user_id = ?1 ON CONFLICT DO NOTHING`;

/** Gives the credential a channel with this topic, making one if there is none and room for it. */
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
