/** SQL for the channels of a device or credential, shared by both tables. */

import type { ChannelRow } from "./channels.ts";
import { channelsOfQuery } from "./json-columns.ts";
import { type RightsChange, rightsChange } from "./rights-change.ts";
import { read } from "./statement.ts";

/** The channels of a row as JSON, in the chosen order. */
export const chosenChannels = (table: string, column: string, owner: string) =>
  `(SELECT json_group_array(json_object('id', c.id, 'name', c.name, 'topic', c.topic,
      'description', c.description, 'series', c.series, 'created_at', c.created_at) ORDER BY l.position)
    FROM ${table} l JOIN channels c ON c.id = l.channel_id WHERE l.${column} = ${owner}) AS channels`;

export interface WithChannels {
  /** JSON. */
  channels: string;
}

export const channelsOf = ({ channels }: WithChannels): ChannelRow[] => channelsOfQuery(channels);

export const allOwn = (ids: string) =>
  `NOT EXISTS (SELECT 1 FROM json_each(${ids}) j
    WHERE NOT EXISTS (SELECT 1 FROM channels c WHERE c.id = j.value AND c.user_id = ?1))`;

const FOREIGN = `SELECT j.value AS id FROM json_each(?2) j
  WHERE NOT EXISTS (SELECT 1 FROM channels c WHERE c.id = j.value AND c.user_id = ?1) ORDER BY j.key LIMIT 1`;

/** Returns the first id that is no channel of the account. */
export const foreignChannel = (db: D1Database, userId: string, ids: readonly string[]) =>
  read<{ id: string }>(db, FOREIGN, userId, JSON.stringify(ids));

/** Links the channels `?3` to row `?2` of account `?1`: all or none. */
export const linkSql = (table: string, column: string, owners: string) =>
  `INSERT INTO ${table} (${column}, channel_id, position)
   SELECT o.id, c.id, min(j.key) FROM ${owners} o
   JOIN json_each(?3) j JOIN channels c ON c.id = j.value AND c.user_id = ?1
   WHERE o.id = ?2 AND o.user_id = ?1 AND ${allOwn("?3")} GROUP BY c.id`;

/** Replaces the channels of row `?2` of account `?1` with `?3`: all or none. */
export function chooseAnew(table: string, column: string, owners: string) {
  const unlink = `DELETE FROM ${table} WHERE ${column} = (SELECT id FROM ${owners} WHERE id = ?2 AND user_id = ?1)
    AND ${allOwn("?3")}`;
  const link = linkSql(table, column, owners);
  return (userId: string, id: string, ids: readonly string[]): RightsChange[] => {
    const chosen = JSON.stringify(ids);
    return [rightsChange(unlink, userId, id, chosen), rightsChange(link, userId, id, chosen)];
  };
}
