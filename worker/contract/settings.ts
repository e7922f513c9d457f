/** Settings for all clients of an account. */

import * as z from "zod";
import { PROFILES } from "../../broker/contract/grants.ts";
import { HISTORY_DAYS, MAX_HISTORY_FILTERS } from "../../broker/contract/message-history.ts";
import { endpoints } from "./endpoint.ts";
import { boolean, choice, dictionary, list, moment, named, topicFilter, wholeNumber } from "./fields.ts";

const KeptMessages = named("KeptMessages", {
  filter: z.string(),
  days: z.int(),
});

/** What the history of messages has, and what a limit kept out. */
const HistoryKept = named("HistoryKept", {
  messages: z.int(),
  /** Packed; over `MAX_HISTORY_BYTES` the oldest go. */
  bytes: z.int(),
  oldest_at: moment().nullable(),
  /** Messages of the last hour, and their packed bytes. */
  hour_messages: z.int(),
  hour_bytes: z.int(),
  /** Rows that it has written on this day (UTC). */
  rows_today: z.int(),
  /** Messages of this day (UTC) that a limit kept out. */
  missed_today: z.int(),
});

export const Settings = named("Settings", {
  /** Profile: all of MQTT, or QoS 0 and 1 without retained messages. */
  profile: z.enum(PROFILES),
  /** Announces every device to a Home Assistant that is connected in root view. */
  home_assistant: z.boolean(),
  /** Messages of each filter are kept for its days; of several filters the one with the most days counts. */
  history: z.array(KeptMessages),
  /** Only with a filter. */
  history_kept: HistoryKept.optional(),
});
export type Settings = z.infer<typeof Settings>;

/** Omitted values stay. */
const SettingsBody = named("SettingsBody", {
  profile: choice(PROFILES),
  home_assistant: boolean().optional(),
  /** The whole list. Messages of a filter that is left out are deleted, unless another filter has all of them. */
  history: list(
    dictionary({ filter: topicFilter(), days: wholeNumber(HISTORY_DAYS) }),
    MAX_HISTORY_FILTERS,
  ).optional(),
});

export const SETTINGS_CALLS = endpoints({
  readSettings: {
    method: "GET",
    path: "/v0/mqtt/settings/",
    access: "token",
    scopes: ["setup:read"],
    summary: "What the broker offers the account's clients",
    response: Settings,
    whileSuspended: true,
  },
  updateSettings: {
    method: "PUT",
    path: "/v0/mqtt/settings/",
    access: "token",
    scopes: ["setup:write"],
    summary: "Change what the broker offers; it applies to new connections and disconnects none",
    request: SettingsBody,
    response: Settings,
    problems: [503],
  },
});
