/** PURE. Changes of the list of keys, as text, and which secret of a deployed product a new key may be written to. */

import { SEALED_COLUMNS } from "./sealed-columns.ts";

/** The new key first: the first one seals. */
export function rotated(keys: string, newKey: string): string {
  return [newKey, ...listed(keys)].join(",");
}

/** Only the current key. None may go of those that are in use. */
export function retired(keys: string, list: KeyList, inUse: readonly KeyUse[]): string {
  const [current = "", ...old] = listed(keys);
  const ids = old.map((entry) => entry.slice(0, Math.max(entry.indexOf(":"), 0)));
  const needed = inUse.filter(({ kid }) => ids.includes(kid));
  if (needed.length > 0) throw new Error(stillNeeded(list, needed));
  return current;
}

/** Keys that whoever uses them keeps in a file; no row needs them. */
export type KeptName = "BRIDGE_KEYS" | "OPERATOR_KEYS";

/** What stands before an operator's key; a bridge's has none. */
const nameBefore = (entry: string): string => entry.slice(0, entry.indexOf(":") + 1);

/** Those that have the first one's name, which is the one that is used; and those of others. */
function ownAndOthers(keys: string): { name: string; own: string[]; others: string[] } {
  const entries = listed(keys);
  const name = nameBefore(entries[0] ?? "");
  const isOwn = (entry: string) => nameBefore(entry) === name;
  return { name, own: entries.filter(isOwn), others: entries.filter((entry) => !isOwn(entry)) };
}

/** The new key first, for the first is the one that is used, and the one before until everybody has it. */
export function keptRotated(keys: string, newKey: string): string {
  const { name, own, others } = ownAndOthers(keys);
  return [`${name}${newKey}`, ...own.slice(0, 1), ...others].join(",");
}

/** Only the one that is used, and those of others. */
export function keptRetired(keys: string): string {
  const { own, others } = ownAndOthers(keys);
  return [...own.slice(0, 1), ...others].join(",");
}

/** The variables file with one list of keys changed and every other line as it was. */
export function withKeys(
  file: string,
  name: KeyList["name"] | KeptName,
  change: (keys: string) => string,
): string {
  let found = false;
  const row = new RegExp(`^(\\s*${name}\\s*=\\s*)(["']?)(.*?)\\2\\s*$`);
  const lines = file.split("\n").map((line) => {
    const match = row.exec(line);
    if (match === null) return line;
    found = true;
    const [, start = "", quote = "", keys = ""] = match;
    return `${start}${quote}${change(keys)}${quote}`;
  });
  if (!found) throw new Error(`The file has no line ${name}=….`);
  return lines.join("\n");
}

function listed(keys: string): string[] {
  const entries = keys
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  if (entries.length === 0) throw new Error("The list of keys is empty: there is nothing to rotate.");
  return entries;
}

/** A key, and how many values need it. */
export interface KeyUse {
  kid: string;
  count: number;
}

/** Keys that rows need, so that a new one is made beside the old. */
export interface KeyList {
  name: "SEAL_KEYS" | "LOOKUP_KEY";
  /** SQL: the `KeyUse`s. */
  inUse: string;
  /** What is true of a value that needs an older key, and what ends that. */
  needed: string;
}

const counted = (kids: readonly string[]): string =>
  `SELECT kid, count(*) AS count FROM (${kids.join(" UNION ALL ")}) GROUP BY kid ORDER BY kid`;

/** An envelope begins with `v1.{key id}.`: see `seal.ts`. */
export const SEAL_KEYS: KeyList = {
  name: "SEAL_KEYS",
  inUse: counted(
    SEALED_COLUMNS.map(
      ({ table, column }) =>
        `SELECT substr(${column}, 4, instr(substr(${column}, 4), '.') - 1) AS kid
          FROM ${table} WHERE ${column} IS NOT NULL`,
    ),
  ),
  needed:
    "still sealed with an older key, which cannot go before the jobs have sealed them again: they run every five minutes",
};

/** SQL: the id of the key that a hash was made with, as `lookup.ts` makes it. */
const keyIdOf = (column: string): string => `substr(${column}, 1, instr(${column}, '.') - 1)`;

export const LOOKUP_KEY: KeyList = {
  name: "LOOKUP_KEY",
  inUse: counted([
    `SELECT ${keyIdOf("key_hash")} AS kid FROM api_keys`,
    `SELECT ${keyIdOf("email_hash")} AS kid FROM reset_links`,
  ]),
  needed:
    "still looked up with an older key, which cannot go before the jobs have made them anew: they run every five minutes, and letters to reset a password hold for an hour",
};

const stillNeeded = ({ needed }: KeyList, uses: readonly KeyUse[]): string => {
  const count = uses.reduce((sum, use) => sum + use.count, 0);
  return `${count} ${count === 1 ? "value is" : "values are"} ${needed}.`;
};

/** The secrets of a deployed product that hold keys. It can write them, but never read what stands there. */
export type SlotName = `${KeyList["name"]}_${"A" | "B"}`;
/** Empty for the list that an installation begins with. */
type Holder = "A" | "B" | "";

/** The id of a slot's key begins with its letter and the second in which it was made: see `newSlotKey`. */
const SLOT_KEY = /^([ab])(\d{10})-/;

const holderOf = (kid: string): Holder => (SLOT_KEY.exec(kid)?.[1] ?? "").toUpperCase() as Holder;

/** When a slot's key was made; 0 for one that stands in no slot. Milliseconds since 1970. */
export const madeAt = (kid: string): number => Number(SLOT_KEY.exec(kid)?.[2] ?? 0) * 1000;

/** The one secret that all values need, null when there is no value; throws while two are needed. */
function holderInUse(list: KeyList, uses: readonly KeyUse[]): Holder | null {
  const holders = [...new Set(uses.map(({ kid }) => holderOf(kid)))];
  if (holders.length <= 1) return holders[0] ?? null;
  const newest = [...uses].sort((a, b) => madeAt(b.kid) - madeAt(a.kid))[0]?.kid ?? "";
  throw new Error(
    stillNeeded(
      list,
      uses.filter(({ kid }) => holderOf(kid) !== holderOf(newest)),
    ),
  );
}

/** Where the next key goes: never over one that a value needs. */
export const nextSlot = (list: KeyList, uses: readonly KeyUse[]): SlotName =>
  `${list.name}_${holderInUse(list, uses) === "A" ? "B" : "A"}`;

/** Whether the list that the installation began with can go. */
export function mayDropList(list: KeyList, uses: readonly KeyUse[]): boolean {
  const holder = holderInUse(list, uses);
  return holder !== null && holder !== "";
}
