/** What the cron does about keys that were turned. */

import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { ownerOfKey } from "../../../../worker/db/account-search.ts";
import { type JobsEnv, runJobs } from "../../../../worker/jobs.ts";
import { lookupHash, lookupHashes } from "../../../../worker/secrets/lookup.ts";
import { newNamedKey } from "../../../../worker/secrets/new-secrets.ts";
import { loadKeys, seal, unseal } from "../../../../worker/secrets/seal.ts";
import { run } from "../api/client.ts";
import { jobsEnv, NOW, withOneAccount } from "./one-account.ts";

withOneAccount();

describe("a change of keys", () => {
  const OLD = newNamedKey();
  const NEW = newNamedKey();
  const rowOf = (id: string) => ({ table: "credentials", column: "password_sealed", id, userId: "u1" });
  const credential = async (id: string, sealed: string) =>
    run(
      `INSERT INTO credentials (id, user_id, name, username, password_sealed, created_at)
       VALUES (?, 'u1', 'n', ?, ?, 0)`,
      id,
      id,
      sealed,
    );
  const sealedOf = async (id: string) =>
    (
      await env.DB.prepare("SELECT password_sealed AS s FROM credentials WHERE id = ?")
        .bind(id)
        .first<{ s: string }>()
    )?.s ?? "";

  test("seals everything again in steps; then the old key can go", async () => {
    const before = await loadKeys({ SEAL_KEYS: OLD });
    for (let n = 0; n < 130; n++)
      await credential(`c${n}`, await seal(before, `secret ${n}`, rowOf(`c${n}`)));
    const key = { table: "api_keys", column: "key_sealed", id: "k1", userId: "u1" };
    await run(
      "INSERT INTO api_keys (id, user_id, key_hash, key_sealed, created_at) VALUES ('k1', 'u1', 'h', ?, 0)",
      await seal(before, "swkey", key),
    );
    const both = { ...jobsEnv, SEAL_KEYS: `${NEW},${OLD}` };
    const overAtOnce = () => {
      moment += 60_000;
      return moment;
    };
    let moment = 0;
    expect((await runJobs(both, NOW, overAtOnce)).counts).toMatchObject({ resealed: 100, reseal_left: 31 });
    expect((await runJobs(both, NOW)).counts).toMatchObject({ resealed: 31, reseal_left: 0 });
    expect((await runJobs(both, NOW)).counts).toMatchObject({ resealed: 0, reseal_left: 0 });
    const after = await loadKeys({ SEAL_KEYS: NEW });
    for (const n of [0, 64, 129])
      expect(await unseal(after, await sealedOf(`c${n}`), rowOf(`c${n}`))).toBe(`secret ${n}`);
    const sealedKey = await env.DB.prepare("SELECT key_sealed AS s FROM api_keys").first<{ s: string }>();
    expect(await unseal(after, sealedKey?.s ?? "", key)).toBe("swkey");
  });

  test("makes every hash again in steps, and what it was found by before finds it meanwhile [F194]", async () => {
    const sealed = await seal(await loadKeys(jobsEnv), "swkey0", {
      ...{ table: "api_keys", column: "key_sealed", id: "k0", userId: "u1" },
    });
    const key =
      "INSERT INTO api_keys (id, user_id, key_hash, key_sealed, created_at) VALUES (?, 'u1', ?, ?, 0)";
    await run(key, "k0", await lookupHash(jobsEnv, "swkey0"), sealed);
    await run(key, "lost", await lookupHash(jobsEnv, "lost"), "v1.gone.AAAA.AAAA");
    const both = { ...jobsEnv, LOOKUP_KEY: `${newNamedKey()},${env.LOOKUP_KEY}` };
    const found = async (by: JobsEnv, text: string) => ownerOfKey(env.DB, await lookupHashes(by, text));
    expect(await found(both, "swkey0")).toBe("u1");
    // what no key opens keeps nothing else from the new key, and keeps the old one
    expect((await runJobs(both, NOW)).counts).toMatchObject({
      redigested: 1,
      redigest_left: 1,
    });
    expect((await runJobs(both, NOW)).counts).toMatchObject({
      redigested: 0,
      redigest_left: 1,
    });
    expect(await found(both, "lost")).toBe("u1");
    const next = { ...jobsEnv, LOOKUP_KEY: both.LOOKUP_KEY.split(",")[0] };
    expect(await found(next, "swkey0")).toBe("u1");
    expect(await found(jobsEnv, "swkey0")).toBeNull();
    const row = await env.DB.prepare("SELECT * FROM users WHERE id = 'u1'").first();
    expect(row).toMatchObject({ rights_version: 1 });
  });

  test("counts what no key opens, and goes on with the rest [F38]", async () => {
    const before = await loadKeys({ SEAL_KEYS: OLD });
    await credential("a", "v1.gone.AAAA.AAAA");
    await credential("b", await seal(before, "kept", rowOf("b")));
    const { counts } = await runJobs({ ...jobsEnv, SEAL_KEYS: `${NEW},${OLD}` }, NOW);
    expect(counts).toMatchObject({ resealed: 1, reseal_left: 1 });
    expect(await sealedOf("a")).toBe("v1.gone.AAAA.AAAA");
    expect(await unseal(await loadKeys({ SEAL_KEYS: NEW }), await sealedOf("b"), rowOf("b"))).toBe("kept");
  });
});
