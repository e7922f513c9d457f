/**
 * AES-256-GCM for secrets that must stay displayable: `v1.{key id}.{iv}.{ciphertext}`. Row and owner are associated
 * data.
 */

import { Buffer } from "node:buffer";
import { logLine } from "../../broker/contract/json.ts";
import { currentKey, type KeyEntry, type KeyEnv, keyRing, SecretsUnavailable } from "./keys.ts";

export type SealEnv = KeyEnv<"SEAL_KEYS">;

/** The database position of a sealed value. */
export interface SealedRow {
  table: string;
  column: string;
  id: string;
  userId: string;
}

const VERSION = "v1";
const IV_BYTES = 12;

export async function seal(env: SealEnv, plain: string, row: SealedRow): Promise<string> {
  const entry = currentKey("SEAL_KEYS", env);
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const bytes = new TextEncoder().encode(plain);
  const sealed = await crypto.subtle.encrypt(algorithm(iv, row, entry.id), await imported(entry), bytes);
  return [VERSION, entry.id, toText(iv), toText(new Uint8Array(sealed))].join(".");
}

export async function unseal(env: SealEnv, sealed: string, row: SealedRow): Promise<string> {
  const [version, kid, iv, body, ...rest] = sealed.split(".");
  if (version !== VERSION || !kid || !iv || !body || rest.length > 0) {
    throw new SecretsUnavailable(`${positionOf(row)} holds no sealed value.`);
  }
  const entry = keyRing("SEAL_KEYS", env).find(({ id }) => id === kid);
  if (entry === undefined) throw new SecretsUnavailable(`SEAL_KEYS has no key ${kid}.`);
  const key = await imported(entry);
  try {
    const plain = await crypto.subtle.decrypt(algorithm(toBytes(iv), row, kid), key, toBytes(body));
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(plain);
  } catch {
    throw new SecretsUnavailable(
      `${positionOf(row)} does not open: it was altered, moved or sealed with another key.`,
    );
  }
}

/** Returns the secret, or "" if no key opens it, so that one broken value does not hide a whole list. */
export async function unsealOrEmpty(env: SealEnv, sealed: string, row: SealedRow): Promise<string> {
  // Without keys no value opens: that is an error.
  keyRing("SEAL_KEYS", env);
  try {
    return await unseal(env, sealed, row);
  } catch (error) {
    if (!(error instanceof SecretsUnavailable)) throw error;
    console.error(logLine({ level: "error", event: "secret_unreadable", reason: error.message }));
    return "";
  }
}

export const sealPrefix = (kid: string): string => `${VERSION}.${kid}.`;

const cryptoKeys = new WeakMap<KeyEntry, Promise<CryptoKey>>();

/** Once per isolate: an import costs more than sealing a value. */
function imported(entry: KeyEntry): Promise<CryptoKey> {
  const usages = ["encrypt", "decrypt"];
  const key = cryptoKeys.get(entry) ?? crypto.subtle.importKey("raw", entry.bytes, "AES-GCM", false, usages);
  cryptoKeys.set(entry, key);
  return key;
}

function algorithm(iv: Uint8Array<ArrayBuffer>, row: SealedRow, kid: string) {
  const parts = [row.table, row.column, row.id, row.userId, kid];
  return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(parts.join("|")) };
}

const positionOf = (row: SealedRow) => `${row.table}.${row.column} of row ${row.id}`;
const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const toBytes = (text: string) => Uint8Array.from(Buffer.from(text, "base64url"));
