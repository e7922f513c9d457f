import { Buffer } from "node:buffer";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SecretsUnavailable } from "../../../../worker/keys/keys.ts";
import { seal, unseal } from "../../../../worker/keys/seal.ts";

const key = (id: string, letter: string) => `${id}:${Buffer.from(letter.repeat(32)).toString("base64")}`;
const row = { table: "credentials", column: "password_sealed", id: "r1", userId: "u1" };
const one = { SEAL_KEYS: key("k1", "a") };

describe("a sealed value", () => {
  test("opens to the value that was sealed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme" }), async (plain) => {
        expect(await unseal(one, await seal(one, plain, row), row)).toBe(plain);
      }),
      { numRuns: 200 },
    );
  });

  test("keeps a leading byte order mark", async () => {
    expect(await unseal(one, await seal(one, "\uFEFFx", row), row)).toBe("\uFEFFx");
  });

  test("has version and key, and is different each time", async () => {
    const sealed = await Promise.all(Array.from({ length: 50 }, () => seal(one, "same", row)));
    expect(new Set(sealed).size).toBe(50);
    for (const value of sealed) expect(value).toMatch(/^v1\.k1\.[\w-]{16}\.[\w-]+$/);
    expect(sealed.join()).not.toContain("same");
  });

  test("does not open in another place [T32]", async () => {
    const sealed = await seal(one, "secret", row);
    for (const change of [{ table: "api_keys" }, { column: "x" }, { id: "r2" }, { userId: "u2" }]) {
      await expect(unseal(one, sealed, { ...row, ...change })).rejects.toThrow(SecretsUnavailable);
    }
  });

  test("does not open when any byte of it differs [T32]", async () => {
    const [version, kid, iv = "", body = ""] = (await seal(one, "secret", row)).split(".");
    const flips = (text: string) => {
      const bytes = Buffer.from(text, "base64url");
      return [...bytes.keys()].map((index) => {
        const copy = Buffer.from(bytes);
        copy.writeUInt8(copy.readUInt8(index) ^ 1, index);
        return copy.toString("base64url");
      });
    };
    const forged = [
      ...flips(iv).map((other) => [version, kid, other, body]),
      ...flips(body).map((other) => [version, kid, iv, other]),
      ["v2", kid, iv, body],
      [version, kid, iv],
      [version, kid, iv, body, "x"],
      ["secret"],
    ];
    expect(forged.length).toBeGreaterThan(30);
    for (const parts of forged) {
      await expect(unseal(one, parts.join("."), row)).rejects.toThrow(SecretsUnavailable);
    }
  });

  test("of an older key opens while that key is listed; new ones use the first", async () => {
    const old = await seal(one, "secret", row);
    const both = { SEAL_KEYS: `${key("k2", "b")},${key("k1", "a")}` };
    expect(await unseal(both, old, row)).toBe("secret");
    expect(await seal(both, "secret", row)).toMatch(/^v1\.k2\./);
    const without = { SEAL_KEYS: key("k2", "b") };
    await expect(unseal(without, old, row)).rejects.toThrow("SEAL_KEYS has no key k1.");
  });
});

describe("SEAL_KEYS", () => {
  test.each([
    ["missing", undefined],
    ["empty", " , "],
    ["too short", `k1:${Buffer.alloc(16).toString("base64")}`],
    ["no base64", `k1:${"!".repeat(43)}=`],
    ["an id with a dot", key("k.1", "a")],
    ["the same id twice", `${key("k1", "a")},${key("k1", "b")}`],
  ])("refuses %s without repeating the value", async (_, SEAL_KEYS) => {
    const refusal = await seal({ SEAL_KEYS }, "secret", row).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(SecretsUnavailable);
    if (SEAL_KEYS && SEAL_KEYS.length > 5) expect(String(refusal)).not.toContain(SEAL_KEYS.slice(-20));
  });

  test("may have no ids: the key's digest is its id", async () => {
    const SEAL_KEYS = Buffer.alloc(32).toString("base64");
    const sealed = await seal({ SEAL_KEYS }, "secret", row);
    expect(sealed).toMatch(/^v1\.51643eac\./);
    expect(await unseal({ SEAL_KEYS }, sealed, row)).toBe("secret");
  });
});
