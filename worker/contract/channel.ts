import * as z from "zod";
import { utf8Length } from "../../broker/contract/utf8.ts";
import { ChannelSeries, ChannelSeriesBody } from "./channel-series.ts";
import { list, moment, named, type Reading, text, uuid } from "./fields.ts";
import { MAX_CHANNEL_TOPIC_BYTES } from "./limits.ts";

/** The channels of a credential or device: ids, or objects with an `id`. Ownership is checked in the database. */
export const channelIds = () => z.preprocess(readIds, list(z.string("Must be a valid UUID.")));

const readIds: Reading<readonly string[]> = (value: unknown) =>
  Array.isArray(value) ? value.map(idOf) : value;

const idOf = (item: unknown): unknown =>
  typeof item === "object" && item !== null && Object.hasOwn(item, "id")
    ? (item as { id: unknown }).id
    : item;

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
