import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { lookupHash } from "../../../../worker/secrets/lookup.ts";
import { newNamedKey } from "../../../../worker/secrets/new-secrets.ts";
import { type KeyUse, LISTS, retired, rotated } from "../../../../worker/secrets/rotation.ts";
import { loadKeys, seal } from "../../../../worker/secrets/seal.ts";
import { run } from "../api/client.ts";

const idOf = (key = "") => key.split(":")[0] ?? "";

describe("rotation", () => {
  test("puts the new key first and keeps the old ones", async () => {
    const first = newNamedKey();
    const both = rotated("SEAL_KEYS", first);
    const [second] = both.split(",");
    const keys = await loadKeys({ SEAL_KEYS: both });
    expect([...keys.byId.keys()]).toEqual([second, first].map(idOf));
    expect(keys.current).toBe(idOf(second));
    expect(retired("SEAL_KEYS", both)).toBe(second);
  });

  test("seals with the newest key once everybody has it; the others open [F81] [F195]", async () => {
    const made = Date.UTC(2026, 5, 1);
    const first = newNamedKey();
    const current = async (SEAL_KEYS: string, now: number) => (await loadKeys({ SEAL_KEYS }, now)).current;
    const two = rotated("SEAL_KEYS", first, made);
    const [a] = two.split(",");
    // An account's object that has not slept since has the secrets of before for five minutes.
    expect(await current(two, made + 300_000)).toBe(idOf(first));
    expect(await current(two, made + 660_000)).toBe(idOf(a));
    const three = rotated("SEAL_KEYS", two, made + 3_600_000);
    expect(await current(three, made + 3_600_000)).toBe(idOf(a));
    expect(await current(three, made + 7_200_000)).toBe(idOf(three));
    expect([...(await loadKeys({ SEAL_KEYS: three })).byId.keys()]).toEqual(three.split(",").map(idOf));
    // The only key that there is seals at once.
    expect(await current(newNamedKey(made), made)).toMatch(/^k/);
  });

  test("knows of every envelope which key it needs [F81]", async () => {
    await env.DB.exec("DELETE FROM mail_outbox");
    const key = newNamedKey(Date.now());
    const row = { table: "mail_outbox", column: "letter_sealed", id: "m", userId: "" };
    const sealed = await seal(await loadKeys({ SEAL_KEYS: key }), "letter", row);
    const insert = "INSERT INTO mail_outbox (id, kind, letter_sealed, created_at) VALUES ('m', 'k', ?, 0)";
    await run(insert, sealed);
    const { results } = await env.DB.prepare(LISTS.SEAL_KEYS.inUse ?? "").all();
    expect(results).toContainEqual({ kid: idOf(key), count: 1 });
    await env.DB.exec("DELETE FROM mail_outbox");
  });

  test("knows of every hash which key it needs [F194]", async () => {
    const LOOKUP_KEY = newNamedKey(1_600_000_000_000);
    const hash = await lookupHash({ LOOKUP_KEY }, "a@x.example");
    const link =
      "INSERT INTO reset_links (token_hash, email_hash, created_at, expires_at) VALUES (?, ?, 0, 0)";
    await env.DB.batch([
      env.DB.prepare(link).bind("named", hash),
      env.DB.prepare(link).bind("other", await lookupHash(env, "a@x.example")),
    ]);
    const { results } = await env.DB.prepare(LISTS.LOOKUP_KEY.inUse ?? "").all<KeyUse>();
    expect(results).toContainEqual({ kid: idOf(LOOKUP_KEY), count: 1 });
    expect(results.find(({ kid }) => kid === "k1")?.count).toBeGreaterThan(0);
    await env.DB.exec("DELETE FROM reset_links");
  });
});
