/** Limits that are one account's own: the API's caps, its broker's, and what its people are told of them. */

import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { apiWith, newAccount } from "./client.ts";
import { connected, knock } from "./connected.ts";
import { operator } from "./operator.ts";

const limitsOf = (id: string) => `/v0/operator/accounts/${id}/limits/`;

test("more or fewer devices, channels, credentials and keys than others have, and it is told so", async () => {
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

test("fewer connections and messages: it holds for clients that are there, and after a nap", async () => {
  const { id, call } = await newAccount();
  const { key } = (await call("POST /v0/api-keys/")).body;
  const writer = await connected(id, { clientId: `${key}__writer` });
  const say = () => writer.publish(`${id}/a`, "x", { qos: 1, messageId: 1 });
  say();
  expect((await writer.next("puback")).reasonCode ?? 0).toBe(0);
  await operator(`PUT ${limitsOf(id)}`, { connections: 1, publish_rate: 2 });

  const second = await knock(id, { clientId: `${key}__second` });
  expect((await second.next("connack")).reasonCode).toBe(0x97);
  // a burst of four seconds' worth, of which one connection has half
  for (let n = 0; n < 6; n++) say();
  expect((await writer.next("disconnect")).reasonCode).toBe(0x96);

  await evictDurableObject(env.BROKER.getByName(id));
  await connected(id, { clientId: `${key}__third` });
  const fourth = await knock(id, { clientId: `${key}__fourth` });
  expect((await fourth.next("connack")).reasonCode).toBe(0x97);
  await operator(`PUT ${limitsOf(id)}`, { connections: null });
  await connected(id, { clientId: `${key}__fourth` });
});

test("fewer retained messages and events", async () => {
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

test("more or fewer schedules a device, and values over time", async () => {
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
