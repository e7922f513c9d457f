import { OWNER, ownedBy, type SessionRef } from "./sessions.ts";

export interface ChannelRow {
  id: string;
  name: string;
  topic: string;
  description: string;
  created_at: number;
}

const COLUMNS = "SELECT id, name, topic, description, created_at FROM channels";
const LIST = `${COLUMNS} WHERE user_id = ${OWNER} ORDER BY created_at, rowid`;
const ONE = `${COLUMNS} WHERE user_id = ${OWNER} AND id = ?3`;

export const listChannels = (db: D1Database, session: SessionRef) =>
  db.prepare(LIST).bind(...ownedBy(session));
export const readChannel = (db: D1Database, session: SessionRef, id: string) =>
  db.prepare(ONE).bind(...ownedBy(session), id);

const INSERT = `INSERT INTO channels (id, user_id, name, topic, description, created_at)
  SELECT ?2, ?1, ?3, ?4, ?5, ?6 WHERE ?7 = 0 OR (SELECT count(*) FROM channels WHERE user_id = ?1) < ?7`;

/** False when the account has as many as it may. */
export async function insertChannel(
  db: D1Database,
  userId: string,
  row: ChannelRow,
  max: number,
): Promise<boolean> {
  const { id, name, topic, description, created_at } = row;
  const result = await db.prepare(INSERT).bind(userId, id, name, topic, description, created_at, max).run();
  return result.meta.changes === 1;
}

export const updateChannel = (db: D1Database, userId: string, row: ChannelRow) =>
  db
    .prepare("UPDATE channels SET name = ?3, topic = ?4, description = ?5 WHERE user_id = ?1 AND id = ?2")
    .bind(userId, row.id, row.name, row.topic, row.description);

export const deleteChannel = (db: D1Database, userId: string, id: string) =>
  db.prepare("DELETE FROM channels WHERE user_id = ?1 AND id = ?2").bind(userId, id);
