import { z } from "zod";
import { named } from "./named.ts";

const Amounts = z.object({
  devices: z.int(),
  channels: z.int(),
  events: z.int(),
  retained: z.int(),
  /** Values that are kept over time: each name that a device tells one under, each channel that is a series. */
  series: z.int(),
  /** Bytes of what happened: events, sessions, messages that wait, retained messages. */
  storage: z.int(),
});

/** What the broker can do, as the docs page prints it. */
export const BrokerInfo = z.object({
  /** For whoever asks with a token, what the account's profile has of it. */
  max_qos: z.int(),
  retain: z.boolean(),
  max_packet_size: z.int(),
  /** `wss://host/mqtt/{userId}`; null where nobody said where the service is. */
  url_template: z.string().nullable(),
  tcp: z.object({ host: z.string(), port: z.int() }).nullable(),
  /** What an account may have; 0: without a limit. */
  limits: Amounts,
  /** What of it is used, for whoever asks with a token. */
  used: Amounts.optional(),
  /** Whom people write to: the variable SUPPORT_EMAIL. */
  support_email: z.string(),
});
export type BrokerInfo = z.infer<typeof BrokerInfo>;

named({ BrokerInfo });
