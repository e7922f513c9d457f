import type { Channel } from "../contract/channels.ts";
import { isoTime } from "../contract/fields.ts";
import { type ChannelRow, seriesOfChannel } from "../db/channels.ts";

export const channelOf = (row: ChannelRow): Channel => ({
  id: row.id,
  name: row.name,
  topic: row.topic,
  description: row.description,
  series: seriesOfChannel(row),
  created_at: isoTime(row.created_at),
});

/**
 * Presents the channels of several rows, such as credentials: rows that repeat a channel share one object, so that
 * rows × channels are never in memory.
 */
export function sharedChannels(): typeof channelOf {
  const known = new Map<string, Channel>();
  return (row) => {
    const channel = known.get(row.id) ?? channelOf(row);
    known.set(row.id, channel);
    return channel;
  };
}
