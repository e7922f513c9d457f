/** An account that was made under the first release: today's starts on what that one left, and nothing of it is lost. */

import { rmSync } from "node:fs";
import mqtt, { type MqttClient } from "mqtt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DeviceEvent } from "../../worker/contract/event.ts";
import type { DeviceDetail } from "../../worker/contract/presence.ts";
import { type Account, enterAccount } from "../support/account.ts";
import { brokerUrl } from "../support/device-process.ts";
import { answersTo } from "../support/first-release/answers.ts";
import { restoredState } from "../support/first-release/databases.ts";
import { connectTo, kept } from "../support/first-release/home.ts";
import { answers, people, variables } from "../support/first-release/people.ts";
import { type RunningProduct, startProductProcess } from "../support/product-process.ts";
import { until } from "../support/until.ts";

const { greenhouse, porch, cutOff } = people();
const recorded = answers();
const EVERYONE = Object.entries({ greenhouse, porch, cutOff }).flatMap(([name, person]) =>
  Object.entries(person.logins).map(([what, login]) => ({ name, what, person, login })),
);

let state: string;
let product: RunningProduct;
let owner: Account;

beforeAll(async () => {
  state = restoredState();
  product = await startProductProcess({ stateDirectory: state, variables: variables() });
  owner = await enterAccount(product.url, greenhouse.email);
}, 120_000);
afterAll(async () => {
  await product?.stop();
  rmSync(state, { recursive: true, force: true });
});

const eventsOf = (account: Account, deviceId: string): Promise<DeviceEvent[]> =>
  account.call("GET", `/v0/events/devices/on-off/?size=100&device=${deviceId}`);

describe("everything that the API answers is as it was [F120]", () => {
  // what had not been sent when the first release ended comes by itself; a later release may add fields
  it.each(["greenhouse", "porch"] as const)("to %s", { timeout: 120_000 }, async (name) => {
    const { token } = await enterAccount(product.url, people()[name].email);
    const asked = () => answersTo(Object.keys(recorded[name]), product.url, token);
    await expect.poll(asked, { timeout: 30_000 }).toMatchObject(recorded[name]);
  });
});

it("a device that was connected when the first release was killed is told to be gone [F120]", async () => {
  const account = await enterAccount(product.url, cutOff.email);
  const { door = "" } = cutOff.devices;
  const detail = await account.call<DeviceDetail>("GET", `/v0/devices/on-off/${door}/`);
  expect(detail).toMatchObject({ state: true, connected: false, clients: [] });
  await account.untilEvent(door, "disconnected");
  expect(await account.events(door)).toEqual(["connected", "turned_on", "disconnected"]);
});

it.each(EVERYONE)("$what of $name connects as before [F120]", async ({ person, login }) => {
  await (await connectTo(product.url, person.userId, login)).endAsync();
});

it.each(greenhouse.kept)("what waits in kept session $# is given to it [F120]", async (session) => {
  const heard: string[] = [];
  const client: MqttClient = mqtt.connect(brokerUrl(product.url, greenhouse.userId), {
    ...session.login,
    ...kept(session.version),
    reconnectPeriod: 0,
  });
  client.on("message", (topic, payload) => {
    // how devices are, this release says besides
    if (!topic.endsWith("/status")) heard.push(`${topic} ${payload}`);
  });
  await until("all of it", () => heard.length >= session.waiting.length);
  await client.endAsync();
  expect(heard.sort()).toEqual([...session.waiting].sort());
});

it("what is retained is told [F120]", async () => {
  const heard: string[] = [];
  const { "an API key": key = { clientId: "" } } = greenhouse.logins;
  const client = await connectTo(product.url, greenhouse.userId, key);
  client.on("message", (topic, payload) => {
    // how devices are, this release says besides
    if (!topic.endsWith("/status")) heard.push(`${topic} ${payload}`);
  });
  await client.subscribeAsync(`${greenhouse.userId}/#`, { qos: 1 });
  await until("all of it", () => heard.length >= greenhouse.retained.length);
  await client.endAsync();
  expect(heard.sort()).toEqual([...greenhouse.retained].sort());
});

it("a device goes on: what happens now stands before what was, under its new name, and outlives it [F120]", async () => {
  const { fan: id = "" } = greenhouse.devices;
  const before = await until("its sum", async () => {
    const events = await eventsOf(owner, id);
    return (events[0]?.count ?? 0) > 1 && events;
  });
  expect(before.length).toBeGreaterThan(30);
  const path = `/v0/devices/on-off/${id}/`;
  const { state: was } = await owner.device(id);
  await owner.call("POST", `${path}switch/`, { state: !was });
  expect(await owner.device(id)).toMatchObject({ state: !was });
  const switched = await eventsOf(owner, id);
  expect(switched[0]).toMatchObject({ event_type: was ? "turned_off" : "turned_on", actor: "api", count: 1 });
  expect(switched.slice(1)).toEqual(before);

  await owner.call("PUT", path, { name: "Ventilator" });
  const renamed = switched.map((event) => ({ ...event, device_name: "Ventilator" }));
  expect(await eventsOf(owner, id)).toEqual(renamed);
  await owner.call("DELETE", path);
  expect(await eventsOf(owner, id)).toEqual(renamed);
});
