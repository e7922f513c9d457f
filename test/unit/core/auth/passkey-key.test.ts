/** Keys of passkeys in their two encodings, made by Node's own cryptography. */

import { generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import { keyOfCose, keyOfSpki } from "../../../../worker/auth/passkey-key.ts";
import { coseKey } from "../../../support/authenticator.ts";

type Bytes = Uint8Array<ArrayBuffer>;
const own = (data: Uint8Array | readonly number[]): Bytes => Uint8Array.from(data);
const part = (jwk: JsonWebKey, name: "x" | "y" | "n" | "e") => own(Buffer.from(jwk[name] ?? "", "base64url"));

const rsa = (modulusLength: number, publicExponent = 65_537) =>
  generateKeyPairSync("rsa", { modulusLength, publicExponent });
const ec = (namedCurve: string) => generateKeyPairSync("ec", { namedCurve });
const spki = ({ publicKey }: ReturnType<typeof rsa>): Bytes =>
  own(publicKey.export({ format: "der", type: "spki" }));

const faultOf = (read: object | string) => (typeof read === "string" ? read : "a key");
const ofSpki = async (data: Bytes) => faultOf(await keyOfSpki(data));
async function ofCose(data: number[]) {
  const read = await keyOfCose(own(data), 0);
  return read === "wrong" ? read : faultOf(read.key);
}

const [small, usual, large, huge] = [1024, 2048, 4096, 4104].map((bits) => rsa(bits));
const edwards = generateKeyPairSync("ed25519");

describe("SubjectPublicKeyInfo", () => {
  test.each([
    ["RSA of 2048 bits", spki(usual as never), "a key"],
    ["RSA of 4096 bits", spki(large as never), "a key"],
    ["RSA of 2048 bits with exponent 3", spki(rsa(2048, 3)), "a key"],
    ["Ed25519", spki(edwards), "a key"],
    ["P-256", spki(ec("prime256v1")), "a key"],
    ["RSA of 1024 bits", spki(small as never), "unsupported"],
    ["RSA of 4104 bits", spki(huge as never), "unsupported"],
    ["RSA with a large exponent", spki(rsa(2048, 65_539)), "unsupported"],
    ["P-384", spki(ec("secp384r1")), "unsupported"],
    ["secp256k1", spki(ec("secp256k1")), "unsupported"],
    ["Ed448", spki(generateKeyPairSync("ed448")), "unsupported"],
    ["RSA for PSS alone", spki(generateKeyPairSync("rsa-pss", { modulusLength: 2048 })), "unsupported"],
    ["nothing", own([]), "wrong"],
    ["text", own(Buffer.from("no key")), "wrong"],
  ])("%s", async (_, data, expected) => {
    expect(await ofSpki(data)).toBe(expected);
  });

  test.each([
    ["Ed25519", spki(edwards)],
    ["RSA", spki(usual as never)],
    ["P-256", spki(ec("prime256v1"))],
  ])("%s that is cut, or longer than it says, is no key", async (_, data) => {
    expect(await ofSpki(own([...data, 0]))).toBe("wrong");
    for (let length = 0; length < data.length; length++)
      expect(await ofSpki(data.slice(0, length))).toBe("wrong");
  });

  test("a compressed point is another encoding of a key", async () => {
    const data = spki(ec("prime256v1"));
    const compressed = own([
      0x30,
      0x39,
      ...data.subarray(2, 23),
      0x03,
      0x22,
      0x00,
      0x02,
      ...data.subarray(27, 59),
    ]);
    expect(await ofSpki(compressed)).toBe("wrong");
  });
});

describe("COSE_Key", () => {
  const n = (pair: ReturnType<typeof rsa> | undefined) =>
    part(pair?.publicKey.export({ format: "jwk" }) ?? {}, "n");
  const e = own([1, 0, 1]);
  const { x = "", y = "" } = ec("prime256v1").publicKey.export({ format: "jwk" });
  const [px, py] = [x, y].map((text) => own(Buffer.from(text, "base64url"))) as [Bytes, Bytes];
  const ed = part(edwards.publicKey.export({ format: "jwk" }), "x");
  const ES256: [number, number | Uint8Array][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, px],
    [-3, py],
  ];

  test.each<[string, [number, number | Uint8Array][], string]>([
    [
      "RS256",
      [
        [1, 3],
        [3, -257],
        [-1, n(usual)],
        [-2, e],
      ],
      "a key",
    ],
    [
      "EdDSA",
      [
        [1, 1],
        [3, -8],
        [-1, 6],
        [-2, ed],
      ],
      "a key",
    ],
    ["ES256", ES256, "a key"],
    [
      "RS256 of 1024 bits",
      [
        [1, 3],
        [3, -257],
        [-1, n(small)],
        [-2, e],
      ],
      "unsupported",
    ],
    [
      "RS256 of 4104 bits",
      [
        [1, 3],
        [3, -257],
        [-1, n(huge)],
        [-2, e],
      ],
      "unsupported",
    ],
    [
      "PS256",
      [
        [1, 3],
        [3, -37],
        [-1, n(usual)],
        [-2, e],
      ],
      "unsupported",
    ],
    [
      "RSA with SHA-1",
      [
        [1, 3],
        [3, -65_535],
        [-1, n(usual)],
        [-2, e],
      ],
      "unsupported",
    ],
    [
      "ES384",
      [
        [1, 2],
        [3, -35],
        [-1, 2],
        [-2, px],
        [-3, py],
      ],
      "unsupported",
    ],
    [
      "ES256 of another curve",
      [
        [1, 2],
        [3, -7],
        [-1, 8],
        [-2, px],
        [-3, py],
      ],
      "unsupported",
    ],
    [
      "Ed448",
      [
        [1, 1],
        [3, -8],
        [-1, 7],
        [-2, ed],
      ],
      "unsupported",
    ],
    [
      "another type than its algorithm",
      [
        [1, 3],
        [3, -7],
        [-1, 1],
        [-2, px],
        [-3, py],
      ],
      "wrong",
    ],
    [
      "a point that is not on the curve",
      [
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, px],
        [-3, px],
      ],
      "wrong",
    ],
    [
      "a short coordinate",
      [
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, px.slice(1)],
        [-3, py],
      ],
      "wrong",
    ],
    [
      "no exponent",
      [
        [1, 3],
        [3, -257],
        [-1, n(usual)],
      ],
      "wrong",
    ],
    [
      "no algorithm",
      [
        [1, 3],
        [-1, n(usual)],
        [-2, e],
      ],
      "wrong",
    ],
    ["nothing", [], "wrong"],
  ])("%s", async (_, fields, expected) => {
    expect(await ofCose(coseKey(fields))).toBe(expected);
  });

  test("a key that is cut is refused, and the bytes behind a key are left", async () => {
    const data = coseKey(ES256);
    for (let length = 0; length < data.length; length++) {
      expect(await ofCose(data.slice(0, length))).toBe("wrong");
    }
    expect(await keyOfCose(own([9, ...data, 7]), 1)).toMatchObject({ end: data.length + 1 });
  });

  test("the same key as SubjectPublicKeyInfo, which verifies a signature of Node's", async () => {
    const data = own(Buffer.from("signed"));
    const pair = usual as NonNullable<typeof usual>;
    const read = await keyOfCose(
      own(
        coseKey([
          [1, 3],
          [3, -257],
          [-1, n(pair)],
          [-2, e],
        ]),
      ),
      0,
    );
    if (read === "wrong" || typeof read.key === "string") throw new Error("No key.");
    const { key, spki: stored, verification } = read.key;
    expect(stored).toEqual(spki(pair));
    const signature = own(sign("sha256", data, pair.privateKey));
    expect(await crypto.subtle.verify(verification.verify, key, signature, data)).toBe(true);
    signature[0] = (signature[0] ?? 0) ^ 1;
    expect(await crypto.subtle.verify(verification.verify, key, signature, data)).toBe(false);
  });
});
