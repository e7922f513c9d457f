import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { runJobs } from "../../../../worker/jobs.ts";
import { verifyLetter } from "../../../../worker/mail/letters.ts";
import { post } from "../../../../worker/mail/outbox.ts";
import { run } from "../api/client.ts";
import { jobsEnv, NOW, withOneAccount } from "./one-account.ts";

const DAY = 86_400_000;

const ids = async (table: string, column = "id") =>
  (await env.DB.prepare(`SELECT ${column} AS id FROM ${table} ORDER BY 1`).all<{ id: string }>()).results.map(
    (row) => row.id,
  );

withOneAccount();

describe("the cron", () => {
  test("removes what has expired and nothing else, and a second run finds nothing", async () => {
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

  test("keeps up with many rows: a run removes as many as its time allows [F78]", async () => {
    await manySessions(12_500);
    expect((await runJobs(jobsEnv, NOW)).counts.sessions).toBe(12_500);
  });

  test("ends a job when its time is over, and the next run takes the rest [F78]", async () => {
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

  test("finds what has expired by an index, whatever else there is [F78]", async () => {
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

  test("sends letters that are due, and forgets read ones after a day", async () => {
    const letter = verifyLetter({ appUrl: "https://app.example.com", token: "t" });
    await (await post(jobsEnv, letter, "a@x.example", { now: NOW - 3 * DAY })).statement.run();
    await (await post(jobsEnv, letter, "b@x.example", { now: NOW })).statement.run();
    const { counts } = await runJobs(jobsEnv, NOW);
    expect(counts).toMatchObject({ letters_sent: 1, letters_waiting: 0, letters: 1 });
    expect(await ids("mail_outbox")).toHaveLength(1);
  });
});
