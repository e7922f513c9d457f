/** Switching devices with stock clients, in all protocol versions. */

import { describe, expect, inject, it, onTestFinished } from "vitest";
import { controlPayload } from "../../broker/contract/control.ts";
import { newDeviceSetup } from "../support/account.ts";
import { mqttCommand, mqttLibrary, paho, type StartDevice } from "../support/device-process.ts";
import { mosquittoPub, mosquittoSub } from "../support/mosquitto.ts";
import type { Version } from "../support/packet-bytes.ts";

const [baseUrl, tcpPort] = [inject("baseUrl"), inject("tcpPort")];
const oneAddress = { address: `${baseUrl.replace(/^http/, "ws")}/mqtt` };
const tcp = { address: `mqtt://127.0.0.1:${tcpPort}` };
/**
 * Each client over each transport, and each version over each. `TEST_ALL` adds the other combinations, which have no
 * code of their own: the transports pass bytes on, and the versions are proven on all of them by `conformance`.
 */
const isAll = process.env.TEST_ALL !== undefined;
const of = (versions: Version[], others: Version[]) => (isAll ? [...versions, ...others] : versions);
const clients: [string, StartDevice, { address?: string }, Version[]][] = [
  ["MQTT.js as a library", mqttLibrary, {}, of([3, 5], [4])],
  ["MQTT.js as a command", mqttCommand, {}, of([4], [3, 5])],
  ["Paho in Python", paho, {}, of([3, 4], [5])],
  ["MQTT.js over the one address", mqttLibrary, oneAddress, of([5], [4])],
  ["MQTT.js over TCP", mqttLibrary, tcp, of([4], [5])],
  ["MQTT.js as a command over TCP", mqttCommand, tcp, of([5], [4])],
  ["Paho over the one address", paho, oneAddress, of([4], [5])],
  ["Paho over TCP", paho, tcp, of([5], [4])],
];

describe.each(clients)("%s", (_, start, address, versions) => {
  it.each(versions)("is switched over REST and in protocol level %i, and has its events", async (version) => {
    const { account, key, device, login, control } = await newDeviceSetup(baseUrl);
    const place = { baseUrl, userId: account.userId, version };

    const lamp = await start({ ...place, ...address, login, topic: control });
    onTestFinished(lamp.kill);
    await account.untilEvent(device.id, "connected");
    expect((await account.device(device.id)).connected).toBe(true);

    await account.switchDevice(device, "on");
    await lamp.untilHeard(1);
    await account.untilEvent(device.id, "turned_on");
    expect((await account.device(device.id)).state).toBe(true);

    const dashboard = await mqttLibrary({
      ...place,
      login: { clientId: "dashboard", username: "key", password: key.key },
      topic: "",
    });
    onTestFinished(dashboard.kill);
    await dashboard.client.publishAsync(control, controlPayload("off"), { qos: 0 });
    await lamp.untilHeard(2);
    await account.untilEvent(device.id, "turned_off");
    expect((await account.device(device.id)).state).toBe(false);

    await lamp.kill();
    await account.untilEvent(device.id, "disconnected");
    expect((await account.device(device.id)).connected).toBe(false);

    expect(lamp.heard).toEqual([
      { topic: control, payload: '{"state":"on"}' },
      { topic: control, payload: '{"state":"off"}' },
    ]);
    expect(await account.events(device.id)).toEqual(["connected", "turned_on", "turned_off", "disconnected"]);
  });
});

it("mosquitto_pub and mosquitto_sub support MQTT 3.1, also with client ids of more than 23 characters", async () => {
  const { account, login, key, control: topic } = await newDeviceSetup(baseUrl);
  const place = { port: tcpPort, version: 3, topic } as const;
  const lamp = mosquittoSub({ ...place, login, more: ["-C", "1"] });
  await lamp.subscribed;
  const [client] = await account.call<{ protocol: string }[]>("GET", "/v0/mqtt/clients/");
  expect(client?.protocol).toBe("3.1");
  const long = { clientId: "d".repeat(24), username: "key", password: key.key };
  expect((await mosquittoPub({ ...place, login: long }, controlPayload("on"))).code).toBe(0);
  expect((await lamp.answer).said).toMatch(/^\{"state":"on"\}$/m);
});
