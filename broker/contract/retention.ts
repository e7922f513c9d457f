/** How long the account's object stores what happens. `/privacy` shows these numbers. */

const DAY = 86_400_000;

/** Samples of a series, and the minute and hour buckets computed from them. Milliseconds. */
export const RETENTION_MS = { samples: 7 * DAY, minutes: 30 * DAY, hours: 730 * DAY } as const;
/** Notices of watches, and their number. */
export const NOTICE_RETENTION_MS = 30 * DAY;
export const MAX_NOTICES = 1000;
/** Rows of the refusal log. */
export const MAX_REFUSALS = 200;
/** The longest block of the block list. Milliseconds. */
export const LONGEST_BLOCK_MS = 15 * 60_000;
