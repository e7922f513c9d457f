/**
 * PURE. The ACL file of a Mosquitto as grants (mosquitto.conf(5), "acl_file"). Mosquitto decides about a message in
 * this order: `deny` lines of the user, other lines of the user, `deny` patterns, other patterns. Grants only give, so
 * a right that a `deny` line touches is left out whole: nobody has more rights than before.
 */

import type { Grant } from "../../broker/contract/grants.ts";

interface Line {
  /** As it stands in the file, for sentences. */
  text: string;
  filter: string;
  publish: boolean;
  subscribe: boolean;
}

interface Lines {
  given: Line[];
  denied: Line[];
}

export interface AclRules {
  byUser: Map<string, Lines>;
  /** Lines for every user. */
  patterns: Lines;
  /** Sentences about lines that are left out. */
  notes: string[];
}

export interface AclOptions {
  /** Mosquitto 2.1 replaces `%u` and `%c` only where they are a whole level; 2.0 replaced them everywhere. */
  wholeLevelsOnly: boolean;
  /** `use_username_as_clientid`: a client's id is its user name. */
  clientIdIsUsername: boolean;
}

const ACCESS: Record<string, Pick<Grant, "publish" | "subscribe">> = {
  read: { publish: false, subscribe: true },
  write: { publish: true, subscribe: false },
  readwrite: { publish: true, subscribe: true },
  deny: { publish: false, subscribe: false },
};

const noLines = (): Lines => ({ given: [], denied: [] });

/** A word and the rest of each line that is not empty and no comment. */
export const linesOf = (text: string): [word: string, rest: string][] =>
  text.split(/\r?\n/).flatMap((line): [string, string][] => {
    const [, word = "", rest = ""] = /^\s*(\S+)(?:\s+(.*?))?\s*$/.exec(line) ?? [];
    return word === "" || word.startsWith("#") ? [] : [[word, rest]];
  });

export function readAcl(acl: string, options: AclOptions): AclRules {
  const rules: AclRules = { byUser: new Map(), patterns: noLines(), notes: [] };
  // lines before the first user are for clients without a user name
  let lines: Lines | null = null;
  for (const [word, rest] of linesOf(acl)) {
    if (word === "user") {
      lines = rules.byUser.get(rest) ?? noLines();
      rules.byUser.set(rest, lines);
      continue;
    }
    const text = `${word} ${rest}`;
    const line = word === "topic" || word === "pattern" ? lineOf(text, rest, word, options) : UNKNOWN;
    const into = word === "pattern" ? rules.patterns : lines;
    if (typeof line === "string") rules.notes.push(`ACL line "${text}"${line}`);
    else if (into === null)
      rules.notes.push(`ACL line "${text}": clients without a user name cannot connect here.`);
    else (line.publish || line.subscribe ? into.given : into.denied).push(line);
  }
  return rules;
}

const UNKNOWN = " is not known: it is left out.";

/** Returns the line, or the rest of a sentence that says why it is left out. */
function lineOf(
  text: string,
  rest: string,
  word: "topic" | "pattern",
  { wholeLevelsOnly, clientIdIsUsername }: AclOptions,
): Line | string {
  const [, first = "", after = ""] = /^(\S+)(?:\s+(.*))?$/.exec(rest) ?? [];
  const access = after === "" ? ACCESS.readwrite : ACCESS[first];
  if (access === undefined) return UNKNOWN;
  const topic = after === "" ? first : after;
  const isDenial = !access.publish && !access.subscribe;
  if (topic.startsWith("$") && !isDenial) return ": topics of the broker itself do not exist here.";
  const levels = topic.split("/");
  const isText = (level: string): boolean =>
    word === "topic" || (wholeLevelsOnly && level !== "%u" && level !== "%c");
  if (!isDenial && levels.some((level) => /%[cu]/.test(level) && isText(level))) {
    return ": %c and %u stand for names here, and the line means them as text.";
  }
  const filter = clientIdIsUsername && word === "pattern" ? topic.replaceAll("%c", "%u") : topic;
  return { text, filter, ...access };
}

/** What a user may do, and a sentence for each right that a `deny` line takes. */
export function rightsOf(
  username: string,
  { byUser, patterns }: AclRules,
): { grants: Grant[]; notes: string[] } {
  const own = byUser.get(username) ?? noLines();
  // Mosquitto ignores patterns for names with wildcards
  const shared = /[+#]/.test(username) ? noLines() : patterns;
  const notes: string[] = [];
  const untouched = (line: Line, denied: readonly Line[]): boolean => {
    const taking = denied.find((each) => overlaps(widest(line, username), widest(each, username)));
    if (taking === undefined) return true;
    notes.push(
      `User "${username}": the right of "${line.text}" is left out, because "${taking.text}" takes a part of it ` +
        "and rights are only given here. Give the rest to its credential by hand.",
    );
    return false;
  };
  const given = [
    ...own.given.filter((line) => untouched(line, own.denied)),
    ...shared.given.filter((line) => untouched(line, [...own.denied, ...shared.denied])),
  ];
  return { grants: joined(given), notes };
}

/** One grant for each filter. */
function joined(lines: readonly Line[]): Grant[] {
  const byFilter = Map.groupBy(lines, ({ filter }) => filter);
  return [...byFilter].map(([filter, same]) => ({
    filter,
    publish: same.some(({ publish }) => publish),
    subscribe: same.some(({ subscribe }) => subscribe),
  }));
}

/** The levels of a line for a user. A client id is not known, and may have levels of its own. */
function widest({ filter, text }: Line, username: string): string[] {
  if (!text.startsWith("pattern")) return filter.split("/");
  const levels = filter.replaceAll("%u", () => username).split("/");
  const unknown = levels.findIndex((level) => level.includes("%c"));
  return unknown < 0 ? levels : [...levels.slice(0, unknown), "#"];
}

/** Whether a topic exists that both filters match. `#` matches the level above it, too [MQTT-4.7.1-2]. */
export function overlaps(one: readonly string[], other: readonly string[]): boolean {
  const [[first, ...rest], [second, ...others]] = [one, other];
  if (first === "#" || second === "#") return true;
  if (first === undefined || second === undefined) return first === second;
  return (first === second || first === "+" || second === "+") && overlaps(rest, others);
}
