/** Channels: named topics, and what they measure. */

import * as z from "zod";
import { utf8Length } from "../../broker/contract/utf8.ts";
import { endpoints } from "./endpoint.ts";
import { entrySentence } from "./field-errors.ts";
import { boolean, dictionary, list, moment, named, type Reading, text, uuid } from "./fields.ts";
import { MAX_CHANNEL_SERIES, MAX_CHANNEL_TOPIC_BYTES, MAX_SERIES_NAME, MAX_UNIT } from "./limits.ts";
import {
  ChannelSeriesQuery,
  ChannelSeriesWrite,
  LastValue,
  pointer,
  Series,
  WrittenSeries,
} from "./series.ts";

export const ChannelSeries = z.object({
  /** A JSON Pointer; empty for a bare number. */
  path: z.string(),
  unit: z.string().nullable(),
  /** The key of its values. */
  name: z.string(),
  /** It is a counter, which only grows, except for resets. */
  counter: z.literal(true).exactOptional(),
});
export type ChannelSeries = z.infer<typeof ChannelSeries>;

/** One series, or several: one message may have many values. */
export type SeriesOfChannel = ChannelSeries | ChannelSeries[] | null;

/** The series of a channel as a list. */
export const seriesList = (series: SeriesOfChannel): ChannelSeries[] =>
  series === null ? [] : Array.isArray(series) ? series : [series];

const OneSeries = dictionary({
  path: pointer(),
  unit: text({ max: MAX_UNIT, blank: true }).nullable().optional(),
  name: text({ max: MAX_SERIES_NAME }),
  counter: boolean().optional(),
});

const ONE_NAME_EACH = "Give each series of the channel a name of its own.";

const SeveralSeries = list(OneSeries, MAX_CHANNEL_SERIES)
  .refine((series) => series.length > 0, "This list may not be empty.")
  .superRefine((series, context) => {
    const names = series.map(({ name }) => name);
    const twice = names.findIndex((name, at) => names.indexOf(name) !== at);
    if (twice >= 0) context.addIssue({ code: "custom", path: [twice, "name"], message: ONE_NAME_EACH });
  });

const ChannelSeriesBody = z.union([OneSeries, SeveralSeries], {
  error: ({ input, errors }) => {
    const first = errors?.[Array.isArray(input) ? 1 : 0]?.[0];
    return first && entrySentence(first.path, first.message);
  },
});

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
  /** Null when it is no series; a list when it is several. */
  series: z.union([ChannelSeries, z.array(ChannelSeries)]).nullable(),
  created_at: moment(),
});
export type Channel = z.infer<typeof Channel>;

const ChannelBody = named("ChannelBody", {
  name: text({ max: 100 }),
  /** With or without the account's prefix. Its syntax is checked before it is stored. */
  topic: text(),
  description: text({ max: 500, blank: true }).optional(),
  /** Omitted: unchanged; null: no series, and stored samples are deleted; a list: a series for each value. */
  series: ChannelSeriesBody.nullable().optional(),
});

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

export const CHANNEL_CALLS = endpoints({
  listChannels: {
    method: "GET",
    path: "/v0/mqtt/channels/",
    access: "token",
    scopes: ["setup:read"],
    summary: "Channels, oldest first",
    response: z.array(Channel),
    whileSuspended: true,
  },
  createChannel: {
    method: "POST",
    path: "/v0/mqtt/channels/",
    access: "token",
    scopes: ["setup:write"],
    status: 201,
    summary: "Make a channel",
    request: ChannelBody,
    response: Channel,
  },
  updateChannel: {
    method: "PUT",
    path: "/v0/mqtt/channels/{id}/",
    access: "token",
    scopes: ["setup:write"],
    summary: "Change a channel; live clients follow before the answer",
    request: ChannelBody,
    response: Channel,
  },
  deleteChannel: {
    method: "DELETE",
    path: "/v0/mqtt/channels/{id}/",
    access: "token",
    scopes: ["setup:write"],
    summary: "Delete a channel; it leaves every device and credential",
  },
  listChannelValues: {
    method: "GET",
    path: "/v0/mqtt/channels/{id}/values/",
    access: "token",
    scopes: ["values:read"],
    summary: "The last value of each series of a channel",
    response: z.array(LastValue),
    whileSuspended: true,
  },
  readChannelSeries: {
    method: "GET",
    path: "/v0/mqtt/channels/{id}/series/",
    access: "token",
    scopes: ["values:read"],
    summary: "What a channel measured over time, at most 2,000 points",
    query: ChannelSeriesQuery,
    response: Series,
    csv: true,
    whileSuspended: true,
  },
  writeChannelSeries: {
    method: "PUT",
    path: "/v0/mqtt/channels/{id}/series/",
    access: "user",
    summary: "Write hours of a channel's values, at most 20,000; hours that have samples stay as they are",
    query: ChannelSeriesWrite,
    takesBytes: "text/csv",
    response: WrittenSeries,
  },
});
