/** `POST …/telemetry/`: values of a device from software that speaks no MQTT. */

import { expect, test } from "vitest";
import chirpStack from "../../../support/uplinks/chirpstack.json?raw";
import theThingsStack from "../../../support/uplinks/the-things-stack.json?raw";
import { type Account, api, newAccount } from "./client.ts";
import { connected } from "./connected.ts";

const DAY = 86_400_000;
const LAST_WEEK = new Date(Date.now() - 7 * DAY).toISOString();

async function house() {
  const person = await newAccount();
  await person.call("POST /v0/api-keys/");
  const id: string = (await person.call("POST /v0/devices/on-off/", { name: "Sensor" })).body.id;
  const send = (body: unknown, query: Record<string, string> = {}) =>
    person.call(`POST /v0/devices/on-off/${id}/telemetry/?${new URLSearchParams(query)}`, body);
  return { person, id, send };
}

const valuesOf = async (person: Account, id: string) =>
  (await person.call(`GET /v0/devices/on-off/${id}/values/`)).body as {
    key: string;
    value: unknown;
    at: string;
    by_http: boolean;
  }[];

const pointsOf = async (person: Account, id: string, key: string, from: string) =>
  (await person.call(`GET /v0/devices/on-off/${id}/series/?key=${key}&from=${from}&resolution=raw`)).body
    .points;

// In the forms of thethingsindustries.com/docs/integrations/data-formats and
// www.chirpstack.io/docs/chirpstack/integrations/events.html, with five decoded values and one that cannot be stored.
test.each([
  [
    "The Things Stack",
    { ...JSON.parse(theThingsStack), received_at: LAST_WEEK },
    { from: "/uplink_message/decoded_payload", at: "/received_at" },
    ["temperature", "humidity", "battery", "soil.temperature", "soil.conductivity"],
    "points",
  ],
  [
    "ChirpStack",
    { ...JSON.parse(chirpStack), time: LAST_WEEK.replace("Z", "123456+00:00") },
    { from: "/object", at: "/time" },
    ["temperatureSensor.1", "temperatureSensor.2", "humiditySensor.3", "battery", "door"],
    "nested.too",
  ],
])("an uplink of %s becomes five charts", async (_, uplink, query, keys, refused) => {
  const { person, id, send } = await house();
  const { status, body } = await send(uplink, query);
  expect([status, body.kept]).toEqual([202, keys]);
  expect(body.refused).toEqual([{ key: refused, why: expect.stringContaining(refused) }]);
  expect((await valuesOf(person, id)).map(({ key, at }) => [key, at]).toSorted()).toEqual(
    keys.map((key) => [key, LAST_WEEK]).toSorted(),
  );
  // the same uplink twice is one sample
  await send(uplink, query);
  expect(await pointsOf(person, id, keys[0] ?? "", LAST_WEEK)).toHaveLength(1);
});

test("a reader of the telemetry topic gets the values, and the device stays offline", async () => {
  const { person, id, send } = await house();
  const [{ key }] = (await person.call("GET /v0/api-keys/")).body;
  const reader = await connected(person.id, { clientId: `${key}__reader` });
  await reader.subscribe(`${person.id}/devices/${id}/telemetry`);
  const ts = Date.now() - 1000;
  await send({ ts, t: 21.5, name: "a b", bad: null });
  const { payload } = await reader.next("publish");
  expect(JSON.parse(String(payload))).toEqual({ ts, t: 21.5, name: "a b" });
  const device = (await person.call(`GET /v0/devices/on-off/${id}/`)).body;
  expect(device).toMatchObject({ connected: false, last_seen: null, since: null });
  expect((await person.call("GET /v0/events/devices/on-off/")).body).toEqual([]);
});

test("the last value says that it came over HTTP, until the device sends one itself, and an older one changes nothing", async () => {
  const { person, id, send } = await house();
  const byHttp = async () =>
    Object.fromEntries((await valuesOf(person, id)).map(({ key, by_http: is }) => [key, is]));
  await send({ t: 1, u: 1 });
  expect(await byHttp()).toEqual({ t: true, u: true });
  const [{ key }] = (await person.call("GET /v0/api-keys/")).body;
  const client = await connected(person.id, { clientId: `${key}__sensor` });
  client.publish(`${person.id}/devices/${id}/telemetry`, '{"t":2}', { qos: 1, messageId: 1 });
  await client.next("puback");
  expect(await byHttp()).toEqual({ t: false, u: true });
  await send({ ts: Date.parse(LAST_WEEK), t: 3 });
  expect(await byHttp()).toEqual({ t: false, u: true });
  await send({ t: 4 });
  expect(await byHttp()).toEqual({ t: true, u: true });
});

test.each([
  ["ISO 8601", LAST_WEEK, LAST_WEEK],
  ["seconds", Date.parse(LAST_WEEK) / 1000, LAST_WEEK],
  ["milliseconds", Date.parse(LAST_WEEK), LAST_WEEK],
  ["seconds in text", String(Date.parse(LAST_WEEK) / 1000), LAST_WEEK],
  ["microseconds", Date.parse(LAST_WEEK) * 1000, LAST_WEEK],
  ["nanoseconds in text", `${Date.parse(LAST_WEEK)}000000`, LAST_WEEK],
  ["the basic form", LAST_WEEK.replace(/[-:]/g, ""), LAST_WEEK],
  ["a comma, a space and a small z", LAST_WEEK.replace(".", ",").replace("T", " ").toLowerCase(), LAST_WEEK],
  ["an offset without a colon", LAST_WEEK.replace("Z", "+0000"), LAST_WEEK],
  ["last year", "2026-01-02T03:04:05+01:00", "2026-01-02T02:04:05.000Z"],
])("a time as %s", async (_, at, stored) => {
  const { person, id, send } = await house();
  expect((await send({ at: [at], v: { t: 1 } }, { from: "/v", at: "/at/0" })).status).toBe(202);
  expect(await valuesOf(person, id)).toMatchObject([{ key: "t", at: stored }]);
});

const DEEP = "/a".repeat(100);
test.each([
  [{ a: 1 }, { from: "/b" }, "from"],
  [{ a: 1 }, { from: "/a" }, "from"],
  [{ a: [1] }, { from: "/a" }, "from"],
  [{ a: 1 }, { from: "/~2" }, "from"],
  [{ a: 1 }, { from: "a" }, "from"],
  [{ a: 1 }, { from: "/__proto__" }, "from"],
  [{ a: 1 }, { from: DEEP }, "from"],
  [{ a: 1 }, { at: "/b" }, "at"],
  [{ a: "yesterday" }, { at: "/a" }, "at"],
  [{ a: -1 }, { at: "/a" }, "at"],
  [{ a: "2026-02-30T00:00:00Z" }, { at: "/a" }, "at"],
  [{ a: "2026-06-01T00:00:00" }, { at: "/a" }, "at"],
  [{ a: "2019-01-01T00:00:00Z" }, { at: "/a" }, "at"],
  [{ a: "2100-01-01T00:00:00Z" }, { at: "/a" }, "at"],
])("%j with %j is refused", async (sent, query, field) => {
  const { send } = await house();
  const { status, body } = await send(sent, query as Record<string, string>);
  expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
});

test("a pointer of a hundred levels, and names with / and ~", async () => {
  const { person, id, send } = await house();
  const deep = Array.from({ length: 100 }).reduce<object>((inside) => ({ a: inside }), { t: 1 });
  expect((await send(deep, { from: DEEP })).body).toEqual({ kept: ["t"], refused: [] });
  expect((await send({ "a/b": { "~1": { u: 2 } } }, { from: "/a~1b/~01" })).body.kept).toEqual(["u"]);
  expect((await valuesOf(person, id)).map(({ key }) => key)).toEqual(["t", "u"]);
});

test("what cannot be stored is refused by key: a wrong time, a wrong key, one value too many", async () => {
  const { send } = await house();
  const future = Date.now() + DAY;
  expect((await send({ ts: future, t: 1 })).body).toEqual({
    kept: [],
    refused: [{ key: "ts", why: expect.stringContaining("ahead") }],
  });
  expect((await send({ "a b": 1, big: "x".repeat(65), t: 1 })).body).toMatchObject({
    kept: ["t"],
    refused: [{ key: "a b" }, { key: "big" }],
  });
  expect((await send({ empty: {}, deep: { er: { t: 1 } }, list: [1], t: 1 })).body).toEqual({
    kept: ["t"],
    refused: [
      { key: "empty", why: expect.stringContaining("`empty` is an object.") },
      { key: "deep.er", why: expect.stringContaining("an object inside another one") },
      { key: "list", why: expect.stringContaining("`list` is a list.") },
    ],
  });
  const many = Object.fromEntries(Array.from({ length: 33 }, (_, n) => [`k${n}`, n]));
  const { body } = await send(many);
  expect([body.kept.length + body.refused.length, body.kept.length < 33]).toEqual([33, true]);
});

test("a token for one device sends values of that device, and cannot switch it or publish", async () => {
  const { person, id } = await house();
  const other = (await person.call("POST /v0/devices/on-off/", { name: "Other" })).body.id;
  const scopes = [`values:write:${id.toUpperCase()}`];
  const { token, ...made } = (await person.call("POST /v0/tokens/", { name: "uplinks", scopes })).body;
  expect(made.scopes).toEqual([`values:write:${id}`]);
  const call = (line: string, body: unknown) => api(line, body, { token });
  const path = (device: string, what: string) => `POST /v0/devices/on-off/${device}/${what}/`;
  expect((await call(path(id, "telemetry"), { t: 1 })).status).toBe(202);
  const lacks = { detail: 'The token "uplinks" lacks the scope values:write.' };
  expect((await call(path(other, "telemetry"), { t: 1 })).body).toMatchObject(lacks);
  expect((await call(path(id, "switch"), { state: true })).status).toBe(403);
  const board = await connected(person.id, { clientId: "b", username: "x", password: token });
  board.publish(`devices/${id}/control`, "on", { qos: 1, messageId: 1 });
  expect(await board.next("puback")).toMatchObject({ reasonCode: 0x87 });
});

test("of many wrong values 32 are named, the others are counted, and the answer is smaller than the body", async () => {
  const { send } = await house();
  const wrong = Object.fromEntries(Array.from({ length: 4000 }, (_, n) => [`k ${n}`, null]));
  const { status, body } = await send({ good: 1, ...wrong });
  expect([status, body.kept, body.refused.length, body.refused_more]).toEqual([202, ["good"], 32, 3968]);
  expect(JSON.stringify(body).length).toBeLessThan(JSON.stringify(wrong).length / 4);
  const valid = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`k${n}`, 1]));
  const many = (await send(valid)).body;
  expect(many.kept.length + many.refused.length + many.refused_more).toBe(300);
  expect((await send({ a: 1, "b c": 1 })).body).not.toHaveProperty("refused_more");
});

test.each([
  ["wrong values", { "a b": 1 }, {}],
  ["no object", { a: 1 }, { from: "/a" }],
  ["no time", { a: 1 }, { at: "/a/b" }],
  ["a time of the future", { ts: 9e14, a: 1 }, {}],
])("bodies with %s count with their bytes, as right ones do", async (_, body, query) => {
  const { send } = await house();
  const rest = "x".repeat(60_000);
  const statuses = new Set<number>();
  for (let n = 0; n < 30 && !statuses.has(429); n++) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => send({ ...body, rest }, query)));
    for (const { status } of answers) statuses.add(status);
  }
  expect([...statuses]).toContain(429);
});
