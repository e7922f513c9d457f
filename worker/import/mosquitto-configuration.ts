/**
 * PURE. What a Mosquitto configuration says about users and their rights: which files, and whether anything else
 * decides, which an import cannot read (mosquitto.conf(5); the plugins of 2.1: password-file and acl-file).
 */

import { ImportError } from "./account-file.ts";
import { linesOf } from "./mosquitto-acl.ts";

export interface MosquittoConfiguration {
  password_file: string;
  /** Null: each user may do everything. */
  acl_file: string | null;
  /** The ACL file is read by the plugin of 2.1. */
  isAclOfPlugin: boolean;
  clientIdIsUsername: boolean;
  /** Why the rights of users are not known, as a sentence; null when the files say them. */
  unreadable: string | null;
  /** Sentences about settings that are not taken over. */
  notes: string[];
}

/** Returns the texts of the `.conf` files of a folder by name, or null where there is no such folder. */
export type ReadFolder = (folder: string) => { name: string; text: string }[] | null;

/** As Mosquitto reads a boolean: the first word, also as a number. */
const isTrue = (value: string): boolean => /^(true|1)(?!\S)/.test(value);

/** Settings that an import does not follow. */
const LACKING: Record<string, (value: string) => string | null> = {
  allow_anonymous: (value) =>
    isTrue(value) ? "allow_anonymous: every client needs a credential here." : null,
  listener_allow_anonymous: (value) =>
    isTrue(value) ? "listener_allow_anonymous: every client needs a credential here." : null,
  psk_file: () => "psk_file: clients with pre-shared keys need a credential.",
  connection: (name) => `connection: the bridge ${name} is not taken over; connect it as a client.`,
  use_identity_as_username: (value) =>
    isTrue(value) ? "use_identity_as_username: client certificates are no logins here." : null,
  use_subject_as_username: (value) =>
    isTrue(value) ? "use_subject_as_username: client certificates are no logins here." : null,
  clientid_prefixes: () => "clientid_prefixes: client ids are not restricted.",
  mount_point: (prefix) => `mount_point: topics do not get the prefix ${prefix} here; add it in the clients.`,
};

/** What decides about the clients of one listener, or of all. */
interface Scope {
  password_file: string | null;
  acl_file: string | null;
  isAclOfPlugin: boolean;
  /** A second ACL file: together they allow what neither says alone. */
  hasTwoAcls: boolean;
  /** Plugins that are not those of the two files. */
  plugins: string[];
}

const emptyScope = (): Scope => ({
  password_file: null,
  acl_file: null,
  isAclOfPlugin: false,
  hasTwoAcls: false,
  plugins: [],
});

export function readConfiguration(text: string, readFolder: ReadFolder): MosquittoConfiguration {
  const notes: string[] = [];
  const lines = withIncluded(text, readFolder, notes);
  // 2.1 ignores a later `false`
  const isPerListener = lines.some(([word, rest]) => word === "per_listener_settings" && isTrue(rest));
  const scopes = scopesOf(lines, isPerListener);
  for (const [word, rest] of lines) {
    const note = LACKING[word]?.(rest) ?? null;
    if (note !== null) notes.push(note);
  }
  const [first, ...others] = scopes.filter(({ password_file }) => password_file !== null);
  if (first?.password_file == null) {
    const plugins = new Set(scopes.flatMap((scope) => scope.plugins));
    throw new ImportError([whyNoUsers([...plugins]), ...notes].join(" "));
  }
  return {
    password_file: first.password_file,
    acl_file: first.acl_file,
    isAclOfPlugin: first.isAclOfPlugin,
    clientIdIsUsername: lines.some(([word, rest]) => word === "use_username_as_clientid" && isTrue(rest)),
    unreadable: unreadableBy(first, others),
    notes,
  };
}

const whyNoUsers = (plugins: readonly string[]): string =>
  plugins.length === 0
    ? "This configuration names no password_file, so it has no users to import."
    : `This configuration names no password_file: its users are those of the plugin ${plugins.join(", ")}, which cannot be read here. Make a credential for each of them.`;

type ConfigurationLine = readonly [word: string, rest: string];

/** The lines of the file and of the folders that it includes, in the order in which Mosquitto reads them. */
function withIncluded(text: string, readFolder: ReadFolder, notes: string[]): ConfigurationLine[] {
  refuseBinary("The configuration", text);
  return linesOf(text).flatMap((line): ConfigurationLine[] => {
    if (line[0] !== "include_dir") return [line];
    const files = readFolder(line[1]);
    if (files === null) {
      throw new ImportError(
        `include_dir: the folder ${line[1]} is not there, and its files may decide about users and rights. Copy it beside the configuration, or remove the line from a copy of it.`,
      );
    }
    const named = files.toSorted((a, b) => compareNames(a.name, b.name));
    notes.push(
      `include_dir: ${named.length === 1 ? "one file" : `${named.length} files`} of ${line[1]} read.`,
    );
    return named.flatMap(({ name, text: included }) => {
      refuseBinary(name, included);
      // Mosquitto reads include_dir in its main file only
      return linesOf(included).filter(([word]) => word !== "include_dir");
    });
  });
}

/** Alphabetical, with the upper case of each letter before the lower case. */
function compareNames(a: string, b: string): number {
  const [small, large] = [a.toLowerCase(), b.toLowerCase()];
  if (small !== large) return small < large ? -1 : 1;
  return a < b ? -1 : 1;
}

/** The plugins of 2.1 that read the two files, on all systems. */
const PLUGIN_FILES: Record<string, RegExp> = {
  password_file: /(^|[\\/])mosquitto_password_file\.(so|dll|dylib)$/,
  acl_file: /(^|[\\/])mosquitto_acl_file\.(so|dll|dylib)$/,
};
/** The older prefix is still read. */
const OPTION = /^(?:plugin|auth)_opt_/;
const PLUGINS = ["plugin", "auth_plugin", "global_plugin", "plugin_load"];

function scopesOf(lines: readonly ConfigurationLine[], isPerListener: boolean): Scope[] {
  const everywhere = emptyScope();
  const scopes = [emptyScope()];
  let plugin = { path: "", scope: everywhere };
  for (const [word, rest] of lines) {
    if (word === "listener" && isPerListener) scopes.push(emptyScope());
    const scope = isPerListener ? (scopes.at(-1) ?? everywhere) : everywhere;
    if (word === "password_file") scope.password_file = rest;
    else if (word === "acl_file") setAcl(scope, rest, false);
    else if (PLUGINS.includes(word)) {
      // plugin_load has a name before the path
      const path = word === "plugin_load" ? (rest.split(/\s+/).at(1) ?? rest) : rest;
      plugin = { path, scope: word === "plugin" || word === "auth_plugin" ? scope : everywhere };
      if (!Object.values(PLUGIN_FILES).some((file) => file.test(path))) plugin.scope.plugins.push(path);
    } else if (OPTION.test(word)) setByPlugin(plugin, word.replace(OPTION, ""), rest);
  }
  return scopes.map((scope) => ({
    password_file: scope.password_file ?? everywhere.password_file,
    acl_file: scope.acl_file ?? everywhere.acl_file,
    isAclOfPlugin: scope.isAclOfPlugin || everywhere.isAclOfPlugin,
    hasTwoAcls:
      scope.hasTwoAcls ||
      everywhere.hasTwoAcls ||
      (scope !== everywhere && scope.acl_file !== null && everywhere.acl_file !== null),
    plugins: [...everywhere.plugins, ...scope.plugins],
  }));
}

function setByPlugin({ path, scope }: { path: string; scope: Scope }, option: string, value: string): void {
  if (PLUGIN_FILES[option]?.test(path) !== true) return;
  if (option === "password_file") scope.password_file = value;
  else setAcl(scope, value, true);
}

function setAcl(scope: Scope, file: string, isOfPlugin: boolean): void {
  scope.hasTwoAcls ||= scope.acl_file !== null && scope.acl_file !== file;
  scope.acl_file = file;
  scope.isAclOfPlugin ||= isOfPlugin;
}

function unreadableBy(first: Scope, others: readonly Scope[]): string | null {
  if (first.plugins.length > 0) {
    return `The plugin ${first.plugins.join(", ")} decides about rights, and what it grants cannot be read here.`;
  }
  if (first.hasTwoAcls) return "The configuration names two ACL files, and only one can be read here.";
  const isSame = (scope: Scope): boolean => JSON.stringify(scope) === JSON.stringify(first);
  return others.every(isSame)
    ? null
    : "The listeners have different password or ACL files: import a copy of the configuration for each of them.";
}

export function refuseBinary(what: string, text: string): void {
  if (/[\0\ufffd]/.test(text)) throw new ImportError(`${what} is no text file in UTF-8.`);
}
