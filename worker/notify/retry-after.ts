/** PURE. The header Retry-After (RFC 9110, 10.2.3): seconds, or a date in one of the three forms of RFC 9110, 5.6.7. */

const IMF_FIXDATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
/** Obsolete, and to be accepted: `Sunday, 06-Nov-94 08:49:37 GMT`. */
const RFC_850 = /^[A-Z][a-z]{5,8}, (\d{2})-([A-Z][a-z]{2})-(\d{2}) (\d{2}:\d{2}:\d{2}) GMT$/;
/** Obsolete, and to be accepted: `Sun Nov  6 08:49:37 1994`. */
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/** Longer waits have no meaning for a notice. Milliseconds. */
const LONGEST = 7 * 86_400_000;

/** How long to wait, in milliseconds; 0 for a moment that has passed, and for a header that is missing or not valid. */
export function retryAfterMs(header: string | null, now: number): number {
  const text = header?.trim() ?? "";
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : dateOf(text, now) - now;
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), LONGEST);
}

/** Milliseconds since 1970; NaN for text that is no date. */
function dateOf(text: string, now: number): number {
  if (IMF_FIXDATE.test(text)) return Date.parse(text);
  if (ASCTIME.test(text)) return Date.parse(`${text} GMT`);
  const [, day, month, year, time] = RFC_850.exec(text) ?? [];
  if (year === undefined) return Number.NaN;
  const century = Math.floor(new Date(now).getUTCFullYear() / 100) * 100;
  const at = (full: number) => Date.parse(`${day} ${month} ${full} ${time} GMT`);
  const date = at(century + Number(year));
  // RFC 9110, 5.6.7: more than 50 years in the future is the most recent year in the past with these digits
  return date - now > 50 * 366 * 86_400_000 ? at(century - 100 + Number(year)) : date;
}
