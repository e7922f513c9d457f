/** Syntax of topic names and topic filters, and matching. */

/** At least one character, no wildcard, no U+0000 [MQTT-4.7.3-1] [MQTT-4.7.3-2] [MQTT-4.7.1-1]. */
export function isTopicName(topic: string): boolean {
  return topic !== "" && !topic.includes("+") && !topic.includes("#") && !topic.includes("\0");
}

/**
 * `#` stands alone in the last level [MQTT-4.7.1-1], in 3.1.1 [MQTT-4.7.1-2]; `+` alone in any level
 * [MQTT-4.7.1-2], in 3.1.1 [MQTT-4.7.1-3].
 */
export function isTopicFilter(filter: string): boolean {
  if (filter === "" || filter.includes("\0")) return false;
  const hash = filter.indexOf("#");
  if (hash >= 0 && (hash !== filter.length - 1 || (hash > 0 && filter[hash - 1] !== "/"))) return false;
  for (let at = filter.indexOf("+"); at >= 0; at = filter.indexOf("+", at + 1)) {
    if (at > 0 && filter[at - 1] !== "/") return false;
    if (at < filter.length - 1 && filter[at + 1] !== "/") return false;
  }
  return true;
}

export const levels = (topic: string): string[] => topic.split("/");

/** Returns the levels before the first wildcard: every matching topic begins with them. */
export function literalPart(filter: string): string {
  const names = levels(filter);
  const wildcard = names.findIndex((level) => level === "+" || level === "#");
  return wildcard < 0 ? filter : names.slice(0, wildcard).join("/");
}

/** Whether a well-formed filter matches a topic name. A shared subscription is matched by the filter inside it. */
export function matches(filter: string, topic: string): boolean {
  const wanted = levels(filter);
  const given = levels(topic);
  // [MQTT-4.7.2-1] a leading wildcard never matches a topic that begins with $
  if (topic.startsWith("$") && (wanted[0] === "+" || wanted[0] === "#")) return false;
  for (let at = 0; at < wanted.length; at++) {
    if (wanted[at] === "#") return true;
    if (at >= given.length) return false;
    if (wanted[at] !== "+" && wanted[at] !== given[at]) return false;
  }
  return wanted.length === given.length;
}

/**
 * [MQTT-4.7.2-1] in root view: a leading wildcard does not match a topic that begins with $ behind the prefix. `root`
 * is empty in account view.
 */
export const isHidden = (root: string, filter: string, topic: string): boolean =>
  root !== "" && topic[root.length] === "$" && (filter[root.length] === "#" || filter[root.length] === "+");

/** Whether `wide` matches each topic that `narrow` matches; false where only a longer look would show it. */
export function covers(wide: string, narrow: string): boolean {
  const isOpen = narrow.endsWith("#");
  if (isOpen && (!wide.endsWith("#") || levels(wide).length > levels(narrow).length)) return false;
  return matches(wide, narrow);
}

/** Whether some topic matches both well-formed filters. */
export function overlap(one: string, other: string): boolean {
  const [a, b] = [levels(one), levels(other)];
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    // `#` matches its parent level, too
    if (a[at] === "#" || b[at] === "#") return true;
    if (a[at] === undefined || b[at] === undefined) return false;
    if (a[at] !== b[at] && a[at] !== "+" && b[at] !== "+") return false;
  }
  return true;
}

const SHARE = "$share/";

export const SHARED_SYNTAX =
  "A shared subscription is $share/{group}/{filter}, without wildcards in the group.";

/**
 * Parses `$share/{group}/{filter}`. Returns null for a filter that is not shared, `invalid` without a group or filter,
 * or with a wildcard in the group [MQTT-4.8.2-1] [MQTT-4.8.2-2].
 */
export function parseShared(filter: string): { group: string; filter: string } | null | "invalid" {
  if (!filter.startsWith(SHARE)) return filter === "$share" ? "invalid" : null;
  const slash = filter.indexOf("/", SHARE.length);
  if (slash < 0) return "invalid";
  const group = filter.slice(SHARE.length, slash);
  const inner = filter.slice(slash + 1);
  return isTopicName(group) && isTopicFilter(inner) ? { group, filter: inner } : "invalid";
}

/** Returns the filter, or the filter inside a shared one; null when that is invalid. */
export function unshared(filter: string): string | null {
  const shared = parseShared(filter);
  if (shared === "invalid") return null;
  return shared === null ? filter : shared.filter;
}
