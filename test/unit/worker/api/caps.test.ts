import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { PASSWORD } from "../../../support/golden/world.ts";
import { type Answer, api, apiWith, newAccount, rows } from "./client.ts";
import { connected, upgrade } from "./connected.ts";
import { operator } from "./operator.ts";

const RACERS = 50;
/** Runners of a race in which each hashes a password, one after the other. */
const RUNNERS = 12;
const race = (one: (index: number) => Promise<Answer>, racers = RACERS) =>
  Promise.all(Array.from({ length: racers }, (_, index) => one(index)));
const admitted = (answers: Answer[], status = 201) =>
  answers.filter((answer) => answer.status === status).length;
const refusals = (answers: Answer[], status = 201) => [
  ...new Set(
    answers.filter((answer) => answer.status !== status).map((answer) => JSON.stringify(answer.body)),
  ),
];

describe("limits hold under fifty calls at once", () => {
  test("devices: nine and fifty more leave ten [T36]", async () => {
    const { call } = await newAccount();
    await call("POST /v0/api-keys/");
    for (let n = 0; n < 9; n++) await call("POST /v0/devices/on-off/", { name: `Lamp ${n}` });
    const answers = await race((n) => call("POST /v0/devices/on-off/", { name: `Racer ${n}` }));
    expect(admitted(answers)).toBe(1);
    expect(refusals(answers)).toEqual([
      '{"errors":{"non_field_errors":["You can have 10 devices registered max."]}}',
    ]);
    expect((await call("GET /v0/devices/on-off/")).body).toHaveLength(10);
  });

  test("API keys: five", async () => {
    const { call } = await newAccount();
    const answers = await race(() => call("POST /v0/api-keys/"));
    expect(admitted(answers)).toBe(5);
    expect(refusals(answers)).toEqual(['{"errors":{"non_field_errors":["You can have 5 API keys max."]}}']);
  });

  test("channels and credentials, as their variables say", async () => {
    const small = apiWith({ MAX_CHANNELS: "3", MAX_CREDENTIALS: "2" });
    const { call } = await newAccount(small);
    const channels = await race((n) => call("POST /v0/mqtt/channels/", { name: "C", topic: `t/${n}` }));
    const credentials = await race((n) =>
      call("POST /v0/mqtt/credentials/", { name: "C", username: `u${n}`, password: "p" }),
    );
    expect([admitted(channels), admitted(credentials)]).toEqual([3, 2]);
    expect(refusals(channels)).toEqual(['{"errors":{"non_field_errors":["You can have 3 channels max."]}}']);
    expect(refusals(credentials)).toEqual([
      '{"errors":{"non_field_errors":["You can have 2 credentials max."]}}',
    ]);
  });

  test("a session reads its usage; an expired token reads what an anonymous visitor does", async () => {
    const { call } = await newAccount();
    await call("POST /v0/api-keys/");
    const lamp = (await call("POST /v0/devices/on-off/", { name: "Lamp" })).body.id;
    await call("POST /v0/mqtt/channels/", { name: "C", topic: "c" });
    await call(`POST /v0/devices/on-off/${lamp}/switch/`, { state: true });
    const { limits, used } = (await call("GET /v0/broker/")).body;
    expect(used).toEqual({
      devices: 1,
      channels: 1,
      credentials: 0,
      events: 1,
      // the retained status topic
      retained: 1,
      series: 0,
      storage: expect.any(Number),
    });
    expect(used.storage).toBeGreaterThan(4096);
    expect(Object.keys(limits)).toEqual(Object.keys(used));
    expect(limits).toMatchObject({
      devices: 10,
      channels: 100,
      credentials: 50,
      events: 100_000,
      retained: 10_000,
      series: 100,
    });
    for (const token of [undefined, "stale"]) {
      const { status, body } = await api("GET /v0/broker/", undefined, { token });
      expect([status, body.used]).toEqual([200, undefined]);
    }
  });

  test("a topic and a user name are assigned once", async () => {
    const { call } = await newAccount();
    const channels = await race(() => call("POST /v0/mqtt/channels/", { name: "C", topic: "same" }));
    const credentials = await race(() =>
      call("POST /v0/mqtt/credentials/", { name: "C", username: "same", password: "p" }),
    );
    expect([admitted(channels), admitted(credentials)]).toEqual([1, 1]);
  });

  test("users: with one place left, one is admitted [T35]", { timeout: 60_000 }, async () => {
    const [{ total = 0 } = {}] = await rows<{ total: number }>("SELECT count(*) AS total FROM users");
    const almostFull = apiWith({ MAX_USERS: String(total + 1) });
    const answers = await race(
      (n) => almostFull("POST /v0/register/", { email: `racer-${n}@example.com`, password: PASSWORD }),
      RUNNERS,
    );
    expect(admitted(answers)).toBe(1);
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201, 403]));
    expect((await almostFull("GET /v0/count/users/")).body).toEqual({ total: total + 1, max: total + 1 });
    const late = await almostFull("POST /v0/register/", { email: "late@example.com", password: PASSWORD });
    expect(late.status).toBe(403);
    expect(late.body.detail).toMatch(/beta program is full/);
  });

  test("one address, many registrations: one account, and 409 for the others [T2]", {
    timeout: 60_000,
  }, async () => {
    const answers = await race(
      () => api("POST /v0/register/", { email: "Twin@example.com", password: PASSWORD }),
      RUNNERS,
    );
    expect(admitted(answers)).toBe(1);
    expect(admitted(answers, 409)).toBe(RUNNERS - 1);
    expect(await rows("SELECT 1 FROM users WHERE email = 'twin@example.com'")).toHaveLength(1);
    expect(await rows("SELECT 1 FROM sessions WHERE user_id NOT IN (SELECT id FROM users)")).toEqual([]);
  });

  test("sessions: the oldest of eleven ends", async () => {
    const { email, token } = await newAccount();
    for (let n = 0; n < 10; n++) {
      expect((await api("POST /v0/login/", { email, password: PASSWORD })).status).toBe(200);
    }
    expect((await api("GET /v0/users/", undefined, { token })).status).toBe(401);
  });
});

const limitsOf = (id: string) => `/v0/operator/accounts/${id}/limits/`;

test("an account's own limits on devices, channels, credentials and keys apply and are shown", async () => {
  const { id, call } = await newAccount();
  await operator(`PUT ${limitsOf(id)}`, { devices: 1, channels: 1, credentials: 1, api_keys: 1 });
  const makes = [
    ["POST /v0/api-keys/", {}, {}],
    ["POST /v0/mqtt/channels/", { name: "A", topic: "a" }, { name: "B", topic: "b" }],
    ["POST /v0/mqtt/credentials/", { name: "A" }, { name: "B" }],
    ["POST /v0/devices/on-off/", { name: "A" }, { name: "B" }],
  ] as const;
  for (const [line, one, another] of makes) {
    expect((await call(line, one)).status, line).toBe(201);
    const { status, body } = await call(line, another);
    expect(status, line).toBe(400);
    expect(body.errors.non_field_errors[0]).toMatch(/^You can have 1 /);
  }
  expect((await call("GET /v0/broker/")).body.limits).toMatchObject({ devices: 1, channels: 1 });
  expect((await apiWith()("GET /v0/broker/")).body.limits).toMatchObject({ devices: 10, channels: 100 });
  await operator(`PUT ${limitsOf(id)}`, { devices: 2 });
  expect((await call("POST /v0/devices/on-off/", { name: "B" })).status).toBe(201);
});

test("fewer connections and messages apply to connected clients, and after a nap", async () => {
  const { id, call } = await newAccount();
  const { key } = (await call("POST /v0/api-keys/")).body;
  const writer = await connected(id, { clientId: `${key}__writer` });
  const say = () => writer.publish(`${id}/a`, "x", { qos: 1, messageId: 1 });
  say();
  expect((await writer.next("puback")).reasonCode ?? 0).toBe(0);
  await operator(`PUT ${limitsOf(id)}`, { connections: 1, publish_rate: 2 });

  const second = await upgrade(id, { clientId: `${key}__second` });
  expect(await second.end()).toBe(1013);
  // a burst of four seconds' worth, of which one connection has half
  for (let n = 0; n < 6; n++) say();
  expect((await writer.next("disconnect")).reasonCode).toBe(0x96);

  await evictDurableObject(env.BROKER.getByName(id));
  await connected(id, { clientId: `${key}__third` });
  const fourth = await upgrade(id, { clientId: `${key}__fourth` });
  expect(await fourth.end()).toBe(1013);
  await operator(`PUT ${limitsOf(id)}`, { connections: null });
  await connected(id, { clientId: `${key}__fourth` });
});

test("fewer retained messages and events apply", async () => {
  const { id, call } = await newAccount();
  const { key } = (await call("POST /v0/api-keys/")).body;
  const { id: device } = (await call("POST /v0/devices/on-off/", { name: "Lamp" })).body;
  await operator(`PUT ${limitsOf(id)}`, { retained: 1, events: 3 });
  const writer = await connected(id, { clientId: `${key}__writer` });
  const keep = async (topic: string, messageId: number) => {
    writer.publish(`${id}/${topic}`, "x", { qos: 1, retain: true, messageId });
    return (await writer.next("puback")).reasonCode ?? 0;
  };
  expect([await keep("a", 1), await keep("b", 2), await keep("a", 3)]).toEqual([0, 0x97, 0]);
  for (const state of [true, false, true, false, true]) {
    await call(`POST /v0/devices/on-off/${device}/switch/`, { state });
  }
  expect((await call("GET /v0/events/devices/on-off/")).body).toHaveLength(3);
});

test("more or fewer schedules and values apply", async () => {
  const { id, call } = await newAccount();
  const { key } = (await call("POST /v0/api-keys/")).body;
  const { id: device } = (await call("POST /v0/devices/on-off/", { name: "Lamp" })).body;
  await operator(`PUT ${limitsOf(id)}`, { schedules: 1, series: 1 });
  const path = `/v0/devices/on-off/${device}/`;
  const noon = { name: "Noon", state: true, when: { cron: "0 12 * * *" }, time_zone: "UTC" };
  expect((await call(`POST ${path}schedules/`, noon)).status).toBe(201);
  expect((await call(`POST ${path}schedules/`, noon)).body.errors.non_field_errors).toEqual([
    "A device can have 1 schedules max.",
  ]);
  const writer = await connected(id, { clientId: `${key}__writer` });
  const say = async (messageId: number) => {
    writer.publish(`${id}/devices/${device}/telemetry`, '{"a":1,"b":2}', { qos: 1, messageId });
    await writer.next("puback");
    return (await call(`GET ${path}values/`)).body.map((value: { key: string }) => value.key);
  };
  expect(await say(1)).toEqual(["a"]);
  expect((await call("GET /v0/broker/")).body.limits).toMatchObject({ series: 1 });
  await operator(`PUT ${limitsOf(id)}`, { series: null });
  expect(await say(2)).toEqual(["a", "b"]);
});
