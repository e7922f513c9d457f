/** The API's limits. A variable of the same name sets each; 0 means no limit. */
export const API_LIMITS = {
  /** Registered users; beyond it 403 and the waitlist. */
  MAX_USERS: 1000,
  /** Without discovered ones. */
  MAX_DEVICES: 10,
  /** Adopted devices. */
  MAX_FOUND_DEVICES: 100,
  MAX_CHANNELS: 100,
  MAX_CREDENTIALS: 50,
  MAX_API_KEYS: 5,
  MAX_TOKENS: 50,
  MAX_WATCHES: 50,
  /** Where notices of watches go. */
  MAX_TARGETS: 10,
  /** Per device. */
  MAX_SCHEDULES: 20,
  /** Changes over REST a second and account; the burst is five times as many. */
  CHANGE_RATE: 10,
  /** Bytes of one export, before they are packed; beyond it 413. */
  MAX_EXPORT_BYTES: 268_435_456,
  /** Bytes of request bodies that an isolate holds at once, a quarter of them for one account or address: 503. */
  MAX_BODIES: 33_554_432,
  /** Seconds until a request body must have arrived: 408. */
  BODY_DEADLINE: 10,
} as const;

export type ApiLimits = { -readonly [K in keyof typeof API_LIMITS]: number };

/**
 * Returns the limits with the environment's variables on top of the defaults. Throws a sentence that names an invalid
 * one.
 */
export function apiLimits(variables: Record<string, unknown>): ApiLimits {
  const limits: ApiLimits = { ...API_LIMITS };
  for (const name of Object.keys(API_LIMITS) as (keyof ApiLimits)[]) {
    const given = variables[name];
    if (given === undefined || given === "") continue;
    const count = Number(given);
    if (!Number.isSafeInteger(count) || count < 0) {
      throw new Error(`${name} must be a whole number of 0 or more, not "${String(given)}".`);
    }
    limits[name] = count;
  }
  return limits;
}

/** Most bytes of an account's object: the platform's limit. */
export const MAX_STORAGE_BYTES = 10 * 1024 ** 3;
/** Bytes of a request body; beyond it 413. */
export const MAX_BODY_BYTES = 65_536;
/** UTF-8 bytes of a stored topic, prefix included. */
export const MAX_CHANNEL_TOPIC_BYTES = 200;
/** Grants per credential, and UTF-8 bytes of a stored filter. */
export const MAX_GRANTS = 50;
export const MAX_FILTER_BYTES = 200;
/** Longest overlap after a rotation, in which the previous password is accepted. Seconds. */
export const OVERLAP = { default: 86_400, max: 604_800 } as const;
export const MESSAGES_PAGE = { default: 50, max: 200 } as const;
export const EVENTS_PAGE = { default: 50, max: 100 } as const;
/** Hours of an event count, and devices in one response. */
export const EVENT_HOURS = { default: 24, max: 168, devices: 100 } as const;
/** Rows of an operator's list. */
export const OPERATOR_PAGE = { default: 20, max: 200 } as const;
export const PASSWORD_MIN_LENGTH = 8;
/** Bounds of `command_ttl` and `auto_off`. Seconds. */
export const COMMAND_TTL = { default: 86_400, max: 604_800 } as const;
export const MAX_AUTO_OFF = 86_400;
/** Seconds that a call waits for a device to take its command. */
export const MAX_SWITCH_WAIT = 10;
/** Seconds that a publish waits for acknowledgements. */
export const MAX_PUBLISH_WAIT = 10;
/**
 * Bytes of a stream that its reader has not taken, as written; of all streams of an account; and of all streams of an
 * isolate. Over it messages are dropped, and `event: gap` reports them.
 */
export const MAX_UNREAD = 524_288;
export const MAX_UNREAD_PER_ACCOUNT = 4_194_304;
export const MAX_UNREAD_ALL = 33_554_432;
/** Scopes per token, characters of its name, and its longest lifetime: ten years. Seconds. */
export const MAX_SCOPES = 32;
export const MAX_TOKEN_NAME = 100;
export const MAX_TOKEN_LIFETIME = 315_576_000;
/** Unexpired links per device. */
export const MAX_DEVICE_LINKS = 10;
/** Characters of a channel's name. */
export const MAX_CHANNEL_NAME = 100;
/** Characters of a series' name, path and unit. */
export const MAX_SERIES_NAME = 64;
export const MAX_SERIES_PATH = 200;
export const MAX_UNIT = 16;
/** Keys per device that lists show. */
export const MAX_SHOWN_VALUES = 2;
/** Values per device with a name or unit. */
export const MAX_VALUE_LABELS = 32;
/** Default length of a series query. Milliseconds. */
export const SERIES_SPAN = 86_400_000;
/** Characters of a device's name. */
export const MAX_DEVICE_NAME = 100;
/** Characters of a device's room. */
export const MAX_DEVICE_ROOM = 50;
/** Characters of a schedule's name. */
export const MAX_SCHEDULE_NAME = 100;
/** Grace period of a schedule: default and maximum. Seconds. */
export const GRACE = 600;
export const MAX_GRACE = 86_400;
/** Largest offset from sunrise or sunset. Seconds. */
export const MAX_SUN_OFFSET = 43_200;
/** Planned times that a preview shows. */
export const PREVIEWED = 3;
/** Characters of a watch's name, its targets, the longest duration of its condition, and the least interval of repeats. Seconds. */
export const MAX_WATCH_NAME = 100;
export const MAX_WATCH_TARGETS = 10;
export const MAX_WATCH_DURATION = 2_592_000;
export const MIN_NOTICE_REPEAT = 60;
/** Characters of a webhook's address, and of a push subscription's. */
export const MAX_TARGET_URL = 2000;
/** How long the previous secret of a webhook signs, too. Milliseconds. */
export const WEBHOOK_OVERLAP = 86_400_000;
