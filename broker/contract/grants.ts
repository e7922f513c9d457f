/** Grants, views and profiles of credentials and accounts. */

/**
 * Account view: topics begin with `{userId}/`. Root view: the client's `x` is the account's `{userId}/x`, so that
 * software with fixed topics needs only host, port, user name and password.
 */
export const VIEWS = ["account", "root"] as const;
export type View = (typeof VIEWS)[number];

export interface Grant {
  /** Below the account's root. `%c` stands for the client id, `%u` for the user name. */
  filter: string;
  publish: boolean;
  subscribe: boolean;
}

/** All of MQTT, or QoS 0 and 1 without retained messages. */
export const PROFILES = ["full", "classic"] as const;
export type ProfileName = (typeof PROFILES)[number];
