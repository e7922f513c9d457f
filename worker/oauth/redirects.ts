/** PURE. Redirect addresses of clients: which may be registered, and which one a request may name. */

import { MAX_REDIRECT } from "../contract/limits.ts";

/** A program on the person's computer listens on a port that it gets at the time (RFC 8252, 7.3). */
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(?=[/?]|$)/;

/** Schemes that run or show something in the browser instead of a program's own (RFC 8252, 7.1). */
const BROWSER_SCHEMES =
  /^(about|blob|chrome|content|data|file|filesystem|ftp|http|https|intent|jar|javascript|mailto|moz-extension|resource|sms|tel|vbscript|view-source|ws|wss):/i;
const PRIVATE_USE = /^[a-z][a-z\d+.-]*:\/[^\s]*$/;

/** Null for an address that a client may register; otherwise a sentence with the reason. */
export function redirectProblem(uri: string): string | null {
  if (uri.length > MAX_REDIRECT) return `A redirect address has at most ${MAX_REDIRECT} characters.`;
  if (!/^[!-~]+$/.test(uri) || !URL.canParse(uri))
    return "A redirect address is an absolute address in ASCII.";
  const url = new URL(uri);
  // RFC 6749, 3.1.2
  if (uri.includes("#")) return "A redirect address has no fragment.";
  if (url.username !== "" || url.password !== "") return "A redirect address has no user name or password.";
  if (/[\\"<>`]/.test(uri)) return "A redirect address has no quotes, brackets or backslashes.";
  if (/^https:\/\/[^/?]/.test(uri)) return null;
  if (LOOPBACK.test(uri)) return null;
  return PRIVATE_USE.test(uri) && !BROWSER_SCHEMES.test(uri)
    ? null
    : "A redirect address begins with https://, with a scheme of the program's own, or with http://127.0.0.1.";
}

/**
 * Compared as texts (RFC 9700, 2.1), without any normal form: another port, path, case or trailing dot is another
 * address. Only the port of a loopback address is free.
 */
export const isRedirectOf = (registered: readonly string[], uri: string): boolean =>
  redirectProblem(uri) === null &&
  registered.some((each) => each === uri || (LOOPBACK.test(each) && withoutPort(each) === withoutPort(uri)));

const withoutPort = (uri: string): string => uri.replace(LOOPBACK, "http://$1");

/** Where the browser goes with the answer, for a person: a host, or a program. */
export function returnsTo(uri: string): string {
  if (LOOPBACK.test(uri)) return "a program on this computer";
  const { protocol, host } = new URL(uri);
  return protocol === "https:" ? host : `the program for ${protocol}//`;
}

/** Adds parameters to the address as it was written. */
export function redirectWith(uri: string, parameters: Record<string, string | undefined>): string {
  const given = Object.entries(parameters).filter((each): each is [string, string] => each[1] !== undefined);
  const separator = uri.includes("?") ? "&" : "?";
  return `${uri}${separator}${new URLSearchParams(given)}`;
}
