/** PURE. Changes of a list of keys, as text, and the SQL that says which keys stored values need. */

import { entriesOf, type ListName } from "./keys.ts";
import { newKey, newNamedKey } from "./new-secrets.ts";

/** Every column of D1 that holds sealed values, and the column of the row's owner. */
export const SEALED_COLUMNS = [
  { table: "api_keys", column: "key_sealed", owner: "user_id" },
  { table: "credentials", column: "password_sealed", owner: "user_id" },
  { table: "credentials", column: "earlier_sealed", owner: "user_id" },
  { table: "mail_outbox", column: "letter_sealed", owner: null },
] as const;

/** A key, and how many values need it. */
export interface KeyUse {
  kid: string;
  count: number;
}

interface KeyList {
  /** Where a deployed product's list is kept: a Worker's secrets can be written, but not read. */
  keptIn: string;
  /** SQL: the `KeyUse`s. Null where no stored value needs a key. */
  inUse: string | null;
  /** What an operator does between the new key and the end of the old one. */
  next: string;
}

const counted = (kids: readonly string[]): string =>
  `SELECT kid, count(*) AS count FROM (${kids.join(" UNION ALL ")}) GROUP BY kid ORDER BY kid`;
/** A hash begins with `{key id}.`, a sealed value with `v1.{key id}.`. */
const idOfHash = (column: string, table: string): string =>
  `SELECT substr(${column}, 1, instr(${column}, '.') - 1) AS kid FROM ${table}`;
const idOfSealed = (column: string, table: string): string =>
  `SELECT substr(${column}, 4, instr(substr(${column}, 4), '.') - 1) AS kid FROM ${table} WHERE ${column} IS NOT NULL`;

export const LISTS: Record<ListName, KeyList> = {
  SEAL_KEYS: {
    keptIn: ".keys.env",
    inUse: counted(SEALED_COLUMNS.map(({ table, column }) => idOfSealed(column, table))),
    next: "The jobs seal every value again with the new key.",
  },
  LOOKUP_KEY: {
    keptIn: ".keys.env",
    inUse: counted([idOfHash("key_hash", "api_keys"), idOfHash("email_hash", "reset_links")]),
    next: "The jobs hash every API key again with the new key. Letters to reset a password end within the hour.",
  },
  BRIDGE_KEYS: {
    keptIn: ".bridge.env",
    inUse: null,
    next: "Give the line to every bridge, and start each again.",
  },
  OPERATOR_KEYS: {
    keptIn: ".operator.env",
    inUse: null,
    next: "Give the first key to every person and program that has the old one. npm run admin takes the first.",
  },
};

/** The id and its colon; empty where an entry has none. */
const prefixOf = (entry: string): string => entry.slice(0, entry.indexOf(":") + 1);

/** The new key first. An operator's has the name of the one that it replaces; `madeAt` is for a deployed product. */
export function rotated(name: ListName, text: string, madeAt?: number): string {
  const entries = entriesOf(text);
  const fresh = LISTS[name].inUse === null ? prefixOf(entries[0] ?? "") + newKey() : newNamedKey(madeAt);
  return [fresh, ...entries].join(",");
}

/** The first key, and those of other operators. */
export function retired(name: ListName, text: string): string {
  const [first = "", ...others] = entriesOf(text);
  if (first === "") throw new Error(`${name} has no keys.`);
  const isKept = (entry: string) => name === "OPERATOR_KEYS" && prefixOf(entry) !== prefixOf(first);
  return [first, ...others.filter(isKept)].join(",");
}

/** Throws where a stored value needs a key that the list does not have: it was dropped, or the file is an old copy. */
export function checkUses(name: ListName, keys: string, uses: readonly KeyUse[]): void {
  const ids = entriesOf(keys).map((entry) => prefixOf(entry).slice(0, -1));
  const needed = uses.filter(({ kid }) => !ids.includes(kid));
  if (needed.length === 0) return;
  const count = needed.reduce((sum, use) => sum + use.count, 0);
  throw new Error(
    `${count} ${count === 1 ? "value needs" : "values need"} a key of ${name} that would be gone (${needed.map(({ kid }) => kid).join(", ")}); nothing was changed. ${LISTS[name].next} They run every five minutes.`,
  );
}

/** The list in a file of variables; null where the file has none. */
export const keysIn = (file: string, name: ListName): string | null => lineOf(name).exec(file)?.[3] ?? null;

/** The file with one list replaced and every other line as it was. */
export const withKeys = (file: string, name: ListName, keys: string): string =>
  file.replace(lineOf(name), (_, start: string, quote: string) => `${start}${quote}${keys}${quote}`);

const lineOf = (name: ListName) => new RegExp(`^([ \\t]*${name}[ \\t]*=[ \\t]*)(["']?)(.*?)\\2[ \\t]*$`, "m");
