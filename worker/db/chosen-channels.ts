/** The channels that a device or a credential has: SQL that both tables share. */

import type { ChannelRow } from "./channels.ts";
import { channelsOfQuery } from "./json-columns.ts";
import { type RightsChange, rightsChange } from "./rights-change.ts";
import { read } from "./statement.ts";

/** The chosen channels of a row as JSON, in the order they were chosen. */
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

/** The first id that is no channel of the account. */
export const foreignChannel = (db: D1Database, userId: string, ids: readonly string[]) =>
  read<{ id: string }>(db, FOREIGN, userId, JSON.stringify(ids));

/** Chooses channels for row `?2` of the account `?1`; all of `?3` or none. */
export const linkSql = (table: string, column: string, owners: string) =>
  `INSERT INTO ${table} (${column}, channel_id, position)
   SELECT o.id, c.id, min(j.key) FROM ${owners} o
   JOIN json_each(?3) j JOIN channels c ON c.id = j.value AND c.user_id = ?1
   WHERE o.id = ?2 AND o.user_id = ?1 AND ${allOwn("?3")} GROUP BY c.id`;

/** Other channels in the place of those that row `?2` of the account `?1` has; all of `?3` or none of them. */
export function chooseAnew(table: string, column: string, owners: string) {
  const unlink = `DELETE FROM ${table} WHERE ${column} = (SELECT id FROM ${owners} WHERE id = ?2 AND user_id = ?1)
    AND ${allOwn("?3")}`;
  const link = linkSql(table, column, owners);
  return (userId: string, id: string, ids: readonly string[]): RightsChange[] => {
    const chosen = JSON.stringify(ids);
    return [rightsChange(unlink, userId, id, chosen), rightsChange(link, userId, id, chosen)];
  };
}
