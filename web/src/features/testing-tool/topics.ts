import type { View } from "../../../../broker/contract/grants.ts";
import { displayTopic, storedTopic } from "../../../../broker/contract/topics.ts";

/** Adds the account's prefix unless the view does so. */
export const sentTopic = (view: View, userId: string, topic: string): string =>
  view === "root" ? displayTopic(userId, topic) : storedTopic(userId, topic);

export const HINTS: Record<View, string> = {
  account: "Your user ID is added in front.",
  root: "Sent as it is: this connection needs no user ID in front.",
};

/** Wildcards are for subscriptions. White space is removed. */
export const asTopic = (typed: string): string => typed.replace(/[+#\s]/gu, "");
export const asFilter = (typed: string): string => typed.replace(/\s/gu, "");

/** `+` must fill its level, `#` must be the last level [MQTT-4.7.1-1, 4.7.1-2]. */
export function isWellFormed(filter: string): boolean {
  const levels = filter.split("/");
  return levels.every(
    (level, at) =>
      level === "+" || (level === "#" && at === levels.length - 1) || (level !== "" && !/[+#]/.test(level)),
  );
}

export const hasWildcard = (filter: string): boolean => /[+#]/.test(filter);

export function matches(filter: string, topic: string): boolean {
  const wanted = filter.split("/");
  const levels = topic.split("/");
  for (const [at, level] of wanted.entries()) {
    // `a/#` also matches `a`.
    if (level === "#") return levels.length >= at;
    if (at >= levels.length || (level !== "+" && level !== levels[at])) return false;
  }
  return wanted.length === levels.length;
}

export const matchesOne = (filters: readonly string[], topic: string): boolean =>
  filters.some((filter) => matches(filter, topic));
