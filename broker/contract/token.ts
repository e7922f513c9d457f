/**
 * Bearer tokens: prefix `swt_` (token), `sws_` (login session), `swk_` (ticket of a stream), `swn_` (ticket of a notice)
 * or `swr_` (refresh token of an app), account id (22 digits of base62), secret (27), CRC-32 of all before it (6): 59
 * characters. Secret scanners can match the fixed form, and the
 * checksum rejects a mistyped token without a look-up.
 */

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const PREFIXES = {
  session: "sws_",
  token: "swt_",
  ticket: "swk_",
  notice: "swn_",
  refresh: "swr_",
} as const;
const PREFIX_LENGTH = 4;
const ACCOUNT_DIGITS = 22;
const CHECK_DIGITS = 6;
const FORM = /^sw[stknr]_[0-9A-Za-z]{55}$/;

function inBase62(number: bigint, digits: number): string {
  let text = "";
  for (let rest = number; text.length < digits; rest /= 62n) text = BASE62[Number(rest % 62n)] + text;
  return text;
}

const fromBase62 = (text: string): bigint =>
  [...text].reduce((number, digit) => number * 62n + BigInt(BASE62.indexOf(digit)), 0n);

/** CRC-32 as in zip: polynomial 0xEDB88320, reflected. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let at = 0; at < text.length; at++) {
    crc ^= text.charCodeAt(at);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** `secret`: 27 digits of base62. */
export function bearerOf(kind: keyof typeof PREFIXES, userId: string, secret: string): string {
  const body = PREFIXES[kind] + inBase62(BigInt(`0x${userId.replaceAll("-", "")}`), ACCOUNT_DIGITS) + secret;
  return body + inBase62(BigInt(crc32(body)), CHECK_DIGITS);
}

/** Whether the text has the prefix of a token, well-formed or not. */
export const isMeantAsToken = (text: string): boolean => text.startsWith(PREFIXES.token);

/** The same for the ticket of a notice. */
export const isMeantAsNoticeTicket = (text: string): boolean => text.startsWith(PREFIXES.notice);

/** Whether the text has the prefix of an app's refresh token. */
export const isMeantAsRefresh = (text: string): boolean => text.startsWith(PREFIXES.refresh);

/** Returns the account id of a token, or null when it is not well-formed. */
export const accountOfToken = (token: string): string | null =>
  isMeantAsToken(token) ? accountOfBearer(token) : null;

/** The same for any bearer token. */
export function accountOfBearer(token: string): string | null {
  if (!FORM.test(token)) return null;
  const body = token.slice(0, -CHECK_DIGITS);
  if (inBase62(BigInt(crc32(body)), CHECK_DIGITS) !== token.slice(-CHECK_DIGITS)) return null;
  const hex = fromBase62(body.slice(PREFIX_LENGTH, PREFIX_LENGTH + ACCOUNT_DIGITS)).toString(16);
  if (hex.length > 32) return null;
  const id = hex.padStart(32, "0");
  return [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20), id.slice(20)].join("-");
}

/** Whether a token is valid at this time. Milliseconds since 1970. */
export const isInForce = (
  { from = 0, until }: { from?: number; until: number | null },
  now: number,
): boolean => from <= now && (until === null || until > now);
