/** Attacks with invalid tokens: guessed, foreign, deleted, expired in between. */

import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { StoredRefusal } from "../../../../broker/contract/account.ts";
import { bearerOf } from "../../../../broker/contract/token.ts";
import { CONNECTIONS_WITHOUT_LOGIN } from "../../../../broker/hub/limits/vain-connections.ts";
import { newBearer } from "../../../../worker/keys/random.ts";
import { PASSWORD } from "../../../support/golden/world.ts";
import { ask } from "../../broker/support/ask.ts";
import { Client } from "../../broker/support/client.ts";
import { type Account, api, apiWith, newAccount } from "./client.ts";
import { connected, upgrade } from "./connected.ts";
import { countRoundTrips } from "./trips.ts";

/** Several times the limits: all beyond them are handled alike. */
const GUESSES = 300;
/** From one address, in a minute. */
const ALLOWED = 60;
const START = Date.now();
let count = 50;

afterEach(() => void vi.useRealTimers());
const at = (seconds: number) => vi.useFakeTimers({ toFake: ["Date"], now: START + seconds * 1000 });

const SCOPES = ["devices:read", "messages:publish:#", "messages:read:#"];
async function made(owner: Account, more: object = {}) {
  const body = { name: "t", scopes: SCOPES, ...more };
  return (await owner.call("POST /v0/tokens/", body)).body.token as string;
}
const from = (address: string, token: string) => ({
  headers: { Authorization: `Bearer ${token}`, "CF-Connecting-IP": address },
});

describe("guessed tokens", () => {
  test("over REST: beyond 60 a minute no look-up; valid tokens still work, and the log has one row [T360]", async () => {
    const counter = countRoundTrips(env.DB);
    const call = apiWith({ THROTTLE: "on", DB: counter.db });
    const read = (address: string, token: string) =>
      call("GET /v0/devices/on-off/", undefined, from(address, token));
    const owner = await newAccount();
    const [busy, idle] = [await made(owner), await made(owner)];
    at(0);
    expect((await read("192.0.2.20", busy)).status).toBe(200);
    const statuses = new Map<number, number>();
    let before = 0;
    for (let n = 0; n < GUESSES; n++) {
      const { status, headers } = await read("192.0.2.20", newBearer("token", owner.id));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 429) expect(headers.get("Retry-After")).toBe("60");
      if (n === ALLOWED) before = counter.trips();
    }
    expect(statuses).toEqual(
      new Map([
        [401, ALLOWED],
        [429, GUESSES - ALLOWED],
      ]),
    );
    expect(counter.trips()).toBe(before);
    expect((await read("192.0.2.20", busy)).status).toBe(200);
    expect((await read("192.0.2.20", idle)).status).toBe(429);
    expect((await read("192.0.2.21", idle)).status).toBe(200);
    const session = { headers: { Authorization: `Token ${owner.token}`, "CF-Connecting-IP": "192.0.2.20" } };
    expect((await call("GET /v0/devices/on-off/", undefined, session)).status).toBe(200);
    at(61);
    expect((await read("192.0.2.20", idle)).status).toBe(200);
    const log = (await owner.call("GET /v0/mqtt/log/")).body as { client_kind: string; rule: string }[];
    expect(log).toMatchObject([{ client_kind: "token", rule: expect.stringMatching(/^Too many tokens/) }]);
  });

  test("over REST, each with the id of a made-up account: counted alike [T360]", async () => {
    const call = apiWith({ THROTTLE: "on" });
    at(0);
    const statuses = [];
    for (let n = 0; n < 2 * ALLOWED; n++) {
      const token = newBearer("token", crypto.randomUUID());
      statuses.push((await call("GET /v0/devices/on-off/", undefined, from("192.0.2.22", token))).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(ALLOWED);
  });

  test("as tickets of a stream: counted as tokens [T360]", async () => {
    const call = apiWith({ THROTTLE: "on" });
    const headers = { "CF-Connecting-IP": "192.0.2.25" };
    const { id } = await newAccount();
    const guess = async () => {
      const path = `GET /v0/stream/?filter=a&ticket=${newBearer("ticket", id)}`;
      return (await call(path, undefined, { headers })).status;
    };
    at(0);
    for (let n = 0; n < ALLOWED; n++) expect(await guess()).toBe(401);
    expect(await guess()).toBe(429);
  });

  test.each([
    ["sessions of an account", (id: string) => ({ Authorization: `Token ${newBearer("session", id)}` })],
    [
      "sessions of made-up accounts",
      () => ({ Authorization: `Token ${newBearer("session", crypto.randomUUID())}` }),
    ],
    [
      "sessions with the scheme of tokens",
      (id: string) => ({ Authorization: `Bearer ${newBearer("session", id)}` }),
    ],
    ["texts of no form", () => ({ Authorization: `Token ${crypto.randomUUID()}` })],
    ["schemes of other services", () => ({ Authorization: `Basic ${crypto.randomUUID()}` })],
    ["nothing", () => ({})],
  ])(
    "%s over REST and at /mcp: counted as tokens, and 429 with Retry-After beyond 60 [T391]",
    async (_, headersOf) => {
      const counter = countRoundTrips(env.DB);
      const call = apiWith({ THROTTLE: "on", DB: counter.db });
      const { id } = await newAccount();
      const address = `192.0.2.${count++}`;
      const lines = [
        "GET /v0/devices/on-off/",
        "POST /mcp",
        "POST /v0/messages/a",
        "GET /v0/stream/",
        "PUT /v0/users/",
      ];
      at(0);
      const guess = (n: number) => {
        const headers = { "CF-Connecting-IP": address, ...headersOf(id) } as Record<string, string>;
        return call(lines[n % lines.length] ?? "", undefined, { headers });
      };
      for (let n = 0; n < ALLOWED; n++) expect((await guess(n)).status).toBe(401);
      // the first beyond the limit is looked up, too
      expect((await guess(0)).status).toBe(429);
      const before = counter.trips();
      for (const [n] of lines.entries()) {
        const { status, headers } = await guess(n);
        expect([status, headers.get("Retry-After")]).toEqual([429, "60"]);
      }
      expect(counter.trips()).toBe(before);
    },
  );

  test("at a public call cost no search beyond 60 a minute, and the call works as without one [T391]", async () => {
    const counter = countRoundTrips(env.DB);
    const call = apiWith({ THROTTLE: "on", DB: counter.db });
    at(0);
    const read = () => {
      const authorization = `Token ${newBearer("session", crypto.randomUUID())}`;
      const headers = { Authorization: authorization, "CF-Connecting-IP": "192.0.2.40" };
      return call("GET /v0/broker/", undefined, { headers });
    };
    for (let n = 0; n < ALLOWED; n++) expect((await read()).status).toBe(200);
    await read();
    const before = counter.trips();
    expect(before).toBeGreaterThanOrEqual(ALLOWED);
    for (let n = 0; n < 5; n++) expect((await read()).status).toBe(200);
    expect(counter.trips() - before).toBe(0);
  });

  test("at once from one address are refused beyond 60 before anything is looked up [T391]", async () => {
    const call = apiWith({ THROTTLE: "on" });
    at(0);
    const guesses = Array.from({ length: GUESSES }, () =>
      call(
        "GET /v0/devices/on-off/",
        undefined,
        from("192.0.2.41", newBearer("session", crypto.randomUUID())),
      ),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(ALLOWED);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
  });

  test("of a person who has just logged in work at an address that has to wait [T391]", async () => {
    const call = apiWith({ THROTTLE: "on", SHIELD: undefined });
    at(0);
    const headers = { "CF-Connecting-IP": "192.0.2.42" };
    const guess = () => call("GET /v0/users/", undefined, { headers, token: "made-up" });
    for (let n = 0; n <= ALLOWED; n++) await guess();
    expect((await guess()).status).toBe(429);
    const { email } = await newAccount();
    const { body } = await call("POST /v0/login/", { email, password: PASSWORD }, { headers });
    expect((await call("GET /v0/users/", undefined, { headers, token: body.data.token })).status).toBe(200);
  });

  test("over MQTT at made-up accounts, new or the same one: ten a minute, then 429 [T24] [T391]", async () => {
    const call = apiWith({ THROTTLE: "on" });
    at(0);
    for (const [address, idOf] of [
      ["192.0.2.43", () => crypto.randomUUID()],
      ["192.0.2.44", () => "00000000-0000-4000-8000-000000000000"],
    ] as const) {
      const headers = { Upgrade: "websocket", "Sec-WebSocket-Protocol": "mqtt", "CF-Connecting-IP": address };
      const open = () => call(`GET /mqtt/${idOf()}`, undefined, { headers });
      for (let n = 0; n <= 10; n++) expect((await open()).status).toBe(404);
      const { status, headers: answered } = await open();
      expect([status, Number(answered.get("Retry-After")) > 0]).toEqual([429, true]);
    }
  });

  test("with the id of a made-up account write no row in its object, by any transport [T360]", async () => {
    const madeUp = crypto.randomUUID();
    const token = newBearer("token", madeUp);
    const calls = [
      "GET /v0/devices/on-off/",
      "GET /v0/values/metrics/",
      "POST /v0/messages/a",
      "GET /v0/messages/",
    ];
    for (const line of calls) {
      expect([line, (await api(line, undefined, from("192.0.2.23", token))).status]).toEqual([line, 401]);
    }
    const client = await upgrade("", { username: "x", password: token });
    expect((await client.next("connack")).reasonCode).toBe(0x86);
    const tables = await runInDurableObject(
      env.BROKER.getByName(madeUp),
      (_, { storage }) => [...storage.sql.exec("SELECT name FROM sqlite_master")].length,
    );
    expect(tables).toBe(0);
  });

  test("as MQTT passwords: after 100 the address is blocked at the upgrade, and the log sums them up [T360]", async () => {
    const owner = await newAccount();
    const account = { stub: env.BROKER.getByName(owner.id) } as never;
    const token = await made(owner);
    at(0);
    const answers = new Map<number, number>();
    for (let n = 0; n < GUESSES; n++) {
      const { webSocket, status } = await Client.openSocket(account, "guesser");
      let code = status;
      if (webSocket !== null) {
        const client = new Client(webSocket, 5);
        client.connect({ username: "any", password: newBearer("token", owner.id) });
        code = (await client.next("connack")).reasonCode ?? 0;
      }
      answers.set(code, (answers.get(code) ?? 0) + 1);
    }
    expect(answers.get(0x86)).toBe(CONNECTIONS_WITHOUT_LOGIN);
    expect(answers.get(429)).toBe(GUESSES - CONNECTIONS_WITHOUT_LOGIN);
    const elsewhere = await Client.connect(account, { username: "x", password: token }, 5, {}, "elsewhere");
    expect(elsewhere.connack.reasonCode ?? 0).toBe(0);
    const log: StoredRefusal[] = await ask(env.BROKER.getByName(owner.id), (calls) =>
      calls.account.refusals(),
    );
    expect(log.length).toBeLessThanOrEqual(41);
    expect(log.map(({ rule }) => rule)).toContain("The account has no such token, or it has expired.");
    expect(JSON.stringify(log)).not.toContain("swt_");
  });
});

test("a token of another or deleted account, or with its id and a valid secret, is refused [T361]", async () => {
  const [owner, stranger] = [await newAccount(), await newAccount()];
  await Promise.all([owner, stranger].map(({ call }) => call("POST /v0/api-keys/")));
  const token = await made(owner);
  const gone = await newAccount();
  const left = await made(gone);
  expect((await gone.call("DELETE /v0/users/", { password: "Correct-horse-7" })).status).toBe(204);
  const crossed = withAccount(token, stranger.id);
  const code = async (userId: string, password: string) => {
    const account = { stub: env.BROKER.getByName(userId) } as never;
    return (await Client.connect(account, { username: owner.id, password })).connack.reasonCode ?? 0;
  };
  expect(await code(owner.id, token)).toBe(0);
  // another account's token at this one's address, also with the other's name
  expect(await code(stranger.id, token)).toBe(0x86);
  for (const wrong of [crossed, left, token.slice(0, -1), withAccount(token, gone.id)]) {
    for (const { id } of [owner, stranger]) expect(await code(id, wrong), wrong).not.toBe(0);
    expect((await api("GET /v0/devices/on-off/", undefined, from("192.0.2.30", wrong))).status).toBe(401);
  }
  const devices = async (token: string) =>
    (await api("GET /v0/devices/on-off/", undefined, from("192.0.2.31", token))).body;
  await stranger.call("POST /v0/devices/on-off/", { name: "Secret" });
  expect(await devices(token)).toEqual([]);
});

/** The same secret under another account's id, with the matching checksum. */
const withAccount = (token: string, userId: string): string => bearerOf("token", userId, token.slice(26, 53));

test("a token that expires between check and use has no effect, however late the alarm [T362]", async () => {
  const owner = await newAccount();
  const reader = await connected(owner.id, { username: "r", password: await made(owner) });
  expect(await reader.subscribe("#")).toBe(1);
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  const short = await connected(owner.id, {
    username: "s",
    password: await made(owner, { expires_at }),
  });
  short.publish("before", "x", { qos: 1, messageId: 1 });
  await short.next("puback");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_001 });
  short.publish("after", "x", { qos: 1, messageId: 2 });
  await vi.waitFor(async () => {
    await runDurableObjectAlarm(env.BROKER.getByName(owner.id));
    expect(short.received.at(-1)).toMatchObject({ cmd: "disconnect", reasonCode: 0x87 });
  });
  reader.publish("last", "x", { qos: 1, messageId: 3 });
  for (const topic of ["before", "last"]) expect((await reader.next("publish")).topic).toBe(topic);
});
