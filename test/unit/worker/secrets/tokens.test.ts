import { Buffer } from "node:buffer";
import { describe, expect, test } from "vitest";
import { accountName } from "../../../../worker/secrets/account-name.ts";
import { digest, sameSecret } from "../../../../worker/secrets/digest.ts";
import { SecretsUnavailable } from "../../../../worker/secrets/keys.ts";
import { lookupHash, lookupHashes } from "../../../../worker/secrets/lookup.ts";
import { newNamedKey, newSecrets } from "../../../../worker/secrets/new-secrets.ts";
import { newApiKey, randomToken } from "../../../../worker/secrets/random.ts";
import { loadKeys } from "../../../../worker/secrets/seal.ts";

describe("made secrets", () => {
  test("an API key has its form, and every letter about equally often", () => {
    const keys = Array.from({ length: 2000 }, newApiKey);
    for (const key of keys) expect(key).toMatch(/^sw[0-9A-Za-z]{40}$/);
    expect(new Set(keys).size).toBe(keys.length);
    const counts = new Map<string, number>();
    for (const letter of keys.map((key) => key.slice(2)).join("")) {
      counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    const expected = (2000 * 40) / 62;
    expect(counts.size).toBe(62);
    // Six standard deviations: a modulo over bytes would give the first eight letters a quarter more.
    for (const count of counts.values())
      expect(Math.abs(count - expected)).toBeLessThan(6 * Math.sqrt(expected));
  });

  test("a token has 256 bits", () => {
    expect(Buffer.from(randomToken(), "base64url")).toHaveLength(32);
    expect(new Set(Array.from({ length: 1000 }, randomToken)).size).toBe(1000);
  });

  test("new secrets are ones that the product accepts", async () => {
    const made = newSecrets();
    expect((await loadKeys(made)).byId.size).toBe(1);
    expect(await lookupHash(made, "x")).toMatch(/^k[0-9a-f]{8}\.[\w-]{43}$/);
    expect(newSecrets()).not.toEqual(made);
  });
});

test("the name of an account in the log is the same wherever it is made, and tells nothing of the id", () => {
  const id = "0b0e4b0a-6c0c-4d0e-8f00-000000000001";
  expect(accountName(id)).toBe("338f11f434cfd389");
  for (const part of id.split("-")) expect(accountName(id)).not.toContain(part.slice(0, 4));
});

describe("digests", () => {
  test("SHA-256 in hex", async () => {
    expect(await digest("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });

  test("comparison [T31]", () => {
    expect(sameSecret("pässword", "pässword")).toBe(true);
    expect(sameSecret("password", "password ")).toBe(false);
    expect(sameSecret("", "x")).toBe(false);
  });

  test("the blind index is HMAC-SHA-256 under its key [T31]", async () => {
    const bytes = Buffer.from("k".repeat(32)).toString("base64");
    const LOOKUP_KEY = `k1:${bytes}`;
    const { createHmac } = await import("node:crypto");
    const expected = createHmac("sha256", "k".repeat(32)).update("swkey").digest("base64url");
    expect(await lookupHash({ LOOKUP_KEY }, "swkey")).toBe(`k1.${expected}`);
    await expect(lookupHash({}, "swkey")).rejects.toThrow(SecretsUnavailable);
    for (const wrong of ["k1:c2hvcnQ=", bytes]) {
      await expect(lookupHash({ LOOKUP_KEY: wrong }, "swkey")).rejects.toThrow(SecretsUnavailable);
    }
  });

  test("is looked for with every key, and written with the newest that everybody has [F194] [F195]", async () => {
    const bytes = Buffer.from("k".repeat(32)).toString("base64");
    const old = `k1:${bytes}`;
    const made = Date.UTC(2026, 5, 1);
    const fresh = newNamedKey(made);
    const kid = fresh.split(":")[0];
    const env = { LOOKUP_KEY: `${fresh},${old}` };
    const [next, before] = await lookupHashes(env, "swkey");
    expect(before).toBe(await lookupHash({ LOOKUP_KEY: old }, "swkey"));
    expect(next).toMatch(new RegExp(`^${kid}\\.[\\w-]{43}$`));
    expect(await lookupHash(env, "swkey", made + 300_000)).toBe(before);
    expect(await lookupHash(env, "swkey", made + 660_000)).toBe(next);
    expect(await lookupHashes({ LOOKUP_KEY: `${newNamedKey()},${old}` }, "swkey")).toContain(before);
    for (const LOOKUP_KEY of [`${old},${old}`, `k.1:${bytes}`, "k1:c2hvcnQ="]) {
      const refusal = await lookupHash({ LOOKUP_KEY }, "swkey").catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(SecretsUnavailable);
      expect(String(refusal)).not.toContain(bytes);
    }
  });
});
