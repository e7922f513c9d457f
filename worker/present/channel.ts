import type { Channel } from "../contract/channel.ts";
import { type ChannelRow, seriesOfChannel } from "../db/channels.ts";
import { moment } from "./moment.ts";

export const channelOf = (row: ChannelRow): Channel => ({
  id: row.id,
  name: row.name,
  topic: row.topic,
  description: row.description,
  series: seriesOfChannel(row),
  created_at: moment(row.created_at),
});
