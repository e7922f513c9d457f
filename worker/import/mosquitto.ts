/** PURE. The users of a Mosquitto configuration as an account with credentials, and what it has that we lack. */

import type { Grant } from "../../broker/contract/grants.ts";
import { type AccountFile, type ExportedCredential, ImportError } from "./account-file.ts";

/** Texts of the files that a configuration names. Null: the configuration names none. */
export interface MosquittoFiles {
  passwords: string | null;
  acl: string | null;
}

export interface NamedFiles {
  password_file: string | null;
  acl_file: string | null;
  /** Sentences about settings that are not taken over. */
  notes: string[];
}

/** Settings that decide who may do what, and that an import cannot follow (mosquitto.conf(5)). */
const LACKING: Record<string, (value: string) => string | null> = {
  include_dir: (folder) => `include_dir: the files of ${folder} are not read; import each of them by itself.`,
  per_listener_settings: (value) =>
    value === "true" ? "per_listener_settings: the last password and ACL file are read for all." : null,
  allow_anonymous: (value) =>
    value === "true" ? "allow_anonymous: every client needs a credential here." : null,
  psk_file: () => "psk_file: clients with pre-shared keys need a credential.",
  plugin: (name) => `plugin: users of ${name} are not read.`,
  auth_plugin: (name) => `auth_plugin: users of ${name} are not read.`,
  global_plugin: (name) => `global_plugin: users of ${name} are not read.`,
  connection: (name) => `connection: the bridge ${name} is not taken over; connect it as a client.`,
  use_identity_as_username: () => "use_identity_as_username: client certificates are no logins here.",
  use_subject_as_username: () => "use_subject_as_username: client certificates are no logins here.",
  use_username_as_clientid: () => "use_username_as_clientid: client ids stay as clients send them.",
  clientid_prefixes: () => "clientid_prefixes: client ids are not restricted.",
};

/** Lines of a file without comments: a word, and the rest. */
const linesOf = (text: string): [word: string, rest: string][] =>
  text.split(/\r?\n/).flatMap((line): [string, string][] => {
    const [, word = "", rest = ""] = /^\s*(\S+)(?:\s+(.*?))?\s*$/.exec(line) ?? [];
    return word === "" || word.startsWith("#") ? [] : [[word, rest]];
  });

export function namedFiles(configuration: string): NamedFiles {
  refuseBinary("The configuration", configuration);
  const named: NamedFiles = { password_file: null, acl_file: null, notes: [] };
  for (const [word, rest] of linesOf(configuration)) {
    if (word === "password_file" || word === "acl_file") named[word] = rest;
    const note = LACKING[word]?.(rest) ?? null;
    if (note !== null) named.notes.push(note);
  }
  if (named.password_file === null) {
    throw new ImportError(
      ["This configuration names no password_file, so it has no users to import.", ...named.notes].join(" "),
    );
  }
  return named;
}

export interface MosquittoUsers {
  account: AccountFile;
  notes: string[];
}

/** Each user becomes a credential in root view, with what the ACL file allows. Without an ACL file that is everything. */
export function mosquittoUsers({ passwords, acl }: MosquittoFiles): MosquittoUsers {
  refuseBinary("The password file", passwords ?? "");
  refuseBinary("The ACL file", acl ?? "");
  const names = (passwords ?? "").split(/\r?\n/).flatMap((line) => {
    const end = line.indexOf(":");
    return end > 0 && !line.startsWith("#") ? [line.slice(0, end)] : [];
  });
  const { byUser, patterns, notes } = rulesOf(acl ?? "");
  const credentials: ExportedCredential[] = [];
  for (const name of new Set(names)) {
    const grants = acl === null ? [ALL] : joined([...(byUser.get(name) ?? []), ...patterns]);
    // a credential in root view without grants would be allowed everything
    if (grants.length === 0)
      notes.push(`User "${name}" may do nothing by the ACL file: it gets no credential.`);
    else credentials.push(credentialOf(name, grants));
  }
  for (const name of byUser.keys()) {
    if (!names.includes(name))
      notes.push(`User "${name}" of the ACL file has no password: it gets no credential.`);
  }
  return { account: { ...NOTHING, credentials }, notes };
}

const ALL: Grant = { filter: "#", publish: true, subscribe: true };

interface Rules {
  byUser: Map<string, Grant[]>;
  /** Rights of every user. */
  patterns: Grant[];
  notes: string[];
}

const ANONYMOUS = "clients without a user name cannot connect here.";

function rulesOf(acl: string): Rules {
  const rules: Rules = { byUser: new Map(), patterns: [], notes: [] };
  let user: string | null = null;
  for (const [word, rest] of linesOf(acl)) {
    if (word === "user") {
      user = rest;
      rules.byUser.set(user, rules.byUser.get(user) ?? []);
    } else if (word === "topic" || word === "pattern") {
      const rule = ruleOf(rest, word === "pattern");
      const grants = word === "pattern" ? rules.patterns : rules.byUser.get(user ?? "");
      if (typeof rule === "string") rules.notes.push(`ACL line "${word} ${rest}": ${rule}`);
      else if (grants === undefined) rules.notes.push(`ACL line "${word} ${rest}": ${ANONYMOUS}`);
      else grants.push(rule);
    } else rules.notes.push(`ACL line "${word} ${rest}" is not known: it is left out.`);
  }
  return rules;
}

const ACCESS: Record<string, Pick<Grant, "publish" | "subscribe"> | null> = {
  read: { publish: false, subscribe: true },
  write: { publish: true, subscribe: false },
  readwrite: { publish: true, subscribe: true },
  deny: null,
};

/** The right of a line, or why it cannot be had here. */
function ruleOf(rest: string, isPattern: boolean): Grant | string {
  const [, word = "readwrite", after = rest] = /^(read|write|readwrite|deny)\s+(.*)$/.exec(rest) ?? [];
  const access = ACCESS[word];
  if (access == null) return "rights are only given here, never denied: check the user's other lines.";
  if (after.startsWith("$")) return "topics of the broker itself do not exist here.";
  if (!isPattern && /%[cu]/.test(after))
    return "%c and %u stand for names here, and the line means them as text.";
  return { filter: after, ...access };
}

/** One grant for each filter. */
function joined(grants: readonly Grant[]): Grant[] {
  const byFilter = Map.groupBy(grants, ({ filter }) => filter);
  return [...byFilter].map(([filter, same]) => ({
    filter,
    publish: same.some(({ publish }) => publish),
    subscribe: same.some(({ subscribe }) => subscribe),
  }));
}

const credentialOf = (username: string, grants: Grant[]): ExportedCredential => ({
  id: `user ${username}`,
  name: username,
  username,
  channels: [],
  view: "root",
  grants,
});

const NOTHING: AccountFile = {
  user: { id: "" },
  settings: null,
  api_keys: [],
  tokens: [],
  guests: [],
  channels: [],
  credentials: [],
  devices: [],
  schedules: [],
  watches: [],
  targets: [],
};

function refuseBinary(what: string, text: string): void {
  if (/[\0\ufffd]/.test(text)) throw new ImportError(`${what} is no text file in UTF-8.`);
}
