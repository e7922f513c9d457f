import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { ownerOfKey } from "../../../../worker/db/account-search.ts";
import { type JobsEnv, runJobs } from "../../../../worker/jobs.ts";
import { lookupHash, lookupHashes, newNamedKey } from "../../../../worker/keys/keys.ts";
import { seal, unseal } from "../../../../worker/keys/seal.ts";
import { verificationEmail } from "../../../../worker/mail/emails.ts";
import { queueEmail } from "../../../../worker/mail/outbox.ts";
import { run } from "../api/client.ts";

const NOW = Date.UTC(2026, 5, 1);

const { DB, BROKER, SEAL_KEYS, LOOKUP_KEY, MAIL } = env;
const jobsEnv: JobsEnv = {
  DB,
  BROKER,
  SEAL_KEYS,
  LOOKUP_KEY,
  MAIL,
  MAIL_FROM: "hello@example.com",
  APP_URL: "https://app.example.com",
  ENVIRONMENT: "development",
};

beforeEach(async () => {
  await DB.exec("DELETE FROM mail_outbox; DELETE FROM reset_links; DELETE FROM users;");
  await run("INSERT INTO users (id, email, password_hash, created_at) VALUES ('u1', 'a@x.example', 'h', 0)");
});

const DAY = 86_400_000;

const ids = async (table: string, column = "id") =>
  (await env.DB.prepare(`SELECT ${column} AS id FROM ${table} ORDER BY 1`).all<{ id: string }>()).results.map(
    (row) => row.id,
  );

describe("the cron", () => {
  test("deletes what an owner could look back on after 90 days", async () => {
    for (const [id, at] of [
      ["old", NOW - 90 * DAY],
      ["kept", NOW - 90 * DAY + 1],
    ] as const) {
      await run(
        "INSERT INTO security_events (id, user_id, at, kind, detail) VALUES (?, 'u1', ?, 'login', 'x.')",
        id,
        at,
      );
    }
    expect((await runJobs(jobsEnv, NOW)).counts).toMatchObject({ security_events: 1 });
    expect(await ids("security_events")).toEqual(["kept"]);
  });

  test("deletes expired rows only, and a second run finds none", async () => {
    for (const table of ["email_links", "known_browsers"]) {
      const more = table === "email_links" ? ", purpose, email" : "";
      for (const [id, expires] of [
        ["old", NOW],
        ["live", NOW + 1],
      ] as const) {
        await run(
          `INSERT INTO ${table} (token_hash, user_id, created_at, expires_at${more})
           VALUES (?, 'u1', 0, ?${more && ", 'verify', 'a@x.example'"})`,
          id,
          expires,
        );
      }
    }
    for (const [id, expires] of [
      ["old", NOW],
      ["live", NOW + 1],
    ] as const) {
      await run(
        "INSERT INTO sessions (token_hash, user_id, created_at, expires_at) VALUES (?, 'u1', 0, ?)",
        id,
        expires,
      );
      await run(
        "INSERT INTO reset_links (token_hash, email_hash, created_at, expires_at) VALUES (?, 'e', 0, ?)",
        id,
        expires,
      );
    }
    const { counts, failed } = await runJobs(jobsEnv, NOW);
    expect(failed).toEqual([]);
    expect(counts).toMatchObject({ sessions: 1, password_resets: 1 });
    expect(counts).toMatchObject({ email_links: 1, known_browsers: 1 });
    expect(await ids("email_links", "token_hash")).toEqual(["live"]);
    expect(await ids("known_browsers", "token_hash")).toEqual(["live"]);
    expect(await ids("sessions", "token_hash")).toEqual(["live"]);
    expect(await ids("reset_links", "token_hash")).toEqual(["live"]);
    const again = await runJobs(jobsEnv, NOW);
    expect(Object.values(again.counts).every((count) => count === 0)).toBe(true);
  });

  const manySessions = (count: number) =>
    run(
      `INSERT INTO sessions (token_hash, user_id, created_at, expires_at)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       SELECT 's' || i, 'u1', 0, i FROM n`,
      count,
    );

  test("keeps up with many rows: a run deletes as many as its time allows [F78]", async () => {
    await manySessions(12_500);
    expect((await runJobs(jobsEnv, NOW)).counts.sessions).toBe(12_500);
  });

  test("ends a job when its time is over, and the next run continues [F78]", async () => {
    await manySessions(5500);
    let now = 0;
    // each look at the clock is eight seconds later
    const clock = () => {
      now += 8000;
      return now;
    };
    expect((await runJobs(jobsEnv, NOW, clock)).counts.sessions).toBe(3000);
    expect((await runJobs(jobsEnv, NOW)).counts.sessions).toBe(2500);
  });

  test("finds expired rows by an index, in a table of any size [F78]", async () => {
    const { results } = await env.DB.prepare(
      "EXPLAIN QUERY PLAN SELECT rowid FROM sessions WHERE expires_at <= 1 LIMIT 1000",
    ).all<{ detail: string }>();
    expect(results.map(({ detail }) => detail).join()).toContain("sessions_expiry");
  });

  test("runs the other jobs when one fails", async () => {
    await manySessions(1);
    const { counts, failed } = await runJobs({ ...jobsEnv, SEAL_KEYS: "broken" }, NOW);
    expect(failed).toEqual(["reseal"]);
    expect(counts.sessions).toBe(1);
  });

  test("sends due emails, and deletes read ones after a day", async () => {
    const letter = verificationEmail({ appUrl: "https://app.example.com", token: "t" });
    await (await queueEmail(jobsEnv, letter, "a@x.example", { now: NOW - 3 * DAY })).statement.run();
    await (await queueEmail(jobsEnv, letter, "b@x.example", { now: NOW })).statement.run();
    const { counts } = await runJobs(jobsEnv, NOW);
    expect(counts).toMatchObject({ letters_sent: 1, letters_waiting: 0, letters: 1 });
    expect(await ids("mail_outbox")).toHaveLength(1);
  });
});

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

  test("seals all values again in steps; then the old key can be dropped", async () => {
    const before = { SEAL_KEYS: OLD };
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
    const after = { SEAL_KEYS: NEW };
    for (const n of [0, 64, 129])
      expect(await unseal(after, await sealedOf(`c${n}`), rowOf(`c${n}`))).toBe(`secret ${n}`);
    const sealedKey = await env.DB.prepare("SELECT key_sealed AS s FROM api_keys").first<{ s: string }>();
    expect(await unseal(after, sealedKey?.s ?? "", key)).toBe("swkey");
  });

  test("renews all hashes in steps, with look-ups by either key meanwhile [F194]", async () => {
    const sealed = await seal(jobsEnv, "swkey0", {
      table: "api_keys",
      column: "key_sealed",
      id: "k0",
      userId: "u1",
    });
    const key =
      "INSERT INTO api_keys (id, user_id, key_hash, key_sealed, created_at) VALUES (?, 'u1', ?, ?, 0)";
    await run(key, "k0", lookupHash(jobsEnv, "swkey0"), sealed);
    await run(key, "lost", lookupHash(jobsEnv, "lost"), "v1.gone.AAAA.AAAA");
    const both = { ...jobsEnv, LOOKUP_KEY: `${newNamedKey()},${env.LOOKUP_KEY}` };
    const found = async (by: JobsEnv, text: string) => ownerOfKey(env.DB, lookupHashes(by, text));
    expect(await found(both, "swkey0")).toBe("u1");
    // an unreadable value blocks no other from the new key, and keeps the old one
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

  test("counts values that no key opens, and continues with the rest [F38]", async () => {
    const before = { SEAL_KEYS: OLD };
    await credential("a", "v1.gone.AAAA.AAAA");
    await credential("b", await seal(before, "kept", rowOf("b")));
    const { counts } = await runJobs({ ...jobsEnv, SEAL_KEYS: `${NEW},${OLD}` }, NOW);
    expect(counts).toMatchObject({ resealed: 1, reseal_left: 1 });
    expect(await sealedOf("a")).toBe("v1.gone.AAAA.AAAA");
    expect(await unseal({ SEAL_KEYS: NEW }, await sealedOf("b"), rowOf("b"))).toBe("kept");
  });
});
