/** VAPID keys (RFC 8292): VAPID_KEYS lists private P-256 scalars of 32 bytes. */

import { Buffer } from "node:buffer";
import { currentKey, type KeyEntry, type KeyEnv, keyRing } from "../keys/keys.ts";

type VapidEnv = KeyEnv<"VAPID_KEYS">;

export interface VapidPair {
  id: string;
  /** Both in base64url; the public key as an uncompressed point (RFC 8292, 3.2). */
  publicKey: string;
  privateKey: string;
}

const pairs = new Map<string, Promise<VapidPair>>();

/** The pair for new subscriptions; null when there are no keys. */
export async function currentPair(env: VapidEnv): Promise<VapidPair | null> {
  return env.VAPID_KEYS ? pairOf(currentKey("VAPID_KEYS", env)) : null;
}

/** Null when the key was removed. */
export async function pairWithId(env: VapidEnv, id: string): Promise<VapidPair | null> {
  const entry = env.VAPID_KEYS ? keyRing("VAPID_KEYS", env).find((each) => each.id === id) : undefined;
  return entry === undefined ? null : pairOf(entry);
}

function pairOf(entry: KeyEntry): Promise<VapidPair> {
  const pair = pairs.get(entry.key) ?? derive(entry);
  pairs.set(entry.key, pair);
  return pair;
}

/** PKCS #8 of a P-256 key without its public point (RFC 5915, section 3), up to the 32 bytes of the scalar. */
const PKCS8_PREFIX = Buffer.from(
  "3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420",
  "hex",
);

/** The runtime computes the public point when it imports the private scalar. */
async function derive({ id, bytes }: KeyEntry): Promise<VapidPair> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const pkcs8 = Uint8Array.from(Buffer.concat([PKCS8_PREFIX, bytes]));
  const key = await crypto.subtle.importKey("pkcs8", pkcs8, algorithm, true, ["sign"]);
  const { x = "", y = "" } = (await crypto.subtle.exportKey("jwk", key)) as JsonWebKey;
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
  return { id, publicKey: point.toString("base64url"), privateKey: Buffer.from(bytes).toString("base64url") };
}
