/** An authenticator in software: makes passkeys and signs logins with them, as a browser would send them. */

const encoded = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");
const sha256 = async (data: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", data));
const text = (value: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(value));

/** A number of a DER signature: without leading zeros, and not negative. */
function derNumber(digits: Uint8Array): number[] {
  let start = 0;
  while (start < digits.length - 1 && digits[start] === 0) start++;
  const number = [...digits.subarray(start)];
  const positive = (number[0] ?? 0) > 127 ? [0, ...number] : number;
  return [0x02, positive.length, ...positive];
}

/** r and s side by side, as WebCrypto returns them, in DER. */
export function derSignature(raw: Uint8Array): Uint8Array {
  const half = raw.length / 2;
  const numbers = [...derNumber(raw.subarray(0, half)), ...derNumber(raw.subarray(half))];
  return Uint8Array.from([0x30, numbers.length, ...numbers]);
}

/** What a test may replace. */
export interface Quirks {
  type?: string;
  origin?: string;
  crossOrigin?: boolean;
  /** User present 1, user verified 4, with a credential 64. */
  flags?: number;
  /** The site (RP ID). */
  site?: string;
  /** The key in COSE, and what follows it. */
  cose?: number[];
}

// Keys and attestation objects in CBOR, written by hand.

/** Of less than 65,536 bytes or items, or a number below that. */
function cborHead(major: number, length: number): number[] {
  if (length < 24) return [(major << 5) | length];
  return length < 256 ? [(major << 5) | 24, length] : [(major << 5) | 25, length >> 8, length & 255];
}
const cborNumber = (value: number): number[] => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborBytes = (bytes: Uint8Array): number[] => [...cborHead(2, bytes.length), ...bytes];
const cborText = (value: string): number[] => [...cborHead(3, value.length), ...text(value)];
const cborMap = (entries: [number[], number[]][]): number[] => [
  ...cborHead(5, entries.length),
  ...entries.flatMap(([key, value]) => [...key, ...value]),
];

/** COSE_Key, of numbers and bytes by their labels. */
export const coseKey = (fields: [number, number | Uint8Array][]): number[] =>
  cborMap(
    fields.map(([label, value]) => [
      cborNumber(label),
      typeof value === "number" ? cborNumber(value) : cborBytes(value),
    ]),
  );

/** Without a statement. */
const attestationObject = (authenticatorData: Uint8Array): number[] =>
  cborMap([
    [cborText("fmt"), cborText("none")],
    [cborText("attStmt"), cborMap([])],
    [cborText("authData"), cborBytes(authenticatorData)],
  ]);

const part = (jwk: JsonWebKey, name: "x" | "y" | "n" | "e"): Uint8Array =>
  Uint8Array.from(Buffer.from(jwk[name] ?? "", "base64url"));

export type Algorithm = "ES256" | "EdDSA" | "RS256";
interface Kind {
  generate: {
    name: string;
    namedCurve?: string;
    modulusLength?: number;
    publicExponent?: Uint8Array;
    hash?: string;
  };
  sign: { name: string; hash?: string };
  cose(jwk: JsonWebKey): number[];
  signature(raw: Uint8Array): Uint8Array;
}
const KINDS: Record<Algorithm, Kind> = {
  ES256: {
    generate: { name: "ECDSA", namedCurve: "P-256" },
    sign: { name: "ECDSA", hash: "SHA-256" },
    cose: (jwk) =>
      coseKey([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, part(jwk, "x")],
        [-3, part(jwk, "y")],
      ]),
    signature: derSignature,
  },
  EdDSA: {
    generate: { name: "Ed25519" },
    sign: { name: "Ed25519" },
    cose: (jwk) =>
      coseKey([
        [1, 1],
        [3, -8],
        [-1, 6],
        [-2, part(jwk, "x")],
      ]),
    signature: (raw) => raw,
  },
  RS256: {
    generate: {
      name: "RSASSA-PKCS1-v1_5",
      modulusLength: 2048,
      publicExponent: Uint8Array.of(1, 0, 1),
      hash: "SHA-256",
    },
    sign: { name: "RSASSA-PKCS1-v1_5" },
    cose: (jwk) =>
      coseKey([
        [1, 3],
        [3, -257],
        [-1, part(jwk, "n")],
        [-2, part(jwk, "e")],
      ]),
    signature: (raw) => raw,
  },
};

export interface Authenticator {
  credentialId: string;
  /** The fields of a new passkey beside its name and the password. */
  register(challenge: string, quirks?: Quirks): Promise<Record<string, string>>;
  /** The same, with the attestation object alone. */
  attest(challenge: string, quirks?: Quirks): Promise<Record<string, string>>;
  login(challenge: string, quirks?: Quirks): Promise<Record<string, string>>;
}

/** The parts that the responses of a new passkey and of a login share. */
function partsOf(origin: string) {
  const clientData = (type: string, challenge: string, quirks: Quirks) =>
    text(
      JSON.stringify({
        type: quirks.type ?? type,
        challenge: encoded(text(challenge)),
        origin: quirks.origin ?? origin,
        crossOrigin: quirks.crossOrigin ?? false,
      }),
    );
  const noCounter = new Uint8Array(4);
  const head = async (flags: number, { site, flags: given }: Quirks) => [
    ...(await sha256(text(site ?? new URL(origin).hostname))),
    given ?? flags,
    ...noCounter,
  ];
  return { clientData, head };
}

export async function newAuthenticator(
  origin: string,
  algorithm: Algorithm = "ES256",
): Promise<Authenticator> {
  const kind = KINDS[algorithm];
  const pair = (await crypto.subtle.generateKey(kind.generate, true, ["sign", "verify"])) as CryptoKeyPair;
  const { publicKey, privateKey } = pair;
  const spki = new Uint8Array((await crypto.subtle.exportKey("spki", publicKey)) as ArrayBuffer);
  const cose = kind.cose((await crypto.subtle.exportKey("jwk", publicKey)) as JsonWebKey);
  const id = crypto.getRandomValues(new Uint8Array(32));

  const { clientData, head } = partsOf(origin);
  // an authenticator's id of zeros, the credential's id, and its key
  const newData = async (quirks: Quirks) =>
    Uint8Array.from([
      ...(await head(0x45, quirks)),
      ...new Uint8Array(16),
      0,
      id.length,
      ...id,
      ...(quirks.cose ?? cose),
    ]);
  return {
    credentialId: encoded(id),
    register: async (challenge, quirks = {}) => ({
      credential_id: encoded(id),
      client_data: encoded(clientData("webauthn.create", challenge, quirks)),
      authenticator_data: encoded(await newData(quirks)),
      public_key: encoded(spki),
    }),
    attest: async (challenge, quirks = {}) => ({
      credential_id: encoded(id),
      client_data: encoded(clientData("webauthn.create", challenge, quirks)),
      attestation_object: encoded(Uint8Array.from(attestationObject(await newData(quirks)))),
    }),
    async login(challenge, quirks = {}) {
      const client = clientData("webauthn.get", challenge, quirks);
      const data = Uint8Array.from(await head(0x05, quirks));
      const signed = Uint8Array.from([...data, ...(await sha256(client))]);
      const raw = await crypto.subtle.sign(kind.sign, privateKey, signed);
      return {
        credential_id: encoded(id),
        client_data: encoded(client),
        authenticator_data: encoded(data),
        signature: encoded(kind.signature(new Uint8Array(raw))),
      };
    },
  };
}
