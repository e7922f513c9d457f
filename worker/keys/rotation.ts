/** PURE. Changes of key lists as text, and the SQL that counts which keys stored values need. */

import { type KeyListName, newKey, newNamedKey, parseKeys } from "./keys.ts";

/** All columns of D1 with sealed values, and the SQL of the row's owner. */
export const SEALED_COLUMNS = [
  { table: "api_keys", column: "key_sealed", owner: "user_id" },
  { table: "credentials", column: "password_sealed", owner: "user_id" },
  { table: "credentials", column: "earlier_sealed", owner: "user_id" },
  { table: "webhook_secrets", column: "secret_sealed", owner: "user_id" },
  { table: "security_events", column: "address_sealed", owner: "user_id" },
  { table: "mail_outbox", column: "letter_sealed", owner: "''" },
] as const;

export interface KeyUse {
  kid: string;
  count: number;
}

interface KeyList {
  /** The option of `npm run secrets:rotate`; empty for the list that it changes without one. */
  option: "" | `--${string}`;
  /** The file with a deployed product's list: the secrets of a Worker cannot be read. */
  file: string;
  /** SQL that returns `KeyUse` rows; null if stored values do not need keys. */
  usageSql: string | null;
  /** What the operator must do before the old keys are removed. */
  nextStep: string;
}

const usageOf = (kids: readonly string[]): string =>
  `SELECT kid, count(*) AS count FROM (${unionOf(kids)}) GROUP BY kid ORDER BY kid`;

/** D1 refuses more terms in a compound SELECT: further ones are nested. */
const MAX_TERMS = 5;
function unionOf(kids: readonly string[]): string {
  if (kids.length <= MAX_TERMS) return kids.join(" UNION ALL ");
  const others = `SELECT kid FROM (${unionOf(kids.slice(MAX_TERMS - 1))})`;
  return [...kids.slice(0, MAX_TERMS - 1), others].join(" UNION ALL ");
}

/** A hash begins with `{key id}.`, a sealed value with `v1.{key id}.`. */
const idOfHash = (column: string, table: string): string =>
  `SELECT substr(${column}, 1, instr(${column}, '.') - 1) AS kid FROM ${table}`;
const idOfSealed = (column: string, table: string): string =>
  `SELECT substr(${column}, 4, instr(substr(${column}, 4), '.') - 1) AS kid FROM ${table} WHERE ${column} IS NOT NULL`;

export const KEY_LISTS = {
  SEAL_KEYS: {
    option: "",
    file: ".keys.env",
    usageSql: usageOf(SEALED_COLUMNS.map(({ table, column }) => idOfSealed(column, table))),
    nextStep: "The jobs seal every value again with the new key.",
  },
  LOOKUP_KEY: {
    option: "--lookup",
    file: ".keys.env",
    usageSql: usageOf([idOfHash("key_hash", "api_keys"), idOfHash("email_hash", "reset_links")]),
    nextStep:
      "The jobs hash every API key again with the new key. Links to reset a password end within the hour.",
  },
  VAPID_KEYS: {
    option: "--vapid",
    file: ".keys.env",
    usageSql: null,
    nextStep:
      "Wait a month, so that most browsers have subscribed again; those with the old key then get no notices until their owner turns them on again.",
  },
  BRIDGE_KEYS: {
    option: "--bridge",
    file: ".bridge.env",
    usageSql: null,
    nextStep: "Give the line to every bridge, and start each again.",
  },
  OPERATOR_KEYS: {
    option: "--operator",
    file: ".operator.env",
    usageSql: null,
    nextStep:
      "Give the first key to every person and program that has the old one. switchyard admin takes the first.",
  },
} satisfies Record<KeyListName, KeyList>;

/** The secrets of a new installation. */
export const newSecrets = () =>
  Object.fromEntries(Object.keys(KEY_LISTS).map((name) => [name, newNamedKey()])) as Record<
    KeyListName,
    string
  >;

/** Adds a key in front. An operator's key keeps the replaced key's name; `madeAt` is for a deployed product. */
export function withNewKey(name: KeyListName, text: string, madeAt?: number): string {
  const [first] = parseKeys(name, text);
  const key = first && name === "OPERATOR_KEYS" ? `${first.id}:${newKey()}` : newNamedKey(madeAt);
  return first ? `${key},${text}` : key;
}

/** Keeps the first key, and in OPERATOR_KEYS the keys of other names. */
export function withoutOldKeys(name: KeyListName, text: string): string {
  const [first, ...others] = parseKeys(name, text);
  if (first === undefined) throw new Error(`${name} has no keys.`);
  const kept = others.filter(({ id }) => name === "OPERATOR_KEYS" && id !== first.id);
  return [first, ...kept].map(({ id, key }) => `${id}:${key}`).join(",");
}

/** Throws if stored values need a key that the list does not have: it was removed, or the file is an old copy. */
export function checkNeededKeys(name: KeyListName, keys: string, uses: readonly KeyUse[]): void {
  const ids = parseKeys(name, keys).map(({ id }) => id);
  const needed = uses.filter(({ kid }) => !ids.includes(kid));
  if (needed.length === 0) return;
  const count = needed.reduce((sum, use) => sum + use.count, 0);
  throw new Error(
    `${count} ${count === 1 ? "value needs" : "values need"} a key of ${name} that would be gone (${needed.map(({ kid }) => kid).join(", ")}); nothing was changed. ${KEY_LISTS[name].nextStep} They run every five minutes.`,
  );
}
