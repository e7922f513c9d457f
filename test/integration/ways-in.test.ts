/** The ways in that name no account, with clients that other people wrote: one address for all, and TCP. */

import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, inject, it } from "vitest";
import { controlPayload } from "../../broker/contract/control.ts";
import { type DeviceSetup, type Login, newDeviceSetup, PASSWORD } from "../support/account.ts";
import {
  mqttCommand,
  mqttLibrary,
  paho,
  type RunningDevice,
  type StartDevice,
} from "../support/device-process.ts";
import { mosquittoPub, mosquittoSub } from "../support/mosquitto.ts";

const baseUrl = inject("baseUrl");
const tcpPort = inject("tcpPort");
const oneAddress = `${baseUrl.replace(/^http/, "ws")}/mqtt`;
const tcpAddress = `mqtt://127.0.0.1:${tcpPort}`;
const versions = [4, 5] as const;

let running: RunningDevice[] = [];
afterEach(async () => {
  await Promise.all(running.map((device) => device.kill()));
  running = [];
});

async function start(
  client: StartDevice,
  setup: DeviceSetup,
  place: { address: string; version: 4 | 5; login: Login },
) {
  const device = await client({ baseUrl, userId: setup.account.userId, topic: setup.control, ...place });
  running.push(device);
  return device;
}

describe.each([
  ["MQTT.js over the one address", mqttLibrary, oneAddress],
  ["MQTT.js over TCP", mqttLibrary, tcpAddress],
  ["MQTT.js as a command over TCP", mqttCommand, tcpAddress],
  ["Paho over the one address", paho, oneAddress],
  ["Paho over TCP", paho, tcpAddress],
])("%s", (_, client, address) => {
  it.each(versions)("is a device in protocol level %i, from its first event to its last", async (version) => {
    const setup = await newDeviceSetup(baseUrl);
    const { account, device, login } = setup;
    const lamp = await start(client, setup, { address, version, login });
    await account.untilEvent(device.id, "connected");
    await account.switchDevice(device, "on");
    await lamp.untilHeard(1);
    expect(lamp.heard).toEqual([{ topic: setup.control, payload: controlPayload("on") }]);
    await lamp.kill();
    await account.untilEvent(device.id, "disconnected");
    expect(await account.events(device.id)).toEqual(["connected", "turned_on", "disconnected"]);
  });
});

/** Everybody who may say `on` to the lamp, by the kinds of the contract. */
async function principals(setup: DeviceSetup): Promise<[string, Login][]> {
  const { account, key, login } = setup;
  const name = `tool-${randomUUID()}`;
  const control = await account.newChannel(setup.control);
  await account.newCredential(name, [control]);
  const tool = { clientId: randomUUID(), password: PASSWORD };
  return [
    ["API key in the client id", { clientId: `${key.key}__${randomUUID()}` }],
    [
      "API key as user name too",
      { clientId: `${key.key}__${randomUUID()}`, username: key.key, password: key.key },
    ],
    ["bare credential", { ...tool, username: name }],
    ["credential with its account", { ...tool, username: `${account.userId}/${name}` }],
    ["device", { ...login, clientId: randomUUID() }],
  ];
}

describe("mosquitto_pub and mosquitto_sub over TCP", () => {
  it.each(versions)("connect as every kind of principal in protocol level %i", async (version) => {
    const setup = await newDeviceSetup(baseUrl);
    const kinds = await principals(setup);
    const place = { port: tcpPort, version, topic: setup.control };
    const lamp = mosquittoSub({ ...place, login: setup.login, more: ["-C", String(kinds.length)] });
    await lamp.subscribed;
    for (const [kind, login] of kinds) {
      const { code, said } = await mosquittoPub({ ...place, login, more: ["-q", "1"] }, controlPayload("on"));
      expect(`${kind}: ${code} ${said}`).toBe(`${kind}: 0 `);
    }
    const { code, said } = await lamp.answer;
    expect(code).toBe(0);
    expect(said.match(/^\{"state":"on"\}$/gm)).toHaveLength(kinds.length);
    expect((await setup.account.device(setup.device.id)).state).toBe(true);
  });

  it.each([
    [4, "a wrong password", { password: "wrong" }, /bad user name or password/i],
    [5, "a wrong password", { password: "wrong" }, /bad user name or password/i],
    [4, "a device of nobody", { username: `${randomUUID()}:lamp` }, /bad user name or password/i],
    [5, "a device of nobody", { username: `${randomUUID()}:lamp` }, /bad user name or password/i],
    [
      4,
      "an API key of nobody",
      { clientId: "nokey__1", username: "", password: "" },
      /bad user name or password/i,
    ],
    [5, "nobody at all", { username: undefined, password: undefined }, /not authori[sz]ed/i],
    [4, "nobody at all", { username: undefined, password: undefined }, /not authori[sz]ed/i],
  ] as const)("in protocol level %i print why %s is refused", async (version, _, change, sentence) => {
    const { login, control: topic, account, device } = await newDeviceSetup(baseUrl);
    const given = Object.entries({ ...login, ...change }).filter(([, value]) => value);
    const changed = Object.fromEntries(given) as unknown as Login;
    const { code, said } = await mosquittoPub({ port: tcpPort, version, login: changed, topic }, "x");
    expect(code).not.toBe(0);
    expect(said).toMatch(sentence);
    expect(await account.events(device.id)).toEqual([]);
  });
});

it("tells the port that is really open", async () => {
  const response = await fetch(`${baseUrl}/v0/broker/`);
  expect(await response.json()).toMatchObject({ tcp: { host: "127.0.0.1", port: tcpPort } });
});
