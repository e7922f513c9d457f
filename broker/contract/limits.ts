/**
 * The broker's limits: one row each, settable by a variable of that name. 0 means no limit, except for `MQTT_MAX_QOS` and
 * `MQTT_TOPIC_ALIAS_MAXIMUM`, where 0 is a value.
 *
 * The rest is derived from a row: the check of the variable, what an operator may set for one account, the answer to a
 * client that reaches the limit, the advice on the page, and the table in `worker/OPERATING.md`.
 */

import { type LimitRow, type LimitValues, type LimitWith, readLimits } from "./limit-row.ts";

// How long the account's object stores what happens. `/privacy` shows these numbers.

const DAY = 86_400_000;

/** Samples of a series, and the minute and hour buckets computed from them. Milliseconds. */
export const RETENTION_MS = { samples: 7 * DAY, minutes: 30 * DAY, hours: 730 * DAY } as const;
/** Notices of watches, and their number. */
export const NOTICE_RETENTION_MS = 30 * DAY;
export const MAX_NOTICES = 1000;
/** In the list of all watches. */
export const MAX_RECENT_NOTICES = 50;
/** Answered orders that stay in the list. */
export const KEPT_APPROVALS = 100;
/** Rows of the refusal log. */
export const MAX_REFUSALS = 200;
/** The longest block of the block list. Milliseconds. */
export const LONGEST_BLOCK_MS = 15 * 60_000;

/** A device's own series, whatever the account has. */
export const SERIES_OF_A_DEVICE = 32;

export const BROKER_LIMITS = {
  /** The profile `classic` offers 1 at most. Its sentences depend on the profile: `session/profile.ts`. */
  MQTT_MAX_QOS: {
    default: 2,
    unit: "highest QoS offered: 0, 1 or 2",
    isCopied: true,
  },
  /** Not with the profile `classic`. */
  MQTT_RETAIN: {
    default: true,
    unit: "whether messages are retained",
    isCopied: true,
  },
  /** A CONNECT has at most 65,536. */
  MQTT_MAX_PACKET_SIZE: {
    default: 1_048_576,
    unit: "bytes of one packet with its fixed header",
    isCopied: true,
    mqtt: {
      reason: "packetTooLarge",
      words: (most, actual) =>
        `The packet has ${actual} bytes, ${most} are allowed (MQTT_MAX_PACKET_SIZE): send less at once.`,
    },
    advice: "The message is too large. Send less at once, for example a link instead of a picture.",
  },
  /** A filter over it: 0x8F, or 0x80 in the SUBACK. */
  MQTT_MAX_TOPIC_BYTES: {
    default: 512,
    unit: "UTF-8 bytes of a topic or filter",
    mqtt: {
      reason: "topicNameInvalid",
      words: (most) => `A topic has at most ${most} bytes (MQTT_MAX_TOPIC_BYTES): choose a shorter one.`,
    },
    advice: "The topic is too long. Shorten it.",
  },
  MQTT_MAX_TOPIC_LEVELS: {
    default: 16,
    unit: "levels of a topic or filter",
    mqtt: {
      reason: "topicNameInvalid",
      words: (most) => `A topic has at most ${most} levels (MQTT_MAX_TOPIC_LEVELS): leave some out.`,
    },
    advice: "The topic has too many slashes. Use fewer levels.",
  },
  MQTT_MAX_CLIENT_ID_BYTES: {
    default: 256,
    unit: "UTF-8 bytes of a client identifier",
    mqtt: {
      reason: "clientIdNotValid",
      words: (most) =>
        `A client identifier has at most ${most} bytes (MQTT_MAX_CLIENT_ID_BYTES): choose a shorter one.`,
    },
    advice: "The client id is too long. Shorten it.",
  },
  MQTT_MAX_SUBSCRIPTIONS: {
    default: 5000,
    unit: "subscriptions of one session",
    mqtt: {
      reason: "quotaExceeded",
      words: (most) =>
        `A session has at most ${most} subscriptions (MQTT_MAX_SUBSCRIPTIONS): one filter with a wildcard replaces many.`,
    },
    advice: "It has too many subscriptions. One with a wildcard, such as home/#, replaces many.",
  },
  /** A login may have at most as many as remain for all others. */
  MQTT_MAX_CONNECTIONS: {
    default: 1000,
    unit: "connections of one account",
    account: "connections",
    mqtt: {
      reason: "accountFull",
      words: (most) =>
        `An account has at most ${most} connections, a login as many as remain for others (MQTT_MAX_CONNECTIONS).`,
    },
    advice:
      "Too many clients are connected, in all or with one login. Disconnect some, or give each device its own login.",
  },
  MQTT_CONNECT_DEADLINE: {
    default: 10,
    unit: "seconds from opening the socket to CONNECT",
  },
  MQTT_CONNECT_RATE: {
    default: 60,
    unit: "CONNECTs a minute and client identifier",
    mqtt: {
      reason: "connectionRateExceeded",
      words: () => "This client identifier connects more often than MQTT_CONNECT_RATE allows; wait a minute.",
    },
    advice: "It reconnects too often. Perhaps two programs share one client id: give each its own.",
  },
  /** With a burst of four seconds' worth; one connection may use half. A client that continues is disconnected. */
  MQTT_PUBLISH_RATE: {
    default: 1000,
    unit: "messages a second and account",
    account: "publish_rate",
    mqtt: {
      reason: "quotaExceeded",
      words: () => "More messages than MQTT_PUBLISH_RATE allows; slow down.",
    },
    advice:
      "Too many messages, of this client alone (half of the account's rate) or of all together. Send less often.",
  },
  /** With a burst of sixteen seconds' worth; one connection may use half. A client that continues is disconnected. */
  MQTT_PUBLISH_BYTES: {
    default: 1_048_576,
    unit: "bytes of PUBLISH packets a second and account",
    account: "publish_bytes",
    mqtt: {
      reason: "quotaExceeded",
      words: () => "More bytes of messages than MQTT_PUBLISH_BYTES allows; slow down, or send less at once.",
    },
    advice:
      "Too many bytes, of this client alone (half of the account's rate) or of all together. Send less, or more slowly.",
  },
  /**
   * Of SUBSCRIBE and UNSUBSCRIBE, with a burst of forty seconds' worth; one session may use half. A client that continues
   * is disconnected.
   */
  MQTT_SUBSCRIBE_RATE: {
    default: 500,
    unit: "filters a second and account",
    account: "subscribe_rate",
    mqtt: {
      reason: "quotaExceeded",
      words: () => "More filters than MQTT_SUBSCRIBE_RATE allows; slow down.",
    },
    advice: "It subscribes too fast. Try again in a moment.",
  },
  /**
   * Five times as many per account, with a burst of ten seconds' worth. Over it the events of ten seconds become one,
   * with `count`.
   */
  EVENT_RATE: {
    default: 10,
    unit: "events a second and device",
    account: "event_rate",
  },
  /** The oldest are deleted. */
  MAX_EVENTS: {
    default: 100_000,
    unit: "events of one account",
    account: "events",
  },
  EVENT_RETENTION_DAYS: {
    default: 30,
    unit: "days that events are stored",
  },
  /**
   * Their bytes (64 MiB) scale with it. A login may use at most as much of both as remains for all others. Over it a
   * message is refused, or delivered without being retained.
   */
  MQTT_MAX_RETAINED: {
    default: 10_000,
    unit: "retained messages of one account",
    account: "retained",
    mqtt: {
      reason: "quotaExceeded",
      words: () =>
        "No room for another retained message (MQTT_MAX_RETAINED); a login may use at most as much as remains for all others. Clear one with an empty payload.",
    },
    advice: "Too many retained messages. Delete some: publish an empty retained message to their topics.",
  },
  /** A call for a filter tells how many are left, and the next call goes on with them. */
  MAX_REMOVED_AT_ONCE: {
    default: 200,
    unit: "retained messages that one call removes",
  },
  /**
   * Telemetry keys, and series of channels. A device has at most 32, and at most as many as remain for all others.
   * Further values are delivered and not stored: the acknowledgement carries the sentence.
   */
  MAX_SERIES: {
    default: 100,
    unit: "series of one account",
    account: "series",
    mqtt: {
      reason: "success",
      words: (most) =>
        `No room for another series: the account has at most ${most}, and one device at most as many as remain for all others (MAX_SERIES). The value was delivered, but not stored.`,
    },
    advice: "It sends more values than can be stored. Send fewer, with names that do not change.",
  },
  /** Objects in a list of samples, as one message or one call. Of a list over it nothing is stored. */
  MAX_SAMPLES_A_MESSAGE: {
    default: 100,
    unit: "samples in one telemetry message",
    mqtt: {
      reason: "success",
      words: (most, actual) =>
        `A list has 1 to ${most} samples (MAX_SAMPLES_A_MESSAGE), this one has ${actual}: none was stored.`,
    },
    advice: "Its lists of samples are empty or too long. Send the samples in several messages.",
  },
  /** With a burst of ten seconds' worth. A read costs one more for each 100 rows of its answer. */
  READ_RATE: {
    default: 50,
    unit: "reads over HTTP a second and account",
    http: {
      status: 429,
      words: (most) =>
        `An account reads ${most} times a second, and each 100 rows of a list count once more (READ_RATE).`,
    },
  },
  /** Each keeps the account's object awake, for at most ten seconds. */
  MAX_REQUESTS: {
    default: 20,
    unit: "calls of an account that wait for a device's reply",
    http: {
      status: 429,
      words: (most) =>
        `At most ${most} calls of an account wait for a reply at once, and one that hung up counts for ten seconds (MAX_REQUESTS).`,
    },
  },
  /** Orders to devices that ask their owner first. The same order again is the same one. */
  MAX_APPROVALS: {
    default: 20,
    unit: "orders of an account that wait for approval",
    http: {
      status: 429,
      words: (most) =>
        `At most ${most} orders of an account wait for approval (MAX_APPROVALS). Ask its owner to answer them, or wait until they end.`,
    },
  },
  APPROVAL_TTL: {
    default: 300,
    unit: "seconds that an order waits for approval",
  },
  /**
   * Rows and index entries of the account's object, until midnight UTC. Over it messages that need a row are refused, and
   * calls except those that delete, end or disconnect. Messages at QoS 0 reach connected readers. Schedules that switch on
   * and watches wait or are refused; a schedule that switches off does so at most once an hour, and automatic off always.
   */
  MAX_ROWS_A_DAY: {
    default: 1_000_000,
    unit: "rows that an account writes a day",
    mqtt: {
      reason: "quotaExceeded",
      words: () =>
        "The account's storage limit for today is reached (MAX_ROWS_A_DAY): messages that must be stored are accepted again after midnight UTC; QoS 0 still works.",
    },
    http: {
      status: 503,
      words: () => "The account's storage limit for today is reached (MAX_ROWS_A_DAY); nothing was changed.",
    },
    advice:
      "Today's storage limit is reached; more is stored after midnight UTC. Look for a client that sends or switches too often.",
  },
  /** Of what guests do: their switches, what follows from them, and their tickets. The owner always has the rest. */
  GUEST_ROWS_PERCENT: {
    default: 10,
    unit: "percent of the rows of a day that all guests of an account write",
    http: {
      status: 503,
      words: () =>
        "All guests together have reached their part of today's storage (GUEST_ROWS_PERCENT); nothing was changed.",
    },
  },
  /** Blocks and what waits to be packed. Over it the oldest blocks are deleted. */
  MAX_HISTORY_BYTES: {
    default: 67_108_864,
    unit: "bytes of the history of messages of one account",
  },
  /** Over it messages are delivered and not kept until midnight UTC: the settings answer counts them. */
  HISTORY_ROWS_PERCENT: {
    default: 50,
    unit: "percent of the rows of a day that the history of messages writes",
  },
  /**
   * To one host of an account's targets, ten times as many to all hosts: notices, repeated attempts, tests and presses.
   * Over it notices wait; a test or press: 429.
   */
  TARGET_HOST_RATE: {
    default: 60,
    unit: "requests an hour and account to one host",
  },
  /** Switches by one notice are one action. Over it they wait, the last one wins, and a notice says so. */
  WATCH_ACTION_RATE: {
    default: 10,
    unit: "actions a minute and watch that switches devices",
  },
  /**
   * Of the clock's hours. A switch writes some sixteen rows: at this rate all day it is two fifths of `MAX_ROWS_A_DAY`.
   * Over it switches wait as those over `WATCH_ACTION_RATE`.
   */
  WATCH_SWITCH_RATE: {
    default: 1000,
    unit: "switches an hour by all watches of an account",
  },
  /** With a burst of four seconds' worth, or of one before CONNECT is accepted. Counted before a frame is decoded. */
  MQTT_FRAME_RATE: {
    default: 2000,
    unit: "frames a second and connection",
    isCopied: true,
    mqtt: {
      reason: "messageRateTooHigh",
      words: () => "More frames than MQTT_FRAME_RATE allows; put several packets into one, or slow down.",
    },
    advice: "It sends far too fast. Look for an endless loop in its program.",
  },
  /** Receive Maximum of CONNACK; up to 500, so that they fit into a socket's attachment. */
  MQTT_RECEIVE_MAXIMUM: {
    default: 32,
    unit: "unacknowledged messages from a client",
    isCopied: true,
  },
  /** Topic Alias Maximum of CONNACK; up to 1,000. */
  MQTT_TOPIC_ALIAS_MAXIMUM: {
    default: 16,
    unit: "topic aliases per connection and direction",
    isCopied: true,
  },
  /** Up to 100, or the client's receive maximum if that is lower. */
  MQTT_MAX_INFLIGHT: {
    default: 32,
    unit: "unacknowledged messages to a client",
    isCopied: true,
  },
  /**
   * The oldest are dropped. The bytes of a session (1 MiB) and an account (16 MiB) scale with it; principals share the
   * account's. The sentence is for a message without room in them.
   */
  MQTT_MAX_QUEUED: {
    default: 1000,
    unit: "queued messages of one session",
    mqtt: {
      reason: "quotaExceeded",
      words: () =>
        "The account's queues have no room for it (MQTT_MAX_QUEUED): connect an offline reader, or end its session.",
    },
    advice: "Too many messages wait for a client that is offline or slow. Connect it, or remove it.",
  },
  /** A longer session expiry is lowered; CONNACK announces it. */
  MQTT_MAX_SESSION_EXPIRY: {
    default: 86_400,
    unit: "seconds that a session outlives its connection",
    isCopied: true,
  },
  /** Over it the oldest one ends, of the principal with the most. */
  MQTT_MAX_SESSIONS: {
    default: 100,
    unit: "offline sessions of one account",
    advice: "Too many offline clients have sessions. Connect some of them with a clean session.",
  },
  /**
   * Beyond it QoS 0 is dropped, then the connection ends. Not counted when `MQTT_PUBLISH_RATE` is 0: then a silent reader
   * cannot be distinguished from one that has stopped.
   */
  MQTT_MAX_UNSENT: {
    default: 524_288,
    unit: "bytes in the outbound buffer of one connection",
    isCopied: true,
    mqtt: {
      reason: "quotaExceeded",
      words: (most) =>
        `More than ${most} bytes wait to be taken (MQTT_MAX_UNSENT): read faster, or subscribe to less.`,
    },
    advice: "It reads its messages too slowly. Subscribe to fewer topics.",
  },
  /** A device's own session gets its control messages at QoS 1 even when they are published at QoS 0. */
  MQTT_UPGRADE_CONTROL: {
    default: true,
    unit: "whether control messages to a device have QoS 1",
  },
} as const satisfies Record<string, LimitRow>;

export type BrokerLimitName = keyof typeof BROKER_LIMITS;
export type BrokerLimits = LimitValues<typeof BROKER_LIMITS>;

/** Limits that an operator may set for one account. */
type OwnLimitName = LimitWith<"account", typeof BROKER_LIMITS>;
export type OwnLimits = Partial<Record<OwnLimitName, number>>;
export const OWN_LIMITS = (Object.keys(BROKER_LIMITS) as BrokerLimitName[]).filter(
  (name): name is OwnLimitName => "account" in BROKER_LIMITS[name],
);

/** Returns the limits: the environment's variables over the defaults. Throws a sentence that names an invalid one. */
export function brokerLimits(variables: Record<string, unknown>): BrokerLimits {
  const limits = readLimits(BROKER_LIMITS, variables);
  if (limits.MQTT_MAX_QOS > 2) throw new Error("MQTT_MAX_QOS must be 0, 1 or 2.");
  return limits;
}
