/** Limits that can be set per account, by the variables that set them for the service. */

import * as z from "zod";
import type { BrokerLimitName } from "../../broker/contract/limits.ts";
import { wholeNumber } from "./fields.ts";
import type { API_LIMITS } from "./limits.ts";

export const ACCOUNT_LIMITS = {
  devices: "MAX_DEVICES",
  channels: "MAX_CHANNELS",
  credentials: "MAX_CREDENTIALS",
  api_keys: "MAX_API_KEYS",
  connections: "MQTT_MAX_CONNECTIONS",
  /** Messages a second. */
  publish_rate: "MQTT_PUBLISH_RATE",
  /** Their bytes a second. */
  publish_bytes: "MQTT_PUBLISH_BYTES",
  /** Filters a second. */
  subscribe_rate: "MQTT_SUBSCRIBE_RATE",
  /** Events a second and device. */
  event_rate: "EVENT_RATE",
  events: "MAX_EVENTS",
  retained: "MQTT_MAX_RETAINED",
  /** Series: values stored over time. */
  series: "MAX_SERIES",
  /** Of a device. */
  schedules: "MAX_SCHEDULES",
} as const satisfies Record<string, BrokerLimitName | keyof typeof API_LIMITS>;

export type AccountLimitName = keyof typeof ACCOUNT_LIMITS;

const NAMES = Object.keys(ACCOUNT_LIMITS) as AccountLimitName[];
export const eachLimit = <Value>(of: (name: AccountLimitName) => Value) =>
  Object.fromEntries(NAMES.map((name) => [name, of(name)])) as Record<AccountLimitName, Value>;

/** 0: no limit. */
export const AccountLimits = z.object({
  /** The account's own limit; null: the service's. */
  own: z.object(eachLimit(() => z.int().nullable())),
  in_force: z.object(eachLimit(() => z.int())),
});
export type AccountLimits = z.infer<typeof AccountLimits>;

const MOST = 1_000_000_000;

/** Omitted limits stay; null restores the service's. */
export const AccountLimitsBody = z.object(
  eachLimit(() => wholeNumber({ min: 0, max: MOST }).nullable().optional()),
);
export type AccountLimitsBody = z.input<typeof AccountLimitsBody>;
