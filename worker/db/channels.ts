import type { ChannelSeries } from "../contract/channels.ts";
import { seriesColumn } from "./json-columns.ts";
import { type RightsChange, rightsChange } from "./rights-change.ts";
import { OWNER, ownedBy, type SessionRef } from "./sessions.ts";
import { read } from "./statement.ts";
import { columns, type RowOf } from "./tables.ts";

const CHANNEL = columns("channels", ["id", "name", "topic", "description", "series", "created_at"]);

export type ChannelRow = RowOf<typeof CHANNEL>;

/** Null when it is no series. */
export const seriesOfChannel = ({ series }: Pick<ChannelRow, "series">): ChannelSeries | null =>
  series === null ? null : seriesColumn.read(series);

const OWN = `SELECT ${CHANNEL} FROM channels WHERE user_id = ${OWNER}`;
const LIST = `${OWN} ORDER BY created_at, rowid`;
const ONE = `${OWN} AND id = ?3`;

export const listChannels = (db: D1Database, session: SessionRef) =>
  read<ChannelRow>(db, LIST, ...ownedBy(session));
export const readChannel = (db: D1Database, session: SessionRef, id: string) =>
  read<ChannelRow>(db, ONE, ...ownedBy(session), id);

const INSERT = `INSERT INTO channels (id, user_id, name, topic, description, created_at, series)
  SELECT ?2, ?1, ?3, ?4, ?5, ?6, ?8 WHERE ?7 = 0 OR (SELECT count(*) FROM channels WHERE user_id = ?1) < ?7`;

/** Changes nothing when the account has its maximum. The object must learn of a channel that is a series. */
export function insertChannel(userId: string, row: ChannelRow, max: number): RightsChange {
  const { id, name, topic, description, created_at, series } = row;
  return rightsChange(INSERT, userId, id, name, topic, description, created_at, max, series);
}

export const updateChannel = (userId: string, row: ChannelRow): RightsChange =>
  rightsChange(
    "UPDATE channels SET name = ?3, topic = ?4, description = ?5, series = ?6 WHERE user_id = ?1 AND id = ?2",
    userId,
    row.id,
    row.name,
    row.topic,
    row.description,
    row.series,
  );

export const deleteChannel = (userId: string, id: string): RightsChange =>
  rightsChange("DELETE FROM channels WHERE user_id = ?1 AND id = ?2", userId, id);
