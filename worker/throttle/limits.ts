/** Who may call how often: one row a throttle, all of its rules hold. Calls answered 429 do not count, all others do. */

import type { ThrottleName } from "../contract/endpoints.ts";

/** Those of the API's calls, and those of the broker's doors. */
export type CountedName = ThrottleName | "mqtt-login" | "mqtt-login-name";

export interface ThrottleRule {
  by: "email" | "address" | "name";
  limit: number;
  windowMs: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A workshop of thirty people shares one address. */
export const THROTTLES = {
  login: [
    { by: "email", limit: 10, windowMs: MINUTE },
    { by: "address", limit: 60, windowMs: MINUTE },
  ],
  register: [{ by: "address", limit: 100, windowMs: HOUR }],
  "forgot-password": [
    { by: "email", limit: 5, windowMs: HOUR },
    { by: "address", limit: 30, windowMs: HOUR },
  ],
  "reset-password": [{ by: "address", limit: 20, windowMs: MINUTE }],
  "validate-reset-token": [{ by: "address", limit: 20, windowMs: MINUTE }],
  "device-link": [{ by: "address", limit: 60, windowMs: MINUTE }],
  waitlist: [{ by: "address", limit: 60, windowMs: HOUR }],
  // Failed ones only; the account's own address counts for itself.
  "mqtt-login": [{ by: "address", limit: 60, windowMs: MINUTE }],
  "mqtt-login-name": [{ by: "name", limit: 10, windowMs: MINUTE }],
} as const satisfies Record<CountedName, readonly ThrottleRule[]>;

/** Beyond every rule above: what one address may ask for in a minute before the logs themselves are spared. */
export const SHIELD = { limit: 300, periodSeconds: 60 } as const;
