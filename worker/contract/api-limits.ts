/**
 * The API's limits: one row each, settable by a variable of that name. 0 means no limit. A limit of the broker stands in
 * `broker/contract/limits.ts`.
 */

import { type LimitRow, type LimitValues, readLimits } from "../../broker/contract/limit-row.ts";
import { PAGE_MESSAGES } from "./sentences.ts";

export const API_LIMITS = {
  /** Beyond it: the waitlist. */
  MAX_USERS: {
    default: 1000,
    unit: "registered users",
    http: {
      status: 403,
      words: () => "The beta program is full. Join the waitlist to hear when there is room.",
    },
  },
  MAX_DEVICES: {
    default: 10,
    unit: "devices, without discovered ones",
    account: "devices",
    http: { status: 400, words: PAGE_MESSAGES.tooManyDevices },
  },
  MAX_FOUND_DEVICES: {
    default: 100,
    unit: "adopted devices",
    http: {
      status: 400,
      words: (most) => `You can adopt ${most} discovered devices max. Delete one first.`,
    },
  },
  MAX_CHANNELS: {
    default: 100,
    unit: "channels",
    account: "channels",
    http: { status: 400, words: (most) => `You can have ${most} channels max.` },
  },
  MAX_CREDENTIALS: {
    default: 50,
    unit: "credentials",
    account: "credentials",
    http: { status: 400, words: (most) => `You can have ${most} credentials max.` },
  },
  MAX_API_KEYS: {
    default: 5,
    unit: "API keys",
    account: "api_keys",
    http: { status: 400, words: (most) => `You can have ${most} API keys max.` },
  },
  MAX_TOKENS: {
    default: 50,
    unit: "tokens",
    http: { status: 400, words: (most) => `You can have ${most} tokens max.` },
  },
  MAX_GUESTS: {
    default: 20,
    unit: "guests",
    http: { status: 400, words: (most) => `You can have ${most} guests max.` },
  },
  /** Assistants that logged in by OAuth. */
  MAX_APPS: {
    default: 20,
    unit: "apps",
    http: {
      status: 400,
      words: (most) => `You can have ${most} apps max.`,
    },
  },
  MAX_WATCHES: {
    default: 50,
    unit: "watches",
    http: { status: 400, words: (most) => `You can have ${most} watches max.` },
  },
  /** Where notices of watches go. */
  MAX_TARGETS: {
    default: 10,
    unit: "targets",
    http: { status: 400, words: (most) => `You can have ${most} targets max.` },
  },
  MAX_SCHEDULES: {
    default: 20,
    unit: "schedules of one device",
    account: "schedules",
    http: { status: 400, words: (most) => `A device can have ${most} schedules max.` },
  },
  MAX_CONTROLS: {
    default: 8,
    unit: "controls of one device",
    http: { status: 400, words: (most) => `A device can have ${most} controls max.` },
  },
  /** The burst is five times as many; of guests, one second. Over it: 429 with the time to wait. */
  CHANGE_RATE: {
    default: 10,
    unit: "changes over REST a second and account",
  },
  MAX_EXPORT_BYTES: {
    default: 268_435_456,
    unit: "bytes of one export, before they are packed",
    http: {
      status: 413,
      words: (most) =>
        `An export has at most ${most} bytes (MAX_EXPORT_BYTES), and this account has more. Delete credentials, channels or devices that you no longer use, or ask the operator for a higher limit.`,
    },
  },
  /** A quarter of them for one account or address. */
  MAX_BODIES: {
    default: 33_554_432,
    unit: "bytes of request bodies in an isolate",
    http: {
      status: 503,
      words: () => "Too many request bodies are under way (MAX_BODIES). Send it again.",
    },
  },
  BODY_DEADLINE: {
    default: 10,
    unit: "seconds until a request body has arrived",
    http: {
      status: 408,
      words: (most) =>
        `The request body did not arrive within ${most} seconds (BODY_DEADLINE). Send it again.`,
    },
  },
} as const satisfies Record<string, LimitRow>;

export type ApiLimits = LimitValues<typeof API_LIMITS>;

/** Returns the limits: the environment's variables over the defaults. Throws a sentence that names an invalid one. */
export const apiLimits = (variables: Record<string, unknown>): ApiLimits => readLimits(API_LIMITS, variables);
