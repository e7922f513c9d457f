/** The API's limits: one row each, settable by a variable of that name; 0 means no limit. */
export const API_LIMITS = {
  /** Registered people; beyond it 403 and the waitlist. */
  MAX_USERS: 1000,
  MAX_DEVICES: 10,
  MAX_CHANNELS: 100,
  MAX_CREDENTIALS: 50,
  MAX_API_KEYS: 5,
  EVENT_RETENTION_DAYS: 30,
} as const;

/** Bytes of a request body; beyond it 413. */
export const MAX_BODY_BYTES = 65_536;
/** UTF-8 bytes of a stored topic, prefix included. */
export const MAX_CHANNEL_TOPIC_BYTES = 200;
/** Rows of an events page. */
export const EVENTS_PAGE = { default: 50, max: 100 } as const;
export const PASSWORD_MIN_LENGTH = 8;
