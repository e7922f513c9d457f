/** How long the Worker stores what belongs to a login, and its own records. `/privacy` shows these numbers. Milliseconds. */

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
