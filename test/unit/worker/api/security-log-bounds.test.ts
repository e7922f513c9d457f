/** The log of an account has at most a thousand rows, and failed logins of strangers do not fill it. */

import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import type { SecurityEvent } from "../../../../worker/contract/account.ts";
import { recordFailure } from "../../../../worker/db/security-events.ts";
import { PASSWORD } from "../../../support/golden/world.ts";
import { type Account, api, newAccount, rows, run } from "./client.ts";

const FROM = { headers: { "CF-Connecting-IP": "192.0.2.7" } };

const log = async ({ call }: Account): Promise<SecurityEvent[]> => (await call("GET /v0/security/")).body;
const stored = ({ id }: Account) => rows("SELECT id FROM security_events WHERE user_id = ?", id);
const login = ({ email }: Account, password = PASSWORD) => api("POST /v0/login/", { email, password }, FROM);

describe("failed logins", () => {
  test("are five rows a day at most; the last counts the others, without an address", async () => {
    const account = await newAccount();
    for (let n = 0; n < 8; n++) expect((await login(account, "Wrong-horse-1")).status).toBe(400);
    const failed = (await log(account)).filter(({ kind }) => kind === "login_failed");
    expect(failed.map(({ address }) => address)).toEqual([null, ...Array(4).fill("192.0.2.7")]);
    expect(failed[0]?.detail).toBe("4 logins failed.");
    expect(failed[1]?.detail).toBe("A login with a wrong password failed.");
  });

  test("of an unknown address write nothing", async () => {
    const before = await rows("SELECT id FROM security_events");
    await api("POST /v0/login/", { email: "nobody@example.com", password: "Wrong-horse-1" });
    expect(await rows("SELECT id FROM security_events")).toEqual(before);
  });

  test("of 90 days leave room for the owner's own events", async () => {
    const account = await newAccount();
    const now = Date.now();
    const event = (at: number) => ({
      id: crypto.randomUUID(),
      user_id: account.id,
      at,
      kind: "login_failed" as const,
      detail: "A login with a wrong password failed.",
    });
    for (let day = 89; day >= 0; day--) {
      const ofDay = Array.from({ length: 12 }, () => recordFailure(env.DB, event(now - day * 86_400_000)));
      await env.DB.batch(ofDay.flat());
    }
    const all = await log(account);
    expect(all.filter(({ kind }) => kind === "login_failed")).toHaveLength(450);
    expect(all.map(({ kind }) => kind)).toContain("registered");
  });
});

test("the thousand newest are stored beside those that last, and the list ends there", async () => {
  const account = await newAccount();
  const now = Date.now();
  await run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1100)
     INSERT INTO security_events (id, user_id, at, kind, detail)
     SELECT ? || i, ?, ? - i * 1000, 'guest_changed', 'event ' || i FROM n`,
    crypto.randomUUID(),
    account.id,
    now - 1000,
  );
  await login(account);
  const isLasting = ({ kind }: SecurityEvent) => kind !== "guest_changed";
  const all = await log(account);
  const lasting = all.filter(isLasting).length;
  expect(all).toHaveLength(1000);
  expect(await stored(account)).toHaveLength(1000 + lasting);
  expect(all[0]?.kind).toBe("login");
  expect(all.findLast((event) => !isLasting(event))?.detail).toBe(`event ${1000 - lasting}`);
});
