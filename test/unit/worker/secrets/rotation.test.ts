import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { lookupHash } from "../../../../worker/secrets/lookup.ts";
import { newNamedKey, newSlotKey } from "../../../../worker/secrets/new-secrets.ts";
import {
  type KeyUse,
  LOOKUP_KEY,
  retired,
  rotated,
  SEAL_KEYS,
  withKeys,
} from "../../../../worker/secrets/rotation.ts";
import { loadKeys, type SealEnv, seal } from "../../../../worker/secrets/seal.ts";

describe("rotation", () => {
  test("puts the new key first and keeps the old ones", async () => {
    const [first, second] = [newNamedKey(), newNamedKey()];
    const keys = await loadKeys({ SEAL_KEYS: rotated(first, second) });
    expect([...keys.byId.keys()]).toEqual([second, first].map((key) => key.split(":")[0]));
    expect(keys.current).toBe(second.split(":")[0]);
    expect(retired(rotated(first, second), SEAL_KEYS, [])).toBe(second);
  });

  test("keeps two slots, of which the newer seals once everybody has it, and the older opens [F81] [F195]", async () => {
    const made = Date.UTC(2026, 5, 1);
    const list = newNamedKey();
    const [a, b] = [newSlotKey("SEAL_KEYS_A", made), newSlotKey("SEAL_KEYS_B", made + 3_600_000)];
    const idOf = (key: string) => key.split(":")[0];
    const current = async (env: SealEnv, now: number) => (await loadKeys(env, now)).current;
    const first = { SEAL_KEYS: list, SEAL_KEYS_A: a };
    // an account's object that has not slept since has the secrets of before for five minutes
    expect(await current(first, made + 300_000)).toBe(idOf(list));
    expect(await current(first, made + 660_000)).toBe(idOf(a));
    const second = { ...first, SEAL_KEYS_B: b };
    expect(await current(second, made + 3_600_000)).toBe(idOf(a));
    expect(await current(second, made + 7_200_000)).toBe(idOf(b));
    expect([...(await loadKeys(second)).byId.keys()]).toEqual([b, a, list].map(idOf));
    // the only key there is seals at once
    expect(await current({ SEAL_KEYS_A: a }, made)).toBe(idOf(a));
    const again = { SEAL_KEYS_A: newSlotKey("SEAL_KEYS_A", made + 9_000_000), SEAL_KEYS_B: b };
    expect(await current(again, made + 18_000_000)).toBe(idOf(again.SEAL_KEYS_A));
  });

  test("knows of every envelope which key it needs [F81]", async () => {
    await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
    await env.DB.exec("DELETE FROM mail_outbox");
    const key = newSlotKey("SEAL_KEYS_B", Date.now());
    const row = { table: "mail_outbox", column: "letter_sealed", id: "m", userId: "" };
    const sealed = await seal(await loadKeys({ SEAL_KEYS_B: key }), "letter", row);
    const insert = "INSERT INTO mail_outbox (id, kind, letter_sealed, created_at) VALUES ('m', 'k', ?, 0)";
    await env.DB.prepare(insert).bind(sealed).run();
    const { results } = await env.DB.prepare(SEAL_KEYS.inUse).all();
    expect(results).toContainEqual({ kid: key.split(":")[0], count: 1 });
    await env.DB.exec("DELETE FROM mail_outbox");
  });

  test("knows of every hash which key it needs [F194]", async () => {
    await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
    const LOOKUP_KEY_A = newSlotKey("LOOKUP_KEY_A", 1_600_000_000_000);
    const hash = await lookupHash({ LOOKUP_KEY_A }, "a@x.example");
    const link =
      "INSERT INTO reset_links (token_hash, email_hash, created_at, expires_at) VALUES (?, ?, 0, 0)";
    await env.DB.batch([
      env.DB.prepare(link).bind("named", hash),
      env.DB.prepare(link).bind("other", await lookupHash(env, "a@x.example")),
    ]);
    const { results } = await env.DB.prepare(LOOKUP_KEY.inUse).all<KeyUse>();
    expect(results).toContainEqual({ kid: LOOKUP_KEY_A.split(":")[0], count: 1 });
    expect(results.find(({ kid }) => kid === "k1")?.count).toBeGreaterThan(0);
    await env.DB.exec("DELETE FROM reset_links");
  });

  test("changes one line of the file and no other", () => {
    const file = '# local\nLOOKUP_KEY="abc="\nSEAL_KEYS="a:1=,b:2="\nSEAL_KEYS_NOTE=x\n';
    expect(withKeys(file, "SEAL_KEYS", (keys) => `n:0=,${keys}`)).toBe(
      '# local\nLOOKUP_KEY="abc="\nSEAL_KEYS="n:0=,a:1=,b:2="\nSEAL_KEYS_NOTE=x\n',
    );
    expect(withKeys("SEAL_KEYS=a:1=", "SEAL_KEYS", (keys) => `n:0=,${keys}`)).toBe("SEAL_KEYS=n:0=,a:1=");
  });

  test("refuses a file or a list without keys", () => {
    expect(() => withKeys("LOOKUP_KEY=x\n", "SEAL_KEYS", (keys) => keys)).toThrow("SEAL_KEYS");
    expect(() => rotated(" ", newNamedKey())).toThrow("nothing to rotate");
    expect(() => retired("", SEAL_KEYS, [])).toThrow("nothing to rotate");
  });
});
