import * as z from "zod";
import { named } from "./fields.ts";

const Amounts = z.object({
  devices: z.int(),
  channels: z.int(),
  events: z.int(),
  retained: z.int(),
  /** Series: each key of a device, and each channel that is a series. */
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
