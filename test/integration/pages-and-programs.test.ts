/** Programs are not mistaken for pages, whatever headers their libraries add. */

import { expect, inject, it, onTestFinished } from "vitest";
import type { LiveClient } from "../../worker/contract/clients.ts";
import type { DeviceEvent } from "../../worker/contract/events.ts";
import { newDeviceSetup, PASSWORD } from "../support/account.ts";
import { brokerUrl, mqttLibrary, paho, type StartDevice } from "../support/device-process.ts";
import { until } from "../support/until.ts";

const baseUrl = inject("baseUrl");

it("a call of Node's own fetch counts as a program's", async () => {
  const { account, device } = await newDeviceSetup(baseUrl);
  await account.call("POST", `/v0/devices/on-off/${device.id}/switch/`, { state: true });
  await account.switchDevice(device, "off");
  await account.untilEvent(device.id, "turned_off");
  const events = await account.call<DeviceEvent[]>("GET", "/v0/events/devices/on-off/");
  expect(events.map(({ event_type, actor }) => [event_type, actor])).toEqual([
    ["turned_off", "api"],
    ["turned_on", "api"],
  ]);
});

/** Node's WebSocket. Presence needs no library, so it sends one CONNECT and stays. */
const nodeSocket: StartDevice = async ({ userId, login }) => {
  const { generate } = await import("mqtt-packet");
  const socket = new WebSocket(brokerUrl(baseUrl, userId), "mqtt");
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  const { clientId, username, password } = login;
  const connect = { cmd: "connect", protocolId: "MQTT", protocolVersion: 4, clean: true, keepalive: 0 };
  socket.send(generate({ ...connect, clientId, username, password } as never) as Uint8Array<ArrayBuffer>);
  return { heard: [], untilHeard: async () => {}, kill: async () => socket.close() };
};

// Paho sends an Origin
it.each<[string, StartDevice]>([
  ["MQTT.js", mqttLibrary],
  ["Paho", paho],
  ["Node itself", nodeSocket],
])("%s over WebSocket counts as a program", async (_, start) => {
  const { account, channel } = await newDeviceSetup(baseUrl);
  const login = { clientId: "program", username: "lamp", password: PASSWORD };
  const program = await start({ baseUrl, userId: account.userId, version: 4, login, topic: channel.topic });
  onTestFinished(program.kill);
  const [client] = await until("the client", async () => {
    const clients = await account.call<LiveClient[]>("GET", "/v0/mqtt/clients/");
    return clients.length > 0 && clients;
  });
  expect(client).toMatchObject({ client_id: "program", browser: false });
});
