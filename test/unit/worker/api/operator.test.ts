/** Authentication of operators, and the audit log. */

import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { OPERATOR_CALLS } from "../../../../worker/contract/operator.ts";
import { runJobs } from "../../../../worker/jobs.ts";
import { accountName } from "../../../../worker/keys/digest.ts";
import { type Answer, api, apiWith, newAccount, rows, run } from "./client.ts";
import { KEY, operator, operatorWith, otherOperator, withKeys } from "./operator.ts";

const shown = ({ status, body, headers }: Answer) => {
  headers.delete("X-Request-Id");
  return JSON.stringify([status, body, [...headers]]);
};

test("an account is found by its log name in any spelling [T67]", async () => {
  const { id } = await newAccount();
  await newAccount();
  for (const who of [accountName(id), accountName(id).toUpperCase()]) {
    const { body } = await operator(`GET /v0/operator/accounts/?who=${who}`);
    expect(body).toMatchObject([{ id, log_name: accountName(id) }]);
  }
  const nobody = await operator(`GET /v0/operator/accounts/?who=${accountName("nobody")}`);
  expect(nobody.body).toEqual([]);
});

test("an account's tokens are counted without its guests, which have a count of their own", async () => {
  const owner = await newAccount();
  await owner.call("POST /v0/api-keys/");
  const lamp = (await owner.call("POST /v0/devices/on-off/", { name: "Lamp" })).body.id;
  for (const name of ["Anna", "Ben"]) {
    const made = await owner.call("POST /v0/guests/", { name, devices: [lamp], may: "switch" });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
  }
  const { body } = await operator(`GET /v0/operator/accounts/?who=${owner.id}`);
  expect(body).toMatchObject([{ tokens: 0, guests: 2 }]);
});

describe("an operator's key", () => {
  test("is required: without a configured key the paths answer like unknown ones [T190]", async () => {
    for (const { path } of Object.values(OPERATOR_CALLS)) {
      for (const method of ["GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH"]) {
        const headers = { Authorization: `Bearer ${KEY}`, Accept: "text/html" };
        const line = `${method} ${path.replace("{id}", crypto.randomUUID())}`;
        const there = await api(line, undefined, { headers });
        const nowhere = await api(`${method} /v0/nothing/`, undefined, { headers });
        expect(shown(there), line).toBe(shown(nowhere));
      }
    }
  });

  test("is not a session, and no session is one [T191]", async () => {
    const { token } = await newAccount();
    const call = apiWith(withKeys);
    const as = (authorization: string, line = "GET /v0/operator/accounts/") =>
      call(line, undefined, { headers: { Authorization: authorization } });
    for (const wrong of [
      `Token ${token}`,
      `Bearer ${token}`,
      `Token ${KEY}`,
      `Bearer anna:${KEY}`,
      "Bearer",
    ]) {
      expect((await as(wrong)).status, wrong).toBe(401);
    }
    expect((await as(`Token ${KEY}`, "GET /v0/users/")).status).toBe(401);
    expect((await as(`Bearer ${KEY}`, "GET /v0/users/")).status).toBe(401);
    expect((await as(`bearer ${KEY}`)).status).toBe(200);
  });

  test("cannot be guessed: wrong ones are throttled by address, and right ones still work [T192]", async () => {
    const headers = { "CF-Connecting-IP": "198.51.100.190" };
    const on = { THROTTLE: "on", SHIELD: undefined };
    const wrong = operatorWith(on, "d3Jvbmd3cm9uZ3dyb25nd3Jvbmd3cm9uZ3dyb25nd3I=");
    const statuses = [];
    for (let n = 0; n < 12; n++) {
      const { status, headers: said } = await wrong("GET /v0/operator/log/", undefined, { headers });
      statuses.push(status);
      if (status === 429) expect(Number(said.get("Retry-After"))).toBeGreaterThan(0);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    const right = operatorWith(on);
    expect((await right("GET /v0/operator/log/", undefined, { headers })).status).toBe(200);
  });
});

describe("the audit log", () => {
  test("records every call with a key, refused ones too, with key and account [T193]", async () => {
    const { id, email } = await newAccount();
    // other tests read the busiest accounts, and suspend their own, at other times
    const others = ["listActions", "listBusyAccounts"];
    const isOwn = ({ call, account }: { call: string; account: string | null }) =>
      !others.includes(call) && (account === null || account === id);
    const of = async (key: string) =>
      (await operator(`GET /v0/operator/log/?key=${key}&size=50`)).body.filter(isOwn).slice(0, 3);
    await operator(`GET /v0/operator/accounts/?who=${email}`);
    await operator(`PUT /v0/operator/accounts/${id}/suspension/`, { reason: "" });
    await operator("PATCH /v0/operator/nothing/");
    expect(await of("anna")).toMatchObject([
      { key: "anna", call: "PATCH /v0/operator/nothing/", account: null, said: null, status: 404 },
      { call: "suspendAccount", account: id, said: { reason: "" }, status: 400 },
      { call: "listAccounts", account: id, said: null, status: 200 },
    ]);
    await otherOperator(`DELETE /v0/operator/accounts/${id}/sessions/`);
    const { body } = await operator(`GET /v0/operator/log/?account=${id}&size=2`);
    expect(body.map(({ call }: { call: string }) => call)).toEqual(["endSessions", "suspendAccount"]);
    expect(body[0].key).toMatch(/^[0-9a-f]{8}$/);
    const page = await operator(`GET /v0/operator/log/?account=${id}&size=2`);
    const next = /<([^>]+)>/.exec(page.headers.get("Link") ?? "")?.[1] ?? "";
    const { pathname, search } = new URL(next);
    expect((await operator(`GET ${pathname}${search}`)).body).toMatchObject([{ call: "listAccounts" }]);
  });

  test("cannot be bypassed: without a row the action is not done [T194]", async () => {
    const { id, call } = await newAccount();
    const prepare = (sql: string) => {
      if (sql.startsWith('insert into "operator_actions"'))
        throw new Error("D1_ERROR: network connection lost");
      return env.DB.prepare(sql);
    };
    const DB = { prepare, batch: (all: D1PreparedStatement[]) => env.DB.batch(all) };
    const unwritten = operatorWith({ DB });
    const answer = await unwritten(`PUT /v0/operator/accounts/${id}/suspension/`, { reason: "Unseen." });
    expect(answer.status).toBe(503);
    expect((await call("GET /v0/users/")).body.suspended).toBeNull();
  });

  test("shows started actions whose outcome could not be recorded [F200]", async () => {
    const { id } = await newAccount();
    const prepare = (sql: string) => {
      if (sql.startsWith('update "operator_actions"')) throw new Error("D1_ERROR: network connection lost");
      return env.DB.prepare(sql);
    };
    const DB = { prepare, batch: (all: D1PreparedStatement[]) => env.DB.batch(all) };
    const answer = await operatorWith({ DB })(`DELETE /v0/operator/accounts/${id}/sessions/`);
    expect(answer.body).toEqual({ ended: 1 });
    const { body } = await operator(`GET /v0/operator/log/?account=${id}`);
    expect(body).toMatchObject([{ call: "endSessions", status: null }]);
  });

  test("is kept for a year, and outlives the account", async () => {
    const { id, call } = await newAccount();
    await operator(`GET /v0/operator/accounts/${id}/`);
    await run("UPDATE operator_actions SET at = at - 364 * 86400000 WHERE account_id = ?1", id);
    await operator(`GET /v0/operator/accounts/${id}/limits/`);
    await call("DELETE /v0/users/", { password: "Correct-horse-7" });
    const left = () => rows("SELECT call FROM operator_actions WHERE account_id = ?1 ORDER BY at", id);
    await runJobs(env, Date.now());
    expect(await left()).toEqual([{ call: "readAccount" }, { call: "readAccountLimits" }]);
    await runJobs(env, Date.now() + 2 * 86_400_000);
    expect(await left()).toEqual([{ call: "readAccountLimits" }]);
  });
});
