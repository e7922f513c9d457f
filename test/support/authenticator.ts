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
}

export interface Authenticator {
  credentialId: string;
  /** The fields of a new passkey beside its name and the password. */
  register(challenge: string, quirks?: Quirks): Promise<Record<string, string>>;
  login(challenge: string, quirks?: Quirks): Promise<Record<string, string>>;
}

export async function newAuthenticator(origin: string): Promise<Authenticator> {
  const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
    "sign",
    "verify",
  ]);
  const { publicKey, privateKey } = pair as CryptoKeyPair;
  const spki = new Uint8Array((await crypto.subtle.exportKey("spki", publicKey)) as ArrayBuffer);
  const id = crypto.getRandomValues(new Uint8Array(32));

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
  return {
    credentialId: encoded(id),
    async register(challenge, quirks = {}) {
      // an authenticator's id of zeros, the credential's id, and a public key in CBOR that nobody reads
      const credential = [...new Uint8Array(16), 0, id.length, ...id, 0xa0];
      return {
        credential_id: encoded(id),
        client_data: encoded(clientData("webauthn.create", challenge, quirks)),
        authenticator_data: encoded(Uint8Array.from([...(await head(0x45, quirks)), ...credential])),
        public_key: encoded(spki),
      };
    },
    async login(challenge, quirks = {}) {
      const client = clientData("webauthn.get", challenge, quirks);
      const data = Uint8Array.from(await head(0x05, quirks));
      const signed = Uint8Array.from([...data, ...(await sha256(client))]);
      const raw = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, privateKey, signed);
      return {
        credential_id: encoded(id),
        client_data: encoded(client),
        authenticator_data: encoded(data),
        signature: encoded(derSignature(new Uint8Array(raw))),
      };
    },
  };
}
