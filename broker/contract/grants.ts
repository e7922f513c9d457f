/** What a credential may be given beside its channels, and how its clients see the account's topics. */

/**
 * Account view: every topic begins with `{userId}/`. Root view: the client's `x` is the account's `{userId}/x`, so that
 * software whose topics are fixed needs nothing but host, port, user name and password.
 */
export const VIEWS = ["account", "root"] as const;
export type View = (typeof VIEWS)[number];

export interface Grant {
  /** Below the account's root. `%c` stands for the client id, `%u` for the user name. */
  filter: string;
  publish: boolean;
  subscribe: boolean;
}

/** What the broker offers an account: all of MQTT, or QoS 0 and 1 without retained messages. */
export const PROFILES = ["full", "classic"] as const;
export type ProfileName = (typeof PROFILES)[number];
