/** The service itself: whether it works, what its broker offers, how many people use it. */

import * as z from "zod";
import { endpoints } from "./endpoint.ts";
import { named } from "./fields.ts";

/** The reference page. */
export const REFERENCE_PATH = "/v0/reference";

const Amounts = z.object({
  devices: z.int(),
  channels: z.int(),
  credentials: z.int(),
  events: z.int(),
  retained: z.int(),
  /** Series: each key of a device, and each series of a channel. */
  series: z.int(),
  /** Stored bytes: events, sessions, queues, retained messages. */
  storage: z.int(),
});

/** What the broker offers, as `/docs` shows it. */
export const BrokerInfo = named("BrokerInfo", {
  /** With a token: by the account's profile. */
  max_qos: z.int(),
  retain: z.boolean(),
  max_packet_size: z.int(),
  /** `wss://host/mqtt/{userId}`; null when the service's address is not set. */
  url_template: z.string().nullable(),
  tcp: z.object({ host: z.string(), port: z.int() }).nullable(),
  /** MQTT over TLS. */
  tls: z.object({ host: z.string(), port: z.int() }).nullable(),
  /** The account's limits; 0: no limit. */
  limits: Amounts,
  /** With a token: how much of them is used. */
  used: Amounts.optional(),
  /** The VAPID public key for a browser's push subscription, in base64url; null without one. */
  push_key: z.string().nullable(),
  /** The address for support: the variable SUPPORT_EMAIL. */
  support_email: z.string(),
});
export type BrokerInfo = z.infer<typeof BrokerInfo>;

export const UserCount = named("UserCount", { total: z.int(), max: z.int() });
export type UserCount = z.infer<typeof UserCount>;

export const SERVICE_CALLS = endpoints({
  health: {
    method: "GET",
    path: "/v0/health/",
    access: "public",
    summary: "Whether the service answers; degraded: some accounts' brokers did not, within the last minute",
    response: z.object({
      status: z.enum(["ok", "degraded"]),
      /** Version of the running code. */
      version: z.string(),
      /** Sentences about what does not work because a variable is missing; omitted when all are set. */
      problems: z.array(z.string()).optional(),
    }),
    problems: [503],
  },
  brokerInfo: {
    method: "GET",
    path: "/v0/broker/",
    access: "public",
    summary: "What the broker can do, and where it is",
    response: BrokerInfo,
  },
  countUsers: {
    method: "GET",
    path: "/v0/count/users/",
    access: "public",
    summary: "How many people are registered, and how many may be (0: no limit)",
    response: UserCount,
  },
});
