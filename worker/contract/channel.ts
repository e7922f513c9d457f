import * as z from "zod";
import { utf8Length } from "../../broker/contract/utf8.ts";
import { ChannelSeries, ChannelSeriesBody } from "./channel-series.ts";
import { moment, named, text, uuid } from "./fields.ts";
import { MAX_CHANNEL_TOPIC_BYTES } from "./limits.ts";

export const Channel = named("Channel", {
  id: uuid(),
  name: z.string(),
  /** With the `{userId}/` prefix. */
  topic: z.string(),
  description: z.string(),
  /** Null when it is no series. */
  series: ChannelSeries.nullable(),
  created_at: moment(),
});
export type Channel = z.infer<typeof Channel>;

export const ChannelBody = named("ChannelBody", {
  name: text({ max: 100 }),
  /** With or without the account's prefix. Its syntax is checked before it is stored. */
  topic: text(),
  description: text({ max: 500, blank: true }).optional(),
  /** Omitted: unchanged; null: no series, and stored samples are deleted. */
  series: ChannelSeriesBody.nullable().optional(),
});
export type ChannelBody = z.input<typeof ChannelBody>;

const FORBIDDEN = /[+#\s\p{Cc}]/u;

/** The fault of a topic: of the part that people write, and of the stored whole. */
export function topicMistakes(own: string, stored: string): string[] {
  const mistakes: string[] = [];
  if (FORBIDDEN.test(own)) {
    mistakes.push("A topic may not contain +, #, white space or control characters.");
  }
  if (own.split("/").includes("")) mistakes.push("A topic may not have an empty level.");
  if (utf8Length(stored) > MAX_CHANNEL_TOPIC_BYTES) {
    mistakes.push(`Ensure this field has no more than ${MAX_CHANNEL_TOPIC_BYTES} bytes.`);
  }
  return mistakes;
}
