/**
 * Calls that the account's object answers: without a database query, and refused for ended sessions and
 * tokens.
 */

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { CALLS } from "../../../../worker/contract/api.ts";
import { newBearer } from "../../../../worker/keys/random.ts";
import { ROUTES } from "../../../../worker/routes/index.ts";
import { PASSWORD } from "../../../support/golden/world.ts";
import { type Account, api, apiWith, newAccount, run } from "./client.ts";
import { tokenFrom } from "./emails.ts";
import { NAMES, newWorld, requestOf, roundTripsOf } from "./every-call.ts";
import { countRoundTrips } from "./trips.ts";

const counter = countRoundTrips(env.DB);
const counted = apiWith({ DB: counter.db });
const LIST = "GET /v0/devices/on-off/";

/** The status, and the number of queries. */
async function asked(token: string, line = LIST, body?: unknown) {
  const before = counter.trips();
  const { status } = await counted(line, body, { token });
  return { status, queries: counter.trips() - before };
}

let person: Account;
beforeEach(async () => {
  person = await newAccount();
});

async function login(): Promise<string> {
  const { body } = await api("POST /v0/login/", { email: person.email, password: PASSWORD });
  return body.data.token;
}

test("the first call of a new session queries the database, the next ones do not", async () => {
  expect(await asked(person.token)).toEqual({ status: 200, queries: 1 });
  expect(await asked(person.token)).toEqual({ status: 200, queries: 0 });
});

test("a token with a call's scopes makes the call without a query", async () => {
  const world = await newWorld();
  const scopes = [
    "devices:read",
    "devices:switch",
    "values:read",
    "values:write",
    "events:read",
    "messages:read:#",
    "messages:publish:#",
    "setup:read",
    "setup:write",
  ];
  const { token } = (await world.person.call("POST /v0/tokens/", { name: "all", scopes })).body;
  expect(OBJECT_CALLS.length).toBeGreaterThan(20);
  for (const name of OBJECT_CALLS) {
    const { line, body } = requestOf(name, world);
    const { status, queries } = await asked(token, line, body);
    expect([name, queries, status < 300]).toEqual([name, 0, true]);
  }
});

test("a channel with a series is read without a query, also before its first value", async () => {
  const series = { path: "", name: "Power", unit: "W" };
  const { id } = (await person.call("POST /v0/mqtt/channels/", { name: "Plug", topic: "plug", series })).body;
  for (const path of ["values", "series"]) {
    expect(await asked(person.token, `GET /v0/mqtt/channels/${id}/${path}/`)).toEqual({
      status: 200,
      queries: 0,
    });
  }
  const line = `GET /v0/mqtt/channels/${id}/series/`;
  const named = { key: "Power", name: null, unit: "W", resolution: "raw", points: [] };
  expect((await person.call(line)).body).toEqual(named);
});

/** Calls of a token that the account's object answers without the database. */
const OBJECT_CALLS = NAMES.filter(
  (name) => CALLS[name].access === "token" && ROUTES[name].asCaller !== undefined && roundTripsOf(name) === 0,
);

async function reset() {
  await api("POST /v0/forgot-password/", { email: person.email });
  const token = await tokenFrom(person.email, "reset");
  return api("POST /v0/reset-password/", { token, password: "Another-horse-8" });
}

test.each([
  ["a logout", (token: string) => api("POST /v0/logout/", undefined, { token })],
  ["a reset of the password", reset],
])("%s ends what the object has cached, before its response", async (_, end) => {
  const token = await login();
  expect(await asked(token)).toMatchObject({ status: 200, queries: 0 });
  expect((await end(token)).status).toBeLessThan(300);
  expect((await asked(token)).status).toBe(401);
});

test("the oldest session ends when an account has too many", async () => {
  expect((await asked(person.token)).status).toBe(200);
  for (let n = 0; n < 10; n++) await login();
  expect((await asked(person.token)).status).toBe(401);
});

test("a session that is over, made up, or of another account is 401, before any other error", async () => {
  const token = await login();
  await run("UPDATE sessions SET expires_at = ?2 WHERE user_id = ?1", person.id, Date.now() - 1);
  await env.BROKER.getByName(person.id).applyRights();
  const wrong = [
    token,
    newBearer("session", person.id),
    newBearer("session", crypto.randomUUID()),
    "made-up",
  ];
  for (const each of wrong) {
    expect((await asked(each)).status).toBe(401);
    // neither a missing row nor a bad query is revealed
    expect((await asked(each, "GET /v0/devices/on-off/none/")).status).toBe(401);
    expect((await asked(each, "GET /v0/events/devices/on-off/?size=none")).status).toBe(401);
  }
});

test("a token's use is recorded also for a call that is 404", async () => {
  const made = { name: "t", scopes: ["messages:read:#"] };
  const { token } = (await person.call("POST /v0/tokens/", made)).body;
  expect((await asked(token, "GET /v0/messages/nothing")).status).toBe(404);
  expect((await person.call("GET /v0/tokens/")).body[0].last_used_at).toEqual(expect.any(String));
});

test("an account that does not exist gets no tables", async () => {
  const id = crypto.randomUUID();
  await asked(newBearer("session", id));
  const tables = await runInDurableObject(env.BROKER.getByName(id) as never, (_: unknown, { storage }) =>
    storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'meta'").toArray(),
  );
  expect(tables).toEqual([]);
});

test("a suspended account is refused with the reason, and its token switches no device", async () => {
  const token = await login();
  expect((await asked(token)).queries).toBe(0);
  await run("UPDATE users SET suspended_at = 1, suspended_reason = 'abuse' WHERE id = ?1", person.id);
  await env.BROKER.getByName(person.id).applyRights();
  expect((await asked(token, "GET /v0/devices/found/")).status).toBe(403);
});
