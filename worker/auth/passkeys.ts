/**
 * Verifies what an authenticator returned: Web Authentication, level 3, sections 7.1 (a new passkey) and 7.2 (a login).
 * ES256 only, without attestation, so nothing here reads CBOR. Counters of signatures are not compared, because synced
 * passkeys always send zero.
 */

import { createHash, timingSafeEqual } from "node:crypto";
import { stored } from "../../broker/contract/json.ts";
import { ClientData } from "../contract/passkeys.ts";
import { rawSignature } from "../keys/der.ts";
import { type LookupEnv, lookupHash, lookupHashes } from "../keys/keys.ts";
import { randomToken } from "../keys/random.ts";

/** Milliseconds: longer than browsers wait for a person. */
const CHALLENGE_LIFETIME = 300_000;

/** `{time}.{random}.{mac}`: this service made it at that time, and no row is needed to know that. */
export function newChallenge(env: LookupEnv, now: number): string {
  const text = `${now.toString(36)}.${randomToken()}`;
  return `${text}.${lookupHash(env, macInput(text), now)}`;
}

const macInput = (text: string): string => `passkey challenge|${text}`;

/** When the challenge was made; null for a challenge of others or an old one. Milliseconds since 1970. */
function challengedAt(env: LookupEnv, challenge: string, now: number): number | null {
  const [time = "", random = "", ...mac] = challenge.split(".");
  const at = Number.parseInt(time, 36);
  if (!(at <= now && now - at < CHALLENGE_LIFETIME)) return null;
  return lookupHashes(env, macInput(`${time}.${random}`)).includes(mac.join(".")) ? at : null;
}

/** Base64url, as calls have them. */
interface Response {
  client_data: string;
  authenticator_data: string;
}
export type NewKey = Response & { credential_id: string; public_key: string };
export type Assertion = Response & { credential_id: string; signature: string };

/** What a verification needs beside the response. */
export interface Expected {
  env: LookupEnv;
  now: number;
  /** The origins of our pages. */
  origins: ReadonlySet<string>;
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, "base64url"));
const sha256 = (data: Uint8Array | string): Buffer => createHash("sha256").update(data).digest();

/** The flags of section 6.1. */
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;
const RP_ID_HASH_BYTES = 32;
/** After the hash: flags, and a counter of four bytes. Then, with a credential: its maker's id, length and id. */
const FLAGS_AT = RP_ID_HASH_BYTES;
const ID_LENGTH_AT = FLAGS_AT + 1 + 4 + 16;

/**
 * Checks what both responses share: type, challenge, origin, our site, a person who was present and proved who they are.
 * Returns the challenge's time, or null. The site (RP ID) is the host of the page's origin.
 */
function checkedAt(type: string, response: Response, { env, now, origins }: Expected): number | null {
  const client = clientDataOf(response.client_data);
  if (client === null || client.type !== type || client.crossOrigin === true) return null;
  if (!origins.has(client.origin)) return null;
  const data = bytesOf(response.authenticator_data);
  const site = sha256(new URL(client.origin).hostname);
  if (data.length < FLAGS_AT + 5 || !timingSafeEqual(data.subarray(0, RP_ID_HASH_BYTES), site)) return null;
  const flags = data[FLAGS_AT] ?? 0;
  if ((flags & USER_PRESENT) === 0 || (flags & USER_VERIFIED) === 0) return null;
  return challengedAt(env, Buffer.from(client.challenge, "base64url").toString(), now);
}

const readClientData = stored(ClientData);

function clientDataOf(encoded: string): ReturnType<typeof readClientData> | null {
  try {
    return readClientData(Buffer.from(encoded, "base64url").toString());
  } catch {
    return null;
  }
}

/** Whether the key was made for us, just now, and is one that we can verify. */
export async function isNewKey(key: NewKey, expected: Expected): Promise<boolean> {
  if (checkedAt("webauthn.create", key, expected) === null) return false;
  const data = bytesOf(key.authenticator_data);
  const id = bytesOf(key.credential_id);
  if (((data[FLAGS_AT] ?? 0) & HAS_CREDENTIAL) === 0 || data.length < ID_LENGTH_AT + 2) return false;
  const length = ((data[ID_LENGTH_AT] ?? 0) << 8) | (data[ID_LENGTH_AT + 1] ?? 0);
  const given = data.subarray(ID_LENGTH_AT + 2, ID_LENGTH_AT + 2 + length);
  return Buffer.from(given).equals(id) && (await publicKeyOf(key.public_key)) !== null;
}

const ES256 = { name: "ECDSA", namedCurve: "P-256" } as const;

async function publicKeyOf(encoded: string): Promise<CryptoKey | null> {
  try {
    return await crypto.subtle.importKey("spki", bytesOf(encoded), ES256, false, ["verify"]);
  } catch {
    return null;
  }
}

/** The time of the challenge that this login answers; null for a wrong login. Milliseconds since 1970. */
export async function loginAt(
  assertion: Assertion,
  publicKey: string,
  expected: Expected,
): Promise<number | null> {
  const at = checkedAt("webauthn.get", assertion, expected);
  const key = at === null ? null : await publicKeyOf(publicKey);
  const signature = rawSignature(bytesOf(assertion.signature));
  if (key === null || signature === null) return null;
  const signed = Buffer.concat([
    bytesOf(assertion.authenticator_data),
    sha256(bytesOf(assertion.client_data)),
  ]);
  const isRight = await crypto.subtle.verify({ ...ES256, hash: "SHA-256" }, key, signature, signed);
  return isRight ? at : null;
}
