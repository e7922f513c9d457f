/**
 * The broker's limits: one row each, settable by a variable of that name.
 * 0 means no limit, except for rows whose unit is a protocol maximum (`qos`), where 0 is a value.
 * What a limit answers is said where it is checked, with its reason from `session/reason.ts`.
 */
export const BROKER_LIMITS = {
  /** Highest QoS offered: 0, 1 or 2. An account whose profile is `classic` is offered 1 at most. */
  MQTT_MAX_QOS: 2,
  /** Retained messages. An account whose profile is `classic` has none. */
  MQTT_RETAIN: true,
  /** Bytes of one packet, fixed header included; advertised. Over it: 0x95, or close. A CONNECT has at most 65,536. */
  MQTT_MAX_PACKET_SIZE: 1_048_576,
  /** UTF-8 bytes of a topic name or filter. Over it: 0x90, or close; for a filter 0x8F, or 0x80 in the SUBACK. */
  MQTT_MAX_TOPIC_BYTES: 512,
  MQTT_MAX_TOPIC_LEVELS: 16,
  /** UTF-8 bytes. Over it: 0x85, or return code 2. */
  MQTT_MAX_CLIENT_ID_BYTES: 256,
  /** Subscriptions of one session. Over it: 0x97, or 0x80 in the SUBACK. */
  MQTT_MAX_SUBSCRIPTIONS: 5000,
  /** Connections of one account, shared by logins: one has at most as many as it leaves to all others. Over it: 0x97, or return code 3. */
  MQTT_MAX_CONNECTIONS: 1000,
  /** Seconds from the open socket to a CONNECT. */
  MQTT_CONNECT_DEADLINE: 10,
  /** CONNECTs a minute and client id. Over it: 0x9F, or return code 3. */
  MQTT_CONNECT_RATE: 60,
  /** Messages a second and account, with a burst of four seconds' worth; one connection may use half. */
  MQTT_PUBLISH_RATE: 1000,
  /** Bytes of PUBLISH packets a second and account, with a burst of sixteen seconds' worth; one connection may use half. */
  MQTT_PUBLISH_BYTES: 1_048_576,
  /**
   * Events a second and device that are told one by one, five times as many an account, with a burst of ten seconds'
   * worth. Over it those of ten seconds become one, with `count`.
   */
  EVENT_RATE: 10,
  /**
   * Series that an account keeps: keys of devices' telemetry, and channels that are one. A device has at most 32, and at
   * most as many as it leaves to all others. What is beyond is delivered, and kept nowhere.
   */
  MAX_SERIES: 100,
  /**
   * Rows and index entries that an account's object writes on a day (UTC). Over it what has to be written down is refused
   * until the next day: 0x97, or close; over REST 503. Messages at QoS 0 reach who is there.
   */
  MAX_ROWS_A_DAY: 1_000_000,
  /** Events that an account keeps, and for how many days: the oldest go. */
  MAX_EVENTS: 100_000,
  EVENT_RETENTION_DAYS: 30,
  /**
   * Filters of SUBSCRIBE and UNSUBSCRIBE a second and account, with a burst of forty seconds' worth; one session may use
   * half. Over it: 0x97, or 0x80 in the SUBACK; who goes on is sent away.
   */
  MQTT_SUBSCRIBE_RATE: 500,
  /**
   * Frames a second and connection, with a burst of four seconds' worth, or of one until its CONNECT is accepted; counted
   * before a frame is looked into.
   */
  MQTT_FRAME_RATE: 2000,
  /** QoS 1 and 2 messages that a client may have unacknowledged; advertised. */
  MQTT_RECEIVE_MAXIMUM: 32,
  /** Topic aliases a connection and direction, up to 1,000; advertised. */
  MQTT_TOPIC_ALIAS_MAXIMUM: 16,
  /** Unacknowledged messages to one session, or the client's receive maximum if that is lower. */
  MQTT_MAX_INFLIGHT: 32,
  /**
   * Messages waiting for one session: the oldest go. The bytes of a session (1 MiB) and an account (16 MiB) scale with
   * it; the account's are shared by principals. What has no room: 0x97, or close.
   */
  MQTT_MAX_QUEUED: 1000,
  /**
   * Retained messages of one account. Their bytes (64 MiB) scale with it. Both are shared by the logins that wrote them:
   * one has at most as much as it leaves to all others. Over it: 0x97, or passed on unretained.
   */
  MQTT_MAX_RETAINED: 10_000,
  /** Seconds. A longer session expiry is lowered and told in CONNACK. */
  MQTT_MAX_SESSION_EXPIRY: 86_400,
  /** Sessions kept offline for one account; the oldest of the principal that keeps the most ends. */
  MQTT_MAX_SESSIONS: 100,
  /**
   * Bytes not yet taken by one connection: QoS 0 is dropped beyond it, then the connection ends with 0x97. Not counted
   * where `MQTT_PUBLISH_RATE` is 0: then a reader that says nothing cannot be told from one that has stopped.
   */
  MQTT_MAX_UNSENT: 524_288,
  /** A device's own session gets its control messages at QoS 1 even when they are published at QoS 0. */
  MQTT_UPGRADE_CONTROL: true,
} as const;

export type BrokerLimitName = keyof typeof BROKER_LIMITS;
export type BrokerLimits = {
  [K in BrokerLimitName]: (typeof BROKER_LIMITS)[K] extends boolean ? boolean : number;
};

/** Those of which an account may have its own. */
export const OWN_LIMITS = [
  ...["MQTT_MAX_CONNECTIONS", "MQTT_MAX_RETAINED", "MAX_EVENTS", "EVENT_RATE", "MAX_SERIES"],
  ...["MQTT_PUBLISH_RATE", "MQTT_PUBLISH_BYTES", "MQTT_SUBSCRIBE_RATE"],
] as const satisfies readonly BrokerLimitName[];
export type OwnLimits = Partial<Record<(typeof OWN_LIMITS)[number], number>>;

/** The limits with the variables of an environment laid over the defaults. Throws a sentence that names a bad one. */
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
