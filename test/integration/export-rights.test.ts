/** The rights of exported clients: each login may do on a real Mosquitto what it may do on the product, and no more. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import mqtt from "mqtt";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { type Account, newAccount, PASSWORD } from "../support/account.ts";
import { exportInto, startMosquitto } from "../support/exported-mosquitto.ts";
import { until } from "../support/until.ts";

const folder = mkdtempSync(join(tmpdir(), "switchyard-rights-"));
const url = inject("baseUrl");
let account: Account;
let key: string;
let mosquitto: Awaited<ReturnType<typeof startMosquitto>>;
let ids: { lamp: string; pump: string };
let topics: string[];

/** User names on the product, and on Mosquitto. */
type Login = readonly [product: string, exported: string];
let logins: Login[];

beforeAll(async () => {
  account = await newAccount(url);
  const { userId } = account;
  key = (await account.newKey()).key;
  const [door, hall, yard] = [
    await account.newChannel("door"),
    await account.newChannel("hall/light"),
    await account.newChannel("yard"),
  ];
  const [lamp, pump] = [
    await account.newDevice("Lamp", [door, hall]),
    await account.newDevice("Pump", [yard]),
  ];
  ids = { lamp: lamp.id, pump: pump.id };
  const make = (username: string, more: object) =>
    account.call("POST", "/v0/mqtt/credentials/", { name: username, username, password: PASSWORD, ...more });
  const grant = (filter: string, publish: boolean, subscribe: boolean) => ({ filter, publish, subscribe });
  await make("plain", { channels: [hall.id] });
  await make("granted", {
    grants: [grant("read/+", false, true), grant("write/#", true, false), grant("%u/x", true, true)],
  });
  await make("bound", { channels: [yard.id], device: lamp.id });
  await make("all", { grants: [grant("#", true, true)] });
  await make("+", { grants: [grant("%u/x", true, true), grant("of/%c", true, true)] });
  const devices = (name: string): Login[] => [
    [`${lamp.id}:${name}`, `${lamp.id}.${name}`],
    ...(name === "bound" ? [] : [[`${pump.id}:${name}`, `${pump.id}.${name}`] as const]),
  ];
  logins = ["plain", "granted", "bound", "all", "+"].flatMap((name) => [
    [name, name] as const,
    ...devices(name),
  ]);
  const own = [lamp, pump].flatMap(({ id }) => [`devices/${id}/control`, `devices/${id}/telemetry`]);
  const more = [
    "read/a",
    "read/a/b",
    "write",
    "write/a/b",
    "granted/x",
    "plain/x",
    "of/me",
    "secret",
    "hall",
    "door/x",
  ];
  topics = ["door", "hall/light", "yard", ...own, ...more].map((topic) => `${userId}/${topic}`);
  await exportInto(folder, url, account.email);
  mosquitto = await startMosquitto(folder);
}, 60_000);

afterAll(() => {
  mosquitto?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const product = () => `${url.replace(/^http/, "ws")}/mqtt/${account.userId}`;
const exported = () => `mqtt://127.0.0.1:${mosquitto.port}`;

const enter = (broker: string, username: string, password = PASSWORD) =>
  mqtt.connectAsync(broker, { username, password, protocolVersion: 5, reconnectPeriod: 0 }, false);

const ownerAt = (broker: string) =>
  broker === exported()
    ? enter(broker, key, key)
    : mqtt.connectAsync(broker, { clientId: `${key}__owner`, protocolVersion: 5, reconnectPeriod: 0 }, false);

/** The owner publishes everything; `mark` is a topic that the login may read. */
async function readable(client: mqtt.MqttClient, owner: mqtt.MqttClient, mark: string): Promise<string[]> {
  const heard = new Set<string>();
  let isMarked = false;
  client.on("message", (topic, payload) => {
    heard.add(topic);
    isMarked ||= topic === mark && payload.toString() === "mark";
  });
  await client.subscribeAsync(`${account.userId}/#`, { qos: 1 });
  for (const topic of topics) await owner.publishAsync(topic, '{"state":"off"}', { qos: 1 });
  await owner.publishAsync(mark, "mark", { qos: 1 });
  await until("the last message", () => isMarked);
  client.removeAllListeners("message");
  return topics.filter((topic) => heard.has(topic));
}

async function writable(client: mqtt.MqttClient): Promise<string[]> {
  const allowed: string[] = [];
  for (const topic of topics) {
    const isAllowed = await client.publishAsync(topic, '{"state":"off"}', { qos: 1 }).then(
      () => true,
      () => false,
    );
    if (isAllowed) allowed.push(topic);
  }
  return allowed;
}

async function rightsAt(broker: string, username: string) {
  const [client, owner] = await Promise.all([enter(broker, username), ownerAt(broker)]);
  try {
    const write = await writable(client);
    const mark = write.find((topic) => !topic.includes("/write"));
    // a login without rights has no topic that ends the wait
    return { write, read: mark === undefined ? [] : await readable(client, owner, mark) };
  } finally {
    await Promise.all([client.endAsync(true), owner.endAsync(true)]);
  }
}

it("every login may publish and read the same topics on Mosquitto as on the product", async () => {
  for (const [name, there] of logins) {
    const [here, exports] = [await rightsAt(product(), name), await rightsAt(exported(), there)];
    expect([name, exports]).toEqual([name, here]);
  }
  const own = `${account.userId}/devices/${ids.lamp}/control`;
  expect((await rightsAt(exported(), `${ids.lamp}.plain`)).write).toContain(own);
});

it("a credential of one device is that device only, and no other", async () => {
  await expect(enter(exported(), `${ids.pump}.bound`)).rejects.toThrow();
  await expect(enter(product(), `${ids.pump}:bound`)).rejects.toThrow();
});
