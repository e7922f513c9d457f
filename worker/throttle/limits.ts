/**
 * The rate limits of calls: one row a throttle; all of its rules apply. Calls answered with 429 do not count, all
 * others do.
 */

import type { ThrottleName } from "../contract/endpoint.ts";

/** Throttles of API calls, of the broker's entry points, and of what only some calls cause. */
export type CountedName =
  | ThrottleName
  | "known-browser"
  | "letter"
  | "mcp"
  | "mqtt-login"
  | "mqtt-login-name"
  | "notice-letter"
  | "oauth-register"
  | "operator-key"
  | "token";

export interface ThrottleRule {
  /** `pair`: an email from one address. `network`: an address, or the whole IPv6 network of a customer. */
  by: "pair" | "email" | "address" | "network" | "account" | "name";
  limit: number;
  windowMs: number;
}

/** E-mails of an account's watches. */
export const NOTICE_LETTERS_A_DAY = 20;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A workshop of thirty people shares one address. */
export const THROTTLES = {
  // One address's guesses lock nobody out, but all together are bounded.
  login: [
    { by: "pair", limit: 10, windowMs: MINUTE },
    { by: "address", limit: 60, windowMs: MINUTE },
    { by: "email", limit: 60, windowMs: MINUTE },
  ],
  // A signature is no password that can be guessed: only the work is bounded.
  "passkey-login": [{ by: "address", limit: 60, windowMs: MINUTE }],
  "passkey-challenge": [{ by: "address", limit: 120, windowMs: MINUTE }],
  // Applies when the rules above refuse a browser that has logged in before.
  "known-browser": [{ by: "name", limit: 10, windowMs: MINUTE }],
  register: [{ by: "network", limit: 100, windowMs: HOUR }],
  // Emails per recipient are limited by `letter`.
  "forgot-password": [
    { by: "pair", limit: 5, windowMs: HOUR },
    { by: "address", limit: 30, windowMs: HOUR },
  ],
  "reset-password": [{ by: "address", limit: 20, windowMs: MINUTE }],
  "validate-reset-token": [{ by: "address", limit: 20, windowMs: MINUTE }],
  "verify-email": [{ by: "address", limit: 20, windowMs: MINUTE }],
  "undo-email": [{ by: "address", limit: 20, windowMs: MINUTE }],
  // All three need the password: a stolen session must not guess it.
  "update-user": [{ by: "account", limit: 10, windowMs: HOUR }],
  "delete-user": [{ by: "account", limit: 10, windowMs: HOUR }],
  // Reads all that an account has, and the page's call needs the password.
  export: [{ by: "account", limit: 10, windowMs: HOUR }],
  // A stolen session must not push the owner's events out of the security log.
  import: [{ by: "account", limit: 30, windowMs: HOUR }],
  "change-password": [{ by: "account", limit: 10, windowMs: HOUR }],
  "create-passkey": [{ by: "account", limit: 10, windowMs: HOUR }],
  verification: [{ by: "account", limit: 20, windowMs: HOUR }],
  // For each purpose of an e-mail: `mail/outbox.ts`.
  letter: [
    { by: "email", limit: 5, windowMs: HOUR },
    { by: "account", limit: 20, windowMs: HOUR },
  ],
  // Notices of watches and tests of targets: they use up no other e-mail.
  "notice-letter": [{ by: "account", limit: NOTICE_LETTERS_A_DAY, windowMs: 24 * HOUR }],
  mcp: [{ by: "account", limit: 60, windowMs: MINUTE }],
  // May fetch the document of a client.
  authorize: [{ by: "account", limit: 60, windowMs: HOUR }],
  // Anybody may register a client, and each is a row.
  "oauth-register": [{ by: "network", limit: 20, windowMs: HOUR }],
  "device-link": [{ by: "address", limit: 60, windowMs: MINUTE }],
  waitlist: [{ by: "network", limit: 60, windowMs: HOUR }],
  // Failed ones only; the account's own address is counted separately.
  "mqtt-login": [{ by: "address", limit: 60, windowMs: MINUTE }],
  "mqtt-login-name": [{ by: "name", limit: 10, windowMs: MINUTE }],
  // Wrong ones only.
  "operator-key": [{ by: "address", limit: 10, windowMs: MINUTE }],
  token: [{ by: "address", limit: 60, windowMs: MINUTE }],
} as const satisfies Record<CountedName, readonly ThrottleRule[]>;

/** Above every rule: the calls of an address per minute beyond which not even the logs are asked. */
export const SHIELD = { limit: 300, periodSeconds: 60 } as const;
