/**
 * Public keys of passkeys: COSE_Key, as authenticators write them (RFC 9052, section 7), and SubjectPublicKeyInfo, as
 * browsers give them and rows hold them. Web Authentication, level 3, section 5.8.5, binds curves to algorithms.
 */

import { decodePartialCBOR } from "@levischuck/tiny-cbor";
import {
  EDDSA,
  ES256,
  MAX_RSA_BITS,
  MIN_RSA_BITS,
  type PasskeyAlgorithm,
  RS256,
} from "../contract/passkey-algorithms.ts";
import { algorithmIdentifier, rawSignature } from "../keys/der.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Names of WebCrypto, and the signature in the form that it reads. */
interface Verification {
  key: { name: string; namedCurve?: string; hash?: string };
  verify: { name: string; hash?: string };
  signature(given: Bytes): Bytes | null;
}

const asGiven = (signature: Bytes): Bytes => signature;
const VERIFICATIONS: Record<PasskeyAlgorithm, Verification> = {
  [ES256]: {
    key: { name: "ECDSA", namedCurve: "P-256" },
    verify: { name: "ECDSA", hash: "SHA-256" },
    signature: rawSignature,
  },
  [EDDSA]: { key: { name: "Ed25519" }, verify: { name: "Ed25519" }, signature: asGiven },
  [RS256]: {
    key: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
    verify: { name: "RSASSA-PKCS1-v1_5" },
    signature: asGiven,
  },
};

/** AlgorithmIdentifier in DER, as hex (RFC 5480, RFC 8410, RFC 3279). */
const IDENTIFIERS: Record<string, PasskeyAlgorithm> = {
  "301306072a8648ce3d020106082a8648ce3d030107": ES256,
  "300506032b6570": EDDSA,
  "300d06092a864886f70d0101010500": RS256,
};

export interface PublicKey {
  verification: Verification;
  key: CryptoKey;
  /** SubjectPublicKeyInfo. */
  spki: Bytes;
}
/** `unsupported`: a key of another algorithm, curve or length. `wrong`: no key. */
export type KeyFault = "unsupported" | "wrong";

/** Reads SubjectPublicKeyInfo. */
export async function keyOfSpki(spki: Bytes): Promise<PublicKey | KeyFault> {
  const identifier = algorithmIdentifier(spki);
  if (identifier === null) return "wrong";
  const algorithm = IDENTIFIERS[Buffer.from(identifier).toString("hex")];
  return algorithm === undefined ? "unsupported" : imported(algorithm, "spki", spki);
}

async function imported(
  algorithm: PasskeyAlgorithm,
  ...[format, data]: ["spki", Bytes] | ["jwk", JsonWebKey]
): Promise<PublicKey | KeyFault> {
  const verification = VERIFICATIONS[algorithm];
  try {
    const key =
      format === "spki"
        ? await crypto.subtle.importKey(format, data, verification.key, true, ["verify"])
        : await crypto.subtle.importKey(format, data, verification.key, true, ["verify"]);
    const exported = await crypto.subtle.exportKey("spki", key);
    if (!(exported instanceof ArrayBuffer)) return "wrong";
    const spki = new Uint8Array(exported);
    // another encoding of a key that exists would be a second name for it
    if (format === "spki" && !Buffer.from(spki).equals(data)) return "wrong";
    return isOfLength(key) ? { verification, key, spki } : "unsupported";
  } catch {
    return "wrong";
  }
}

/** The largest exponent is that of every authenticator: a larger one costs more to verify. */
const MAX_EXPONENT = 65_537;

function isOfLength({ algorithm }: CryptoKey): boolean {
  if (!("modulusLength" in algorithm)) return true;
  const { modulusLength, publicExponent } = algorithm;
  const exponent = Number(`0x${Buffer.from(publicExponent).toString("hex")}`);
  return modulusLength >= MIN_RSA_BITS && modulusLength <= MAX_RSA_BITS && exponent <= MAX_EXPONENT;
}

/** Labels of COSE_Key: key type, algorithm, and parameters of the type. */
const [KTY, ALG] = [1, 3];
/** Key types: OKP, EC2, RSA. Curves: P-256, Ed25519. */
const [OKP, EC2, RSA] = [1, 2, 3];
const [P256, ED25519] = [1, 6];
/** Bytes of a coordinate. */
const COORDINATE = 32;

/**
 * Reads the COSE_Key at this place, and returns the place behind it. The bytes are copied, because the decoder does not
 * compare the length of a byte string with the end of its input, but slices the buffer.
 */
export async function keyOfCose(
  data: Uint8Array,
  at: number,
): Promise<{ key: PublicKey | KeyFault; end: number } | "wrong"> {
  const item = decoded(data.slice(at));
  if (item === null || !(item.value instanceof Map)) return "wrong";
  return { key: await keyOfMap(item.value), end: at + item.length };
}

/** Null for what is no CBOR, or ends early. */
export function decoded(data: Bytes): { value: unknown; length: number } | null {
  try {
    const [value, length] = decodePartialCBOR(data, 0);
    return length <= data.length ? { value, length } : null;
  } catch {
    return null;
  }
}

async function keyOfMap(map: ReadonlyMap<unknown, unknown>): Promise<PublicKey | KeyFault> {
  const [kty, alg] = [map.get(KTY), map.get(ALG)];
  if (typeof kty !== "number" || typeof alg !== "number") return "wrong";
  if (alg === ES256 && kty === EC2) return map.get(-1) === P256 ? ofCurve(map) : "unsupported";
  if (alg === EDDSA && kty === OKP) return map.get(-1) === ED25519 ? ofEdwards(map) : "unsupported";
  if (alg === RS256 && kty === RSA) return ofRsa(map);
  return alg === ES256 || alg === EDDSA || alg === RS256 ? "wrong" : "unsupported";
}

/** Null for anything but bytes of this length. */
function parameter(map: ReadonlyMap<unknown, unknown>, label: number, length?: number): string | null {
  const bytes = map.get(label);
  if (!(bytes instanceof Uint8Array) || (length !== undefined && bytes.length !== length)) return null;
  return Buffer.from(bytes).toString("base64url");
}

function ofCurve(map: ReadonlyMap<unknown, unknown>): Promise<PublicKey | KeyFault> | KeyFault {
  const [x, y] = [parameter(map, -2, COORDINATE), parameter(map, -3, COORDINATE)];
  return x === null || y === null ? "wrong" : imported(ES256, "jwk", { kty: "EC", crv: "P-256", x, y });
}

function ofEdwards(map: ReadonlyMap<unknown, unknown>): Promise<PublicKey | KeyFault> | KeyFault {
  const x = parameter(map, -2, COORDINATE);
  return x === null ? "wrong" : imported(EDDSA, "jwk", { kty: "OKP", crv: "Ed25519", x });
}

function ofRsa(map: ReadonlyMap<unknown, unknown>): Promise<PublicKey | KeyFault> | KeyFault {
  const [n, e] = [parameter(map, -1), parameter(map, -2)];
  return n === null || e === null ? "wrong" : imported(RS256, "jwk", { kty: "RSA", n, e });
}
