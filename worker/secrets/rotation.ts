/** PURE. Changes of the list of keys, as text, and which secret of a deployed product a new key may be written to. */

import { SEALED_COLUMNS } from "./sealed-columns.ts";

/** The new key first: the first one seals. */
export function rotated(keys: string, newKey: string): string {
  return [newKey, ...listed(keys)].join(",");
}

/** Only the current key. `inUse` are the keys that values are sealed with: none of those may go. */
export function retired(keys: string, inUse: readonly KeyUse[]): string {
  const [current = "", ...old] = listed(keys);
  const needed = inUse.filter(({ kid }) => old.some((entry) => entry.startsWith(`${kid}:`)));
  if (needed.length > 0) throw new Error(stillNeeded(needed));
  return current;
}

/** So many of a bridge's keys are believed: the one it signs with, and the one before, until every bridge has the new one. */
const BRIDGE_KEYS_HELD = 2;

/** The new key first: a bridge signs with the first. The last goes. */
export const bridgeKeysRotated = (keys: string, newKey: string): string =>
  [newKey, ...listed(keys)].slice(0, BRIDGE_KEYS_HELD).join(",");

/** Only the one that a bridge signs with. */
export const bridgeKeysRetired = (keys: string): string => listed(keys)[0] ?? "";

/** The variables file with one list of keys changed and every other line as it was. */
export function withKeys(
  file: string,
  name: "SEAL_KEYS" | "BRIDGE_KEYS",
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

/** A key, and how many values are sealed with it. */
export interface KeyUse {
  kid: string;
  count: number;
}

/** An envelope begins with `v1.{key id}.`: see `seal.ts`. */
export const KEYS_IN_USE = `SELECT kid, count(*) AS count FROM (${SEALED_COLUMNS.map(
  ({ table, column }) =>
    `SELECT substr(${column}, 4, instr(substr(${column}, 4), '.') - 1) AS kid
      FROM ${table} WHERE ${column} IS NOT NULL`,
).join(" UNION ALL ")}) GROUP BY kid ORDER BY kid`;

const stillNeeded = (uses: readonly KeyUse[]): string => {
  const count = uses.reduce((sum, use) => sum + use.count, 0);
  return `${count} ${count === 1 ? "value is" : "values are"} still sealed with an older key, which cannot go before the jobs have sealed them again: they run every five minutes.`;
};

/** The secrets of a deployed product that hold keys. It can write them, but never read what stands there. */
export type SlotName = "SEAL_KEYS_A" | "SEAL_KEYS_B";
type Holder = SlotName | "SEAL_KEYS";

/** The id of a slot's key begins with its letter and the second in which it was made: see `newSealKey`. */
const SLOT_KEY = /^([ab])(\d{10})-/;

const holderOf = (kid: string): Holder => {
  const slot = SLOT_KEY.exec(kid)?.[1];
  if (slot === undefined) return "SEAL_KEYS";
  return slot === "a" ? "SEAL_KEYS_A" : "SEAL_KEYS_B";
};

/** When a slot's key was made; 0 for one that stands in no slot. Milliseconds since 1970. */
export const madeAt = (kid: string): number => Number(SLOT_KEY.exec(kid)?.[2] ?? 0) * 1000;

/** The one secret that all values need, null when none is sealed; throws while two are needed. */
function holderInUse(uses: readonly KeyUse[]): Holder | null {
  const holders = [...new Set(uses.map(({ kid }) => holderOf(kid)))];
  if (holders.length <= 1) return holders[0] ?? null;
  const newest = [...uses].sort((a, b) => madeAt(b.kid) - madeAt(a.kid))[0]?.kid ?? "";
  throw new Error(stillNeeded(uses.filter(({ kid }) => holderOf(kid) !== holderOf(newest))));
}

/** Where the next key goes: never over one that a value needs. */
export function nextSlot(uses: readonly KeyUse[]): SlotName {
  return holderInUse(uses) === "SEAL_KEYS_A" ? "SEAL_KEYS_B" : "SEAL_KEYS_A";
}

/** Whether the keys of before there were slots can go. */
export function mayDropList(uses: readonly KeyUse[]): boolean {
  const holder = holderInUse(uses);
  return holder !== null && holder !== "SEAL_KEYS";
}
