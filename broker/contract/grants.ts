/** Grants, views and profiles of credentials and accounts. */

import * as z from "zod";

/**
 * Account view: topics begin with `{userId}/`. Root view: the client's `x` is the account's `{userId}/x`, so that
 * software with fixed topics needs only host, port, user name and password.
 */
export const VIEWS = ["account", "root"] as const;
export type View = (typeof VIEWS)[number];

export const Grant = z.object({
  /** Below the account's root. `%c` stands for the client id, `%u` for the user name. */
  filter: z.string(),
  publish: z.boolean(),
  subscribe: z.boolean(),
});
export type Grant = z.infer<typeof Grant>;

/** All of MQTT, or QoS 0 and 1 without retained messages. */
export const PROFILES = ["full", "classic"] as const;
export type ProfileName = (typeof PROFILES)[number];
