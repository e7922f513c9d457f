/** Generated secrets, rotated keys, and values that no key opens. */

import { env } from "cloudflare:workers";
import { Buffer } from "node:buffer";
import { describe, expect, test } from "vitest";
import { accountName, digest, sameSecret } from "../../../../worker/keys/digest.ts";
import {
  currentKey,
  keyRing,
  lookupHash,
  lookupHashes,
  newNamedKey,
  SecretsUnavailable,
} from "../../../../worker/keys/keys.ts";
import { newApiKey, randomToken } from "../../../../worker/keys/random.ts";
import {
  KEY_LISTS,
  type KeyUse,
  newSecrets,
  withNewKey,
  withoutOldKeys,
} from "../../../../worker/keys/rotation.ts";
import { seal } from "../../../../worker/keys/seal.ts";
import { newAccount, rows, run } from "../api/client.ts";

describe("generated secrets", () => {
  test("an API key has its form, and every character about equally often", () => {
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

  test("new secrets are accepted by the product", () => {
    const made = newSecrets();
    expect(keyRing("SEAL_KEYS", made)).toHaveLength(1);
    expect(lookupHash(made, "x")).toMatch(/^k[0-9a-f]{8}\.[\w-]{43}$/);
    expect(newSecrets()).not.toEqual(made);
  });
});

test("the log name of an account is the same everywhere, and does not reveal the id", () => {
  const id = "0b0e4b0a-6c0c-4d0e-8f00-000000000001";
  expect(accountName(id)).toBe("338f11f434cfd389");
  for (const part of id.split("-")) expect(accountName(id)).not.toContain(part.slice(0, 4));
});

describe("digests", () => {
  test("SHA-256 in hex", () => {
    expect(digest("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
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
    expect(lookupHash({ LOOKUP_KEY }, "swkey")).toBe(`k1.${expected}`);
    for (const wrong of [undefined, "k1:c2hvcnQ="])
      expect(() => lookupHash({ LOOKUP_KEY: wrong }, "swkey")).toThrow(SecretsUnavailable);
  });

  test("a look-up tries every key, and writes use the newest key that all instances have [F194] [F195]", () => {
    const bytes = Buffer.from("k".repeat(32)).toString("base64");
    const old = `k1:${bytes}`;
    const made = Date.UTC(2026, 5, 1);
    const fresh = newNamedKey(made);
    const kid = fresh.split(":")[0];
    const env = { LOOKUP_KEY: `${fresh},${old}` };
    const [next, before] = lookupHashes(env, "swkey");
    expect(before).toBe(lookupHash({ LOOKUP_KEY: old }, "swkey"));
    expect(next).toMatch(new RegExp(`^${kid}\\.[\\w-]{43}$`));
    expect(lookupHash(env, "swkey", made + 300_000)).toBe(before);
    expect(lookupHash(env, "swkey", made + 660_000)).toBe(next);
    expect(lookupHashes({ LOOKUP_KEY: `${newNamedKey()},${old}` }, "swkey")).toContain(before);
    for (const LOOKUP_KEY of [`${old},${old}`, `k.1:${bytes}`, "k1:c2hvcnQ="]) {
      const look = () => lookupHash({ LOOKUP_KEY }, "swkey");
      expect(look).toThrow(SecretsUnavailable);
      expect(look).not.toThrow(bytes);
    }
  });
});

const idOf = (key = "") => key.split(":")[0] ?? "";

describe("rotation", () => {
  test("puts the new key first and keeps the old ones", () => {
    const first = newNamedKey();
    const both = withNewKey("SEAL_KEYS", first);
    const [second] = both.split(",");
    expect(keyRing("SEAL_KEYS", { SEAL_KEYS: both }).map(({ id }) => id)).toEqual([second, first].map(idOf));
    expect(currentKey("SEAL_KEYS", { SEAL_KEYS: both }).id).toBe(idOf(second));
    expect(withoutOldKeys("SEAL_KEYS", both)).toBe(second);
  });

  test("seals with the newest key once all instances have it; the others still open [F81] [F195]", () => {
    const made = Date.UTC(2026, 5, 1);
    const first = newNamedKey();
    const current = (SEAL_KEYS: string, now: number) => currentKey("SEAL_KEYS", { SEAL_KEYS }, now).id;
    const two = withNewKey("SEAL_KEYS", first, made);
    const [a] = two.split(",");
    // An account's object that has not slept since then has the old secrets for five minutes.
    expect(current(two, made + 300_000)).toBe(idOf(first));
    expect(current(two, made + 660_000)).toBe(idOf(a));
    const three = withNewKey("SEAL_KEYS", two, made + 3_600_000);
    expect(current(three, made + 3_600_000)).toBe(idOf(a));
    expect(current(three, made + 7_200_000)).toBe(idOf(three));
    expect(keyRing("SEAL_KEYS", { SEAL_KEYS: three }).map(({ id }) => id)).toEqual(
      three.split(",").map(idOf),
    );
    // A single key seals at once.
    expect(current(newNamedKey(made), made)).toMatch(/^k/);
  });

  test("finds the key of every envelope [F81]", async () => {
    await env.DB.exec("DELETE FROM mail_outbox");
    const key = newNamedKey(Date.now());
    const row = { table: "mail_outbox", column: "letter_sealed", id: "m", userId: "" };
    const sealed = await seal({ SEAL_KEYS: key }, "letter", row);
    const insert = "INSERT INTO mail_outbox (id, kind, letter_sealed, created_at) VALUES ('m', 'k', ?, 0)";
    await run(insert, sealed);
    const { results } = await env.DB.prepare(KEY_LISTS.SEAL_KEYS.usageSql).all();
    expect(results).toContainEqual({ kid: idOf(key), count: 1 });
    await env.DB.exec("DELETE FROM mail_outbox");
  });

  test("finds the key of every hash [F194]", async () => {
    const LOOKUP_KEY = newNamedKey(1_600_000_000_000);
    const hash = lookupHash({ LOOKUP_KEY }, "a@x.example");
    const link =
      "INSERT INTO reset_links (token_hash, email_hash, created_at, expires_at) VALUES (?, ?, 0, 0)";
    await env.DB.batch([
      env.DB.prepare(link).bind("named", hash),
      env.DB.prepare(link).bind("other", lookupHash(env, "a@x.example")),
    ]);
    const { results } = await env.DB.prepare(KEY_LISTS.LOOKUP_KEY.usageSql).all<KeyUse>();
    expect(results).toContainEqual({ kid: idOf(LOOKUP_KEY), count: 1 });
    expect(results.find(({ kid }) => kid === "k1")?.count).toBeGreaterThan(0);
    await env.DB.exec("DELETE FROM reset_links");
  });
});

const LOST = "v1.gone.AAAA.AAAA";

test("an unreadable API key is empty and listed last [F38] [F81]", async () => {
  const account = await newAccount();
  const older = (await account.call("POST /v0/api-keys/")).body;
  const newer = (await account.call("POST /v0/api-keys/")).body;
  await rows("UPDATE api_keys SET key_sealed = ? WHERE id = ?", LOST, newer.id);
  const { status, body } = await account.call("GET /v0/api-keys/");
  expect(status).toBe(200);
  expect(body).toEqual([older, { ...newer, key: "" }]);
  expect((await account.call(`DELETE /v0/api-keys/${newer.id}/`)).status).toBe(204);
  expect((await account.call("GET /v0/api-keys/")).body).toEqual([older]);
});

test("an unreadable password is empty, and a new one replaces it [F38] [F81]", async () => {
  const account = await newAccount();
  const credential = { name: "C", username: "u", password: "p", channels: [] };
  const { id } = (await account.call("POST /v0/mqtt/credentials/", credential)).body;
  await rows("UPDATE credentials SET password_sealed = ? WHERE id = ?", LOST, id);
  expect((await account.call("GET /v0/mqtt/credentials/")).body).toMatchObject([{ id, password: "" }]);
  const renamed = { name: "D", username: "u", channels: [] };
  const put = `PUT /v0/mqtt/credentials/${id}/`;
  expect((await account.call(put, renamed)).body).toMatchObject({ name: "D", password: "" });
  expect((await account.call(put, { ...renamed, password: "q" })).body).toMatchObject({ password: "q" });
});
