/** The API's limits: one row each, settable by a variable of that name; 0 means no limit. */
export const API_LIMITS = {
  /** Registered people; beyond it 403 and the waitlist. */
  MAX_USERS: 1000,
  /** Without discovered ones. */
  MAX_DEVICES: 10,
  /** Discovered devices that are adopted. */
  MAX_FOUND_DEVICES: 100,
  MAX_CHANNELS: 100,
  MAX_CREDENTIALS: 50,
  MAX_API_KEYS: 5,
  MAX_TOKENS: 50,
  /** Of one device. */
  MAX_SCHEDULES: 20,
  /** Changes over REST a second and account; a burst may have five times as many. */
  CHANGE_RATE: 10,
} as const;

export type ApiLimits = { -readonly [K in keyof typeof API_LIMITS]: number };

/** The limits with the variables of an environment laid over the defaults. Throws a sentence that names a bad one. */
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

/** Bytes that an account's object may hold: the platform's own limit. */
export const MAX_STORAGE_BYTES = 10 * 1024 ** 3;
/** Bytes of a request body; beyond it 413. */
export const MAX_BODY_BYTES = 65_536;
/** UTF-8 bytes of a stored topic, prefix included. */
export const MAX_CHANNEL_TOPIC_BYTES = 200;
/** Grants of one credential, and UTF-8 bytes of a stored filter. */
export const MAX_GRANTS = 50;
export const MAX_FILTER_BYTES = 200;
/** Seconds for which the password before a rotation is as good as the new one. */
export const OVERLAP = { default: 86_400, max: 604_800 } as const;
/** Messages of a page. */
export const MESSAGES_PAGE = { default: 50, max: 200 } as const;
/** Rows of an events page. */
export const EVENTS_PAGE = { default: 50, max: 100 } as const;
/** Hours in which events are counted, and the devices of one such answer. */
export const EVENT_HOURS = { default: 24, max: 168, devices: 100 } as const;
/** Rows of an operator's list. */
export const OPERATOR_PAGE = { default: 20, max: 200 } as const;
export const PASSWORD_MIN_LENGTH = 8;
/** Seconds: how long a command waits for a device that is away, and after how long it is switched off. */
export const COMMAND_TTL = { default: 86_400, max: 604_800 } as const;
export const MAX_AUTO_OFF = 86_400;
/** Seconds that a call waits for a device to take its command. */
export const MAX_SWITCH_WAIT = 10;
/** Seconds that a publish waits for acknowledgements. */
export const MAX_PUBLISH_WAIT = 10;
/** Scopes of one token, characters of its name, and seconds until one expires at the latest: ten years. */
export const MAX_SCOPES = 32;
export const MAX_TOKEN_NAME = 100;
export const MAX_TOKEN_LIFETIME = 315_576_000;
/** Links of one device that have not expired. */
export const MAX_DEVICE_LINKS = 10;
/** Characters of a channel's name. */
export const MAX_CHANNEL_NAME = 100;
/** Characters of what a series is called, of where its number stands in a message, and of its unit. */
export const MAX_SERIES_NAME = 64;
export const MAX_SERIES_PATH = 200;
export const MAX_UNIT = 16;
/** Values of a device that lists show. */
export const MAX_SHOWN_VALUES = 2;
/** Values of a device that have a name or a unit of their own. */
export const MAX_VALUE_LABELS = 32;
/** Milliseconds of a series, where nobody says from when. */
export const SERIES_SPAN = 86_400_000;
/** Characters of a device's name. */
export const MAX_DEVICE_NAME = 100;
/** Characters of a schedule's name. */
export const MAX_SCHEDULE_NAME = 100;
/** Seconds that a schedule may be late and runs all the same: where nothing is said, and at most. */
export const GRACE = 600;
export const MAX_GRACE = 86_400;
/** Seconds from what the sun does. */
export const MAX_SUN_OFFSET = 43_200;
/** Times that a schedule is shown before it is made. */
export const PREVIEWED = 3;
