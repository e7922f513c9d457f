/** Who may call how often: one row a throttle, all of its rules hold. Calls answered 429 do not count, all others do. */

import type { ThrottleName } from "../contract/endpoints.ts";

/** Those of the API's calls, those of the broker's doors, and what only some calls come to. */
export type CountedName =
  | ThrottleName
  | "known-browser"
  | "letter"
  | "mqtt-login"
  | "mqtt-login-name"
  | "operator-key"
  | "token";

export interface ThrottleRule {
  /** `pair`: an e-mail as it is named from one address. `network`: an address, of IPv6 all that one customer may hold. */
  by: "pair" | "email" | "address" | "network" | "account" | "name";
  limit: number;
  windowMs: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A workshop of thirty people shares one address. */
export const THROTTLES = {
  // Nobody's guesses keep others from their account, but all of them together are bounded.
  login: [
    { by: "pair", limit: 10, windowMs: MINUTE },
    { by: "address", limit: 60, windowMs: MINUTE },
    { by: "email", limit: 60, windowMs: MINUTE },
  ],
  // Asked where the rules above refuse somebody who logged in there before.
  "known-browser": [{ by: "name", limit: 10, windowMs: MINUTE }],
  register: [{ by: "network", limit: 100, windowMs: HOUR }],
  // How many letters one address gets, whoever asks, is the affair of `letter`.
  "forgot-password": [
    { by: "pair", limit: 5, windowMs: HOUR },
    { by: "address", limit: 30, windowMs: HOUR },
  ],
  "reset-password": [{ by: "address", limit: 20, windowMs: MINUTE }],
  "validate-reset-token": [{ by: "address", limit: 20, windowMs: MINUTE }],
  "verify-email": [{ by: "address", limit: 20, windowMs: MINUTE }],
  "undo-email": [{ by: "address", limit: 20, windowMs: MINUTE }],
  // Both ask for the password: nobody who found a session may guess at it.
  "update-user": [{ by: "account", limit: 10, windowMs: HOUR }],
  "delete-user": [{ by: "account", limit: 10, windowMs: HOUR }],
  verification: [{ by: "account", limit: 20, windowMs: HOUR }],
  letter: [
    { by: "email", limit: 5, windowMs: HOUR },
    { by: "account", limit: 20, windowMs: HOUR },
  ],
  "device-link": [{ by: "address", limit: 60, windowMs: MINUTE }],
  waitlist: [{ by: "network", limit: 60, windowMs: HOUR }],
  // Failed ones only; the account's own address counts for itself.
  "mqtt-login": [{ by: "address", limit: 60, windowMs: MINUTE }],
  "mqtt-login-name": [{ by: "name", limit: 10, windowMs: MINUTE }],
  // Wrong ones only.
  "operator-key": [{ by: "address", limit: 10, windowMs: MINUTE }],
  token: [{ by: "address", limit: 60, windowMs: MINUTE }],
} as const satisfies Record<CountedName, readonly ThrottleRule[]>;

/** Beyond every rule above: what one address may ask for in a minute before the logs themselves are spared. */
export const SHIELD = { limit: 300, periodSeconds: 60 } as const;
