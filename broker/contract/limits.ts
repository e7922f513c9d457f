/**
 * The broker's limits: one row each, settable by a variable of that name.
 * 0 means no limit, except for rows whose unit is a protocol maximum (`qos`), where 0 is a value.
 * "Over it" names the MQTT 5 reason code, or the 3.1.1 answer; the reasons are in `session/reason.ts`.
 */
export const BROKER_LIMITS = {
  /** Highest QoS offered: 0, 1 or 2. The profile `classic` offers 1 at most. */
  MQTT_MAX_QOS: 2,
  /** Whether messages are retained; not with the profile `classic`. */
  MQTT_RETAIN: true,
  /** Bytes of one packet with its fixed header; announced in CONNACK. Over it: 0x95, or close. A CONNECT has at most 65,536. */
  MQTT_MAX_PACKET_SIZE: 1_048_576,
  /** UTF-8 bytes of a topic name or filter. Over it: 0x90, or close; for a filter 0x8F, or 0x80 in the SUBACK. */
  MQTT_MAX_TOPIC_BYTES: 512,
  MQTT_MAX_TOPIC_LEVELS: 16,
  /** UTF-8 bytes. Over it: 0x85, or return code 2. */
  MQTT_MAX_CLIENT_ID_BYTES: 256,
  /** Subscriptions of one session. Over it: 0x97, or 0x80 in the SUBACK. */
  MQTT_MAX_SUBSCRIPTIONS: 5000,
  /** Connections of one account. A login may have at most as many as remain for all others. Over it: 0x97, or return code 3. */
  MQTT_MAX_CONNECTIONS: 1000,
  /** Seconds from opening the socket to CONNECT. */
  MQTT_CONNECT_DEADLINE: 10,
  /** CONNECTs a minute and client id. Over it: 0x9F, or return code 3. */
  MQTT_CONNECT_RATE: 60,
  /** Messages a second and account, with a burst of four seconds' worth; one connection may use half. */
  MQTT_PUBLISH_RATE: 1000,
  /** Bytes of PUBLISH packets a second and account, with a burst of sixteen seconds' worth; one connection may use half. */
  MQTT_PUBLISH_BYTES: 1_048_576,
  /**
   * Events a second and device, five times as many per account, with a burst of ten seconds' worth. Over it the events
   * of ten seconds become one, with `count`.
   */
  EVENT_RATE: 10,
  /**
   * Series of one account: telemetry keys, and channels that are series. A device has at most 32, and at most as many as
   * remain for all others. Further values are delivered and not stored.
   */
  MAX_SERIES: 100,
  /**
   * Reads over HTTP a second and account, with a burst of ten seconds' worth. A read costs one more for each 100 rows of
   * its answer. Over it: 429.
   */
  READ_RATE: 50,
  /**
   * Rows and index entries that an account's object writes per day (UTC). Over it messages that need a row are refused
   * until the next day: 0x97, or close; over REST 503, except for calls that delete, end or
   * disconnect. Messages at QoS 0 reach connected readers.
   */
  MAX_ROWS_A_DAY: 1_000_000,
  /**
   * Requests an hour and account to one host of its targets, ten times as many to all hosts: notices, repeated attempts,
   * tests and presses. Over it notices wait; a test or press: 429.
   */
  TARGET_HOST_RATE: 60,
  /** Events stored per account, and for how many days: the oldest are deleted. */
  MAX_EVENTS: 100_000,
  EVENT_RETENTION_DAYS: 30,
  /**
   * Filters of SUBSCRIBE and UNSUBSCRIBE a second and account, with a burst of forty seconds' worth; one session may use
   * half. Over it: 0x97, or 0x80 in the SUBACK; a client that continues is disconnected.
   */
  MQTT_SUBSCRIBE_RATE: 500,
  /**
   * Frames a second and connection, with a burst of four seconds' worth, or of one before CONNECT is accepted. Counted
   * before a frame is decoded.
   */
  MQTT_FRAME_RATE: 2000,
  /** Receive Maximum: unacknowledged QoS 1 and 2 messages from a client; announced in CONNACK. */
  MQTT_RECEIVE_MAXIMUM: 32,
  /** Topic aliases per connection and direction, up to 1,000; announced in CONNACK. */
  MQTT_TOPIC_ALIAS_MAXIMUM: 16,
  /** Unacknowledged messages to one session, or the client's receive maximum if that is lower. */
  MQTT_MAX_INFLIGHT: 32,
  /**
   * Queued messages of one session: the oldest are dropped. The bytes of a session (1 MiB) and an account (16 MiB) scale
   * with it; principals share the account's. A message without room: 0x97, or close.
   */
  MQTT_MAX_QUEUED: 1000,
  /**
   * Retained messages of one account. Their bytes (64 MiB) scale with it. A login may use at most as much of both as
   * remains for all others. Over it: 0x97, or delivered without being retained.
   */
  MQTT_MAX_RETAINED: 10_000,
  /** Seconds. A longer session expiry is lowered; CONNACK announces it. */
  MQTT_MAX_SESSION_EXPIRY: 86_400,
  /** Offline sessions of one account. Over it the oldest one ends, of the principal with the most. */
  MQTT_MAX_SESSIONS: 100,
  /**
   * Bytes in the outbound buffer of one connection: beyond it QoS 0 is dropped, then the connection ends with 0x97. Not
   * counted when `MQTT_PUBLISH_RATE` is 0: then a silent reader cannot be distinguished from one that has stopped.
   */
  MQTT_MAX_UNSENT: 524_288,
  /** A device's own session gets its control messages at QoS 1 even when they are published at QoS 0. */
  MQTT_UPGRADE_CONTROL: true,
} as const;

export type BrokerLimitName = keyof typeof BROKER_LIMITS;
export type BrokerLimits = {
  [K in BrokerLimitName]: (typeof BROKER_LIMITS)[K] extends boolean ? boolean : number;
};

/** Limits that can be set per account. */
export const OWN_LIMITS = [
  "MQTT_MAX_CONNECTIONS",
  "MQTT_MAX_RETAINED",
  "MAX_EVENTS",
  "EVENT_RATE",
  "MAX_SERIES",
  "MQTT_PUBLISH_RATE",
  "MQTT_PUBLISH_BYTES",
  "MQTT_SUBSCRIBE_RATE",
] as const satisfies readonly BrokerLimitName[];
export type OwnLimits = Partial<Record<(typeof OWN_LIMITS)[number], number>>;

/** Returns the limits: the environment's variables over the defaults. Throws a sentence that names an invalid one. */
export function brokerLimits(variables: Record<string, unknown>): BrokerLimits {
  const limits: Record<string, number | boolean> = { ...BROKER_LIMITS };
  for (const name of Object.keys(BROKER_LIMITS)) {
    const given = variables[name];
    if (given === undefined || given === "") continue;
    limits[name] = typeof limits[name] === "boolean" ? asBoolean(name, given) : asCount(name, given);
  }
  if (Number(limits.MQTT_MAX_QOS) > 2) throw new Error("MQTT_MAX_QOS must be 0, 1 or 2.");
  return limits as BrokerLimits;
}

function asBoolean(name: string, value: unknown): boolean {
  const text = String(value).toLowerCase();
  if (text === "true" || text === "false") return text === "true";
  throw new Error(`${name} must be true or false, not "${text}".`);
}

function asCount(name: string, value: unknown): number {
  const count = Number(value);
  if (Number.isSafeInteger(count) && count >= 0) return count;
  throw new Error(`${name} must be a whole number of 0 or more, not "${String(value)}".`);
}
