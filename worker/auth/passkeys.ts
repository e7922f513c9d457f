/**
 * Verifies what an authenticator returned: Web Authentication, level 3, sections 7.1 (a new passkey) and 7.2 (a login).
 * Without attestation. Counters of signatures are not compared, because synced passkeys always send zero.
 */

import { createHash, timingSafeEqual } from "node:crypto";
import { stored } from "../../broker/contract/json.ts";
import { ClientData } from "../contract/passkeys.ts";
import { type LookupEnv, lookupHash, lookupHashes } from "../keys/keys.ts";
import { randomToken } from "../keys/random.ts";
import { decoded, type KeyFault, keyOfCose, keyOfSpki, type PublicKey } from "./passkey-key.ts";

/** Milliseconds: longer than browsers wait for a person. */
const CHALLENGE_LIFETIME = 300_000;

/** `{time}.{random}.{mac}`: this service made it at that time, and no row is needed to know that. */
export function newChallenge(env: LookupEnv, now: number): string {
  const text = `${now.toString(36)}.${randomToken()}`;
  return `${text}.${lookupHash(env, macInput(text), now)}`;
}

const macInput = (text: string): string => `passkey challenge|${text}`;

/** Why a response is refused. Each has its sentence, because each has another remedy. */
export type PasskeyFault = KeyFault | "late" | "unverified";

/** When the challenge was made: milliseconds since 1970. `wrong`: a challenge of others. */
function challengedAt(env: LookupEnv, challenge: string, now: number): number | PasskeyFault {
  const [time = "", random = "", ...mac] = challenge.split(".");
  if (!lookupHashes(env, macInput(`${time}.${random}`)).includes(mac.join("."))) return "wrong";
  const at = Number.parseInt(time, 36);
  return at <= now && now - at < CHALLENGE_LIFETIME ? at : "late";
}

/** Base64url, as calls have them. */
interface Response {
  client_data: string;
  authenticator_data: string;
}
export interface NewKey {
  credential_id: string;
  client_data: string;
  /** It holds the authenticator's data, which hold the key. */
  attestation_object?: string | undefined;
  authenticator_data?: string | undefined;
  /** SubjectPublicKeyInfo, for callers that read it from the browser. */
  public_key?: string | undefined;
}
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
const HAS_EXTENSIONS = 0x80;
const RP_ID_HASH_BYTES = 32;
/** After the hash: flags, and a counter of four bytes. Then, with a credential: its maker's id, length and id. */
const FLAGS_AT = RP_ID_HASH_BYTES;
const ID_LENGTH_AT = FLAGS_AT + 1 + 4 + 16;

/**
 * Checks what both responses share: type, challenge, origin, our site, a person who was present and proved who they are.
 * Returns the challenge's time. The site (RP ID) is the host of the page's origin.
 */
function checkedAt(
  type: string,
  clientData: string,
  data: Uint8Array,
  { env, now, origins }: Expected,
): number | PasskeyFault {
  const client = clientDataOf(clientData);
  if (client === null || client.type !== type || client.crossOrigin === true) return "wrong";
  if (!origins.has(client.origin)) return "wrong";
  const site = sha256(new URL(client.origin).hostname);
  if (data.length < FLAGS_AT + 5 || !timingSafeEqual(data.subarray(0, RP_ID_HASH_BYTES), site))
    return "wrong";
  const flags = data[FLAGS_AT] ?? 0;
  if ((flags & USER_PRESENT) === 0 || (flags & USER_VERIFIED) === 0) return "unverified";
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

/** Returns the key as base64url of its SubjectPublicKeyInfo if it was made for us, just now. */
export async function readNewKey(key: NewKey, expected: Expected): Promise<{ spki: string } | PasskeyFault> {
  const data = authenticatorData(key);
  if (data === null) return "wrong";
  const at = checkedAt("webauthn.create", key.client_data, data, expected);
  if (typeof at !== "number") return at;
  const keyAt = credentialEnd(data, bytesOf(key.credential_id));
  if (keyAt === null) return "wrong";
  const isOfBrowser = key.public_key !== undefined && key.attestation_object === undefined;
  const read = isOfBrowser ? await keyOfSpki(bytesOf(key.public_key ?? "")) : await lastKey(data, keyAt);
  return typeof read === "string" ? read : { spki: Buffer.from(read.spki).toString("base64url") };
}

/** Null for bytes without an attestation object (section 6.5.4). Its statement is not read: nothing depends on it. */
function authenticatorData({
  attestation_object: object,
  authenticator_data: data,
}: NewKey): Uint8Array | null {
  if (object === undefined) return bytesOf(data ?? "");
  const bytes = bytesOf(object);
  const item = decoded(bytes);
  if (item === null || item.length !== bytes.length || !(item.value instanceof Map)) return null;
  const inner: unknown = item.value.get("authData");
  return inner instanceof Uint8Array ? inner : null;
}

/** Where the credential's id ends, and its key begins; null for another id. */
function credentialEnd(data: Uint8Array, id: Uint8Array): number | null {
  if (((data[FLAGS_AT] ?? 0) & HAS_CREDENTIAL) === 0 || data.length < ID_LENGTH_AT + 2) return null;
  const length = ((data[ID_LENGTH_AT] ?? 0) << 8) | (data[ID_LENGTH_AT + 1] ?? 0);
  const end = ID_LENGTH_AT + 2 + length;
  return Buffer.from(data.subarray(ID_LENGTH_AT + 2, end)).equals(id) ? end : null;
}

/** Behind the key there is nothing but extensions, if their flag says so. */
async function lastKey(data: Uint8Array, at: number): Promise<PublicKey | KeyFault> {
  const read = await keyOfCose(data, at);
  if (read === "wrong") return read;
  const rest = data.slice(read.end);
  const extensions = ((data[FLAGS_AT] ?? 0) & HAS_EXTENSIONS) === 0 ? 0 : decoded(rest)?.length;
  return extensions === rest.length ? read.key : "wrong";
}

/** The time of the challenge that this login answers. Milliseconds since 1970. */
export async function loginAt(
  assertion: Assertion,
  publicKey: string,
  expected: Expected,
): Promise<number | PasskeyFault> {
  const data = bytesOf(assertion.authenticator_data);
  const at = checkedAt("webauthn.get", assertion.client_data, data, expected);
  if (typeof at !== "number") return at;
  const read = await keyOfSpki(bytesOf(publicKey));
  if (typeof read === "string") return read;
  const { verification, key } = read;
  const signature = verification.signature(bytesOf(assertion.signature));
  if (signature === null) return "wrong";
  const signed = Buffer.concat([data, sha256(bytesOf(assertion.client_data))]);
  const isRight = await crypto.subtle.verify(verification.verify, key, signature, signed);
  return isRight ? at : "wrong";
}
