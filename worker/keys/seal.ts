/**
 * AES-256-GCM for secrets that must stay displayable: `v1.{key id}.{iv}.{ciphertext}`. Row and owner are associated
 * data.
 */

import { Buffer } from "node:buffer";
import { logLine } from "../../broker/contract/hidden.ts";
import { currentKey, type KeyEntry, type KeyEnv, keyRing, SecretsUnavailable } from "./keys.ts";

export { SecretsUnavailable } from "./keys.ts";

export type SealEnv = KeyEnv<"SEAL_KEYS">;

export interface SealKeys {
  current: string;
  byId: ReadonlyMap<string, CryptoKey>;
}

const imported = new Map<readonly KeyEntry[], Promise<SealKeys["byId"]>>();

/** Imports the keys once per isolate: an import costs more than sealing a value. */
export async function loadKeys(env: SealEnv, now = Date.now()): Promise<SealKeys> {
  const ring = keyRing("SEAL_KEYS", env);
  const byId = imported.get(ring) ?? importKeys(ring);
  imported.set(ring, byId);
  return { current: currentKey(ring, now).id, byId: await byId };
}

async function importKeys(ring: readonly KeyEntry[]): Promise<SealKeys["byId"]> {
  const byId = new Map<string, CryptoKey>();
  for (const { id, bytes } of ring) {
    byId.set(id, await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]));
  }
  return byId;
}

/** The database position of a sealed value. */
export interface SealedRow {
  table: string;
  column: string;
  id: string;
  userId: string;
}

const VERSION = "v1";
const IV_BYTES = 12;

export async function seal(keys: SealKeys, plain: string, row: SealedRow): Promise<string> {
  const kid = keys.current;
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const bytes = new TextEncoder().encode(plain);
  const sealed = await crypto.subtle.encrypt(algorithm(iv, row, kid), keyOf(keys, kid), bytes);
  return [VERSION, kid, toText(iv), toText(new Uint8Array(sealed))].join(".");
}

export async function unseal(keys: SealKeys, sealed: string, row: SealedRow): Promise<string> {
  const [version, kid, iv, body, ...rest] = sealed.split(".");
  if (version !== VERSION || !kid || !iv || !body || rest.length > 0) {
    throw new SecretsUnavailable(`${positionOf(row)} holds no sealed value.`);
  }
  const key = keyOf(keys, kid);
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
export async function unsealOrEmpty(keys: SealKeys, sealed: string, row: SealedRow): Promise<string> {
  try {
    return await unseal(keys, sealed, row);
  } catch (error) {
    if (!(error instanceof SecretsUnavailable)) throw error;
    console.error(logLine({ level: "error", event: "secret_unreadable", reason: error.message }));
    return "";
  }
}

export const sealPrefix = (kid: string): string => `${VERSION}.${kid}.`;

function keyOf(keys: SealKeys, kid: string): CryptoKey {
  const key = keys.byId.get(kid);
  if (key === undefined) throw new SecretsUnavailable(`SEAL_KEYS has no key ${kid}.`);
  return key;
}

function algorithm(iv: Uint8Array<ArrayBuffer>, row: SealedRow, kid: string) {
  const parts = [row.table, row.column, row.id, row.userId, kid];
  return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(parts.join("|")) };
}

const positionOf = (row: SealedRow) => `${row.table}.${row.column} of row ${row.id}`;
const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const toBytes = (text: string) => Uint8Array.from(Buffer.from(text, "base64url"));
