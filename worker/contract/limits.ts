/** Fixed bounds of the API. Limits that a variable sets are in `api-limits.ts`. */

// How long the Worker stores what belongs to a login, and its own records. `/privacy` shows these numbers. Milliseconds.

const DAY = 86_400_000;

/** A session, independent of use. */
export const SESSION_LIFETIME_MS = 30 * DAY;
/** The cookie of a browser that has logged in before. */
export const KNOWN_BROWSER_MS = 180 * DAY;
/** An e-mail that was sent or given up. */
export const EMAIL_RETENTION_MS = DAY;
/** What an owner can look back on. */
export const SECURITY_RETENTION_MS = 90 * DAY;
/** The operators' audit log. */
export const AUDIT_RETENTION_MS = 365 * DAY;

/** Most bytes of an account's object: the platform's limit. */
export const MAX_STORAGE_BYTES = 10 * 1024 ** 3;
/** Bytes of a request body; beyond it 413. */
export const MAX_BODY_BYTES = 65_536;
/** Sentences of one error response, of all its fields, and characters of each: it repeats what was sent. */
export const MAX_ERROR_SENTENCES = 32;
export const MAX_ERROR_SENTENCE = 1000;
/** Bytes of a body that are dropped after its response was made, and the longest pause of its sender. Milliseconds. */
export const MAX_DROPPED_BYTES = 2_097_152;
export const BODY_STALL_MS = 1000;
/** UTF-8 bytes of a stored topic, prefix included. */
export const MAX_CHANNEL_TOPIC_BYTES = 200;
/** Grants per credential, and UTF-8 bytes of a stored filter. */
export const MAX_GRANTS = 50;
export const MAX_FILTER_BYTES = 200;
/** Longest overlap after a rotation, in which the previous password is accepted. Seconds. */
export const OVERLAP = { default: 86_400, max: 604_800 } as const;
export const MESSAGES_PAGE = { default: 50, max: 1000 } as const;
/** Bytes of each payload in a list of messages. */
export const MAX_PREVIEW = 65_536;
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
/** Seconds that a call waits for a device's reply. */
export const MAX_REPLY_WAIT = 10;
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
/** Characters of the owner's words for a guest. */
export const MAX_GUEST_NOTE = 300;
/** Devices of one guest. */
export const MAX_GUEST_DEVICES = 50;
/** How long an authorization code is valid, an access token, and an app since its last use. Milliseconds. */
export const CODE_LIFETIME_MS = 60_000;
export const ACCESS_LIFETIME_MS = 3_600_000;
export const APP_LIFETIME_MS = 90 * DAY;
/** How long a client that registered itself waits for its first use. */
export const UNUSED_CLIENT_MS = DAY;
/** Logins of an app, such as one on each computer, and an account's codes that wait for their use. */
export const MAX_APP_LOGINS = 5;
export const MAX_CODES = 20;
/** Clients that registered themselves and were never used, of the whole service. */
export const MAX_UNUSED_CLIENTS = 10_000;
/** Redirect addresses of a client, and characters of one, of a client's name, and of an authorization request. */
export const MAX_REDIRECTS = 10;
export const MAX_REDIRECT = 500;
export const MAX_CLIENT_NAME = 100;
export const MAX_AUTHORIZATION = 16_000;
/** Devices that an app is limited to. */
export const MAX_APP_DEVICES = 50;
/** Seconds that a client's metadata document may take. */
export const CLIENT_DOCUMENT_SECONDS = 5;
/** Passkeys of an account, and characters of their names. */
export const MAX_PASSKEYS = 10;
export const MAX_PASSKEY_NAME = 100;
/** Unexpired links per device. */
export const MAX_DEVICE_LINKS = 10;
/** Characters of a channel's name. */
export const MAX_CHANNEL_NAME = 100;
/** Series of a channel. */
export const MAX_CHANNEL_SERIES = 10;
/** Characters of a series' name, path and unit. */
export const MAX_SERIES_NAME = 64;
export const MAX_SERIES_PATH = 200;
export const MAX_UNIT = 16;
/** Keys per device that lists show. */
export const MAX_SHOWN_VALUES = 2;
/** Tiles per device on the dashboard: its own, and one for each of those keys. */
export const MAX_TILES = 1 + MAX_SHOWN_VALUES;
/** Values per device with a name or unit. */
export const MAX_VALUE_LABELS = 32;
/** Hours of one call that writes a series, and its bytes. */
export const MAX_SERIES_ROWS = 20_000;
export const MAX_SERIES_BYTES = 2_097_152;
/** Default length of a series query, and of one by days, weeks or months. Milliseconds. */
export const SERIES_SPAN = DAY;
export const PERIOD_SPAN = { day: 30 * DAY, week: 182 * DAY, month: 366 * DAY } as const;
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
/** Commands that a notice offers, and characters of the text on its button. */
export const MAX_WATCH_ACTIONS = 1;
export const MAX_ACTION_LABEL = 30;
/** Characters of a webhook's address, and of a push subscription's. */
export const MAX_TARGET_URL = 2000;
/** Characters of a token of Telegram or ntfy, and of a chat. */
export const MAX_TARGET_TOKEN = 100;
export const MAX_TARGET_CHAT = 40;
/** How long the previous secret of a webhook signs, too. Milliseconds. */
export const WEBHOOK_OVERLAP = 86_400_000;
