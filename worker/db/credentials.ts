import { allOwn, chosenChannels, foreignChannel, linkSql, unlinkSql } from "./chosen-channels.ts";
import { OWNER, ownedBy, type SessionRef } from "./sessions.ts";

export interface CredentialRow {
  id: string;
  user_id: string;
  name: string;
  username: string;
  password_sealed: string;
  created_at: number;
  last_used: number | null;
  /** JSON. */
  channels: string;
}

const COLUMNS = `SELECT k.id, k.user_id, k.name, k.username, k.password_sealed, k.created_at, k.last_used,
  ${chosenChannels("credential_channels", "credential_id", "k.id")} FROM credentials k`;
const LIST = `${COLUMNS} WHERE k.user_id = ${OWNER} ORDER BY k.created_at, k.rowid`;
const ONE = `${COLUMNS} WHERE k.user_id = ${OWNER} AND k.id = ?3`;
const OWN = `${COLUMNS} WHERE k.user_id = ?1 AND k.id = ?2`;

export const listCredentials = (db: D1Database, session: SessionRef) =>
  db.prepare(LIST).bind(...ownedBy(session));
export const readCredential = (db: D1Database, session: SessionRef, id: string) =>
  db.prepare(ONE).bind(...ownedBy(session), id);

const ROOM = "(?8 = 0 OR (SELECT count(*) FROM credentials WHERE user_id = ?1) < ?8)";
const INSERT = `INSERT INTO credentials (id, user_id, name, username, password_sealed, created_at)
  SELECT ?2, ?1, ?4, ?5, ?6, ?7 WHERE ${ROOM} AND ${allOwn("?3")}`;
const LINK = linkSql("credential_channels", "credential_id", "credentials");
const UNLINK = unlinkSql("credential_channels", "credential_id", "credentials");

export interface NewCredential {
  id: string;
  name: string;
  username: string;
  sealed: string;
  now: number;
}

/** What a write left behind: the row, or null with the channel id that is not the account's, if that was why. */
export interface Written<Row> {
  row: Row | null;
  foreign: string | null;
}

export async function insertCredential(
  db: D1Database,
  userId: string,
  row: NewCredential,
  channels: readonly string[],
  max: number,
): Promise<Written<CredentialRow>> {
  const ids = JSON.stringify(channels);
  const results = await db.batch([
    db.prepare(INSERT).bind(userId, row.id, ids, row.name, row.username, row.sealed, row.now, max),
    db.prepare(LINK).bind(userId, row.id, ids),
    foreignChannel(db, userId, channels),
    db.prepare(OWN).bind(userId, row.id),
  ]);
  return written(results);
}

/** By the clock: a database that went back to a backup must not count to the number of a lost password again. */
const NEXT_SECRET = "max(secret_version + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER))";
const UPDATE = `UPDATE credentials SET name = ?4, username = ?5, password_sealed = ?6,
  secret_version = CASE ?7 WHEN 0 THEN secret_version ELSE ${NEXT_SECRET} END
  WHERE user_id = ?1 AND id = ?2 AND ${allOwn("?3")}`;

export interface ChangedCredential {
  id: string;
  name: string;
  username: string;
  sealed: string;
  /** Whether clients that logged in before must do so again. */
  secretChanged: boolean;
}

/** `channels` null leaves them as they are. `also` goes into the same batch. */
export async function updateCredential(
  db: D1Database,
  userId: string,
  row: ChangedCredential,
  channels: readonly string[] | null,
  also: readonly D1PreparedStatement[],
): Promise<Written<CredentialRow>> {
  const ids = JSON.stringify(channels ?? []);
  const links = channels === null ? [] : [UNLINK, LINK];
  const results = await db.batch([
    ...also,
    db
      .prepare(UPDATE)
      .bind(userId, row.id, ids, row.name, row.username, row.sealed, row.secretChanged ? 1 : 0),
    ...links.map((sql) => db.prepare(sql).bind(userId, row.id, ids)),
    foreignChannel(db, userId, channels ?? []),
    db.prepare(OWN).bind(userId, row.id),
  ]);
  return written(results);
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

/** Gives the credential a channel with this topic, making one if there is none and room for it. `also` goes along. */
export async function grantTopic(
  db: D1Database,
  userId: string,
  credentialId: string,
  channel: { id: string; name: string; topic: string; now: number },
  max: number,
  also: readonly D1PreparedStatement[],
): Promise<CredentialRow | null> {
  const { id, name, topic, now } = channel;
  const results = await db.batch([
    ...also,
    db.prepare(ENSURE_CHANNEL).bind(userId, credentialId, id, name, topic, now, max),
    db.prepare(GRANT).bind(userId, credentialId, topic),
    db.prepare(OWN).bind(userId, credentialId),
  ]);
  return (results.at(-1)?.results[0] as CredentialRow | undefined) ?? null;
}

export function written<Row>(results: readonly D1Result[]): Written<Row> {
  const [foreign, own] = results.slice(-2);
  return {
    row: (own?.results[0] as Row | undefined) ?? null,
    foreign: (foreign?.results[0] as { id: string } | undefined)?.id ?? null,
  };
}

export const deleteCredential = (db: D1Database, userId: string, id: string) =>
  db.prepare("DELETE FROM credentials WHERE user_id = ?1 AND id = ?2").bind(userId, id);
