/** `POST …/telemetry/` with a list of samples: good entries are stored, each bad one is named with its index. */

import { expect, test } from "vitest";
import { api, newAccount } from "./client.ts";

const MINUTE = 60_000;

async function house() {
  const person = await newAccount();
  await person.call("POST /v0/api-keys/");
  const id: string = (await person.call("POST /v0/devices/on-off/", { name: "Sensor" })).body.id;
  const path = `/v0/devices/on-off/${id}`;
  const send = (body: unknown, query: Record<string, string> = {}) =>
    person.call(`POST ${path}/telemetry/?${new URLSearchParams(query)}`, body);
  const points = async (key: string): Promise<[string, number][]> =>
    (await person.call(`GET ${path}/series/?key=${key}&resolution=raw`)).body.points;
  const values = async () => (await person.call(`GET ${path}/values/`)).body;
  return { person, id, send, points, values };
}

test("entries in any order are samples at their times, and the last value is the latest, marked as HTTP", async () => {
  const { send, points, values } = await house();
  const before = Date.now();
  const { status, body } = await send([
    { ts: -MINUTE, t: 2 },
    { t: 3, h: 1 },
    { ts: before - 2 * MINUTE, t: 1 },
  ]);
  expect([status, body]).toEqual([202, { kept: ["t", "h"], refused: [] }]);
  expect((await points("t")).flatMap(([, value]) => value ?? [])).toEqual([1, 2, 3]);
  expect(await values()).toMatchObject([
    { key: "h", value: 1, by_http: true },
    { key: "t", value: 3, by_http: true },
  ]);
  const [[first] = [""]] = await points("t");
  expect(Date.parse(first)).toBe(before - 2 * MINUTE);
});

test("a list below a pointer, with the time of its message: ages count back from it", async () => {
  const { send, points } = await house();
  const at = Date.now() - 60 * MINUTE;
  const list = [{ ts: -MINUTE, t: 1 }, { t: 2 }, { ts: at + 5, t: 3 }];
  const body = { up: { list, time: new Date(at).toISOString() } };
  expect((await send(body, { from: "/up/list", at: "/up/time" })).body).toEqual({ kept: ["t"], refused: [] });
  expect(
    (await points("t")).flatMap(([time, value]) => (value === null ? [] : Date.parse(time) - at)),
  ).toEqual([-MINUTE, 0, 5]);
});

test("a single object counts back from its arrival, or from the time of its message, as a list does", async () => {
  const { send, points } = await house();
  const at = Date.now() - 60 * MINUTE;
  const body = { up: { t: 1, ts: -MINUTE }, time: new Date(at).toISOString() };
  expect((await send(body, { from: "/up", at: "/time" })).body).toEqual({ kept: ["t"], refused: [] });
  const before = Date.now();
  await send({ t: 2, ts: -MINUTE });
  const [[first] = [""], ...later] = (await points("t")).filter(([, value]) => value !== null);
  expect(Date.parse(first)).toBe(at - MINUTE);
  const [last] = later.at(-1) ?? [""];
  expect(Date.parse(last)).toBeGreaterThanOrEqual(before - MINUTE);
  expect(Date.parse(last)).toBeLessThanOrEqual(Date.now() - MINUTE);
});

test("each bad entry and each bad value is named with its index, and the others are stored", async () => {
  const { send, points } = await house();
  const list = [
    { t: 1 },
    5,
    [{ t: 9 }],
    { ts: -1, t: 2, "a b": 1, deep: { er: { x: 1 } } },
    { ts: "yesterday", t: 9 },
    { ts: Date.now() + 86_400_000, t: 9 },
    { ts: -9e15, t: 9 },
    {},
  ];
  const { status, body } = await send(list);
  const why = (words: string) => expect.stringContaining(words);
  expect([status, body]).toEqual([
    202,
    {
      kept: ["t"],
      refused: [
        { index: 1, key: "", why: why("It is a number, not an object.") },
        { index: 2, key: "", why: why("It is a list, not an object.") },
        { index: 3, key: "a b", why: why("a space") },
        { index: 3, key: "deep.er", why: why("an object inside another one") },
        { index: 4, key: "ts", why: why("ts is a text") },
        { index: 5, key: "ts", why: why("ahead") },
        { index: 6, key: "ts", why: why("not a number of milliseconds") },
      ],
    },
  ]);
  expect((await points("t")).flatMap(([, value]) => value ?? [])).toEqual([2, 1]);
});

test("of many bad entries 32 are named, and the others are counted", async () => {
  const { send } = await house();
  const list = Array.from({ length: 100 }, (_, n) => (n === 50 ? { t: 1 } : { t: null }));
  const { body } = await send(list);
  expect([body.kept, body.refused.length, body.refused_more]).toEqual([["t"], 32, 67]);
  expect(body.refused[31].index).toBe(31);
  const wide = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`k ${n}`, 1]));
  const all = (await send([{ t: 1 }, wide, wide])).body;
  expect([all.refused.length, all.refused_more]).toEqual([32, 48]);
});

test("a device without room for more series keeps those of the first entries", async () => {
  const { send } = await house();
  const list = Array.from({ length: 40 }, (_, n) => ({ [`k${n}`]: n }));
  const { body } = await send(list);
  expect([body.kept.length, body.kept.length + body.refused.length]).toEqual([32, 40]);
  expect(body.refused[0]).toMatchObject({ index: 32, key: "k32", why: expect.stringContaining("32 series") });
});

test.each<[string, unknown, string]>([
  ["none", [], "MAX_SAMPLES_A_MESSAGE"],
  ["101", Array.from({ length: 101 }, () => ({ t: 1 })), "this one has 101"],
  ["lists only", [[{ t: 1 }]], "There is no object"],
])("a list of %s is refused", async (_, list, words) => {
  const { send, values } = await house();
  const { status, body } = await send(list);
  expect([status, body.errors]).toEqual([400, { from: [expect.stringContaining(words)] }]);
  expect(await values()).toEqual([]);
});

test("a token of the device sends lists, which count as their samples in the rate", async () => {
  const { person, id } = await house();
  const { token } = (await person.call("POST /v0/tokens/", { name: "board", scopes: [`values:write:${id}`] }))
    .body;
  const list = Array.from({ length: 100 }, (_, n) => ({ ts: -n - 1, t: n }));
  const send = () => api(`POST /v0/devices/on-off/${id}/telemetry/`, list, { token });
  const statuses = (await Promise.all(Array.from({ length: 30 }, send))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 202).length).toBeLessThan(28);
  expect(statuses).toContain(429);
});
