/** `/.well-known/security.txt` (RFC 9116): where people report a security fault. */

import { apiUrl, appUrl, type Env, settings } from "../env.ts";
import { noSecurityContact } from "../errors.ts";

export const SECURITY_TEXT_PATH = "/.well-known/security.txt";

const DAY_MS = 86_400_000;
/** Section 2.5.5 recommends less than a year. */
const VALID_DAYS = 180;

export function securityText(env: Env, now: number): Response {
  const contact = settings(env).securityContact;
  if (contact === null) throw noSecurityContact();
  // Midnight, so that the file of a day is the same for everyone.
  const expires = new Date((Math.floor(now / DAY_MS) + VALID_DAYS) * DAY_MS);
  const addresses = new Set([appUrl(env), apiUrl(env)].filter((url) => url?.startsWith("https:")));
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString().replace(".000", "")}`,
    "Preferred-Languages: en",
    ...Array.from(addresses, (url) => `Canonical: ${url}${SECURITY_TEXT_PATH}`),
  ];
  return new Response(`${lines.join("\n")}\n`, { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
