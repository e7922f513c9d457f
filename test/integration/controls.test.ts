/** Controls with played devices over MQTT.js: an ESP32, and what Home Assistant, Tasmota and Zigbee2MQTT make of them. */

import { connectAsync, type MqttClient } from "mqtt";
import { expect, inject, it, onTestFinished } from "vitest";
import { controlTopic, telemetryTopic } from "../../broker/contract/topics.ts";
import type { Credential } from "../../worker/contract/credentials.ts";
import type { Device, DeviceDetail, SwitchOutcome } from "../../worker/contract/devices.ts";
import type { FoundDevice } from "../../worker/contract/found-devices.ts";
import { type Account, newAccount, newDeviceSetup, PASSWORD } from "../support/account.ts";
import { type Announcing, tasmotaDimmer, zigbeeBulb, zigbeeParts } from "../support/announcing-devices.ts";
import { HomeAssistant } from "../support/home-assistant.ts";
import { until } from "../support/until.ts";

const baseUrl = inject("baseUrl");
const url = `mqtt://127.0.0.1:${inject("tcpPort")}`;
const once = { reconnectPeriod: 0, protocolVersion: 4 } as const;

const CONTROLS = [
  { key: "brightness", kind: "number", min: 0, max: 100, unit: "%" },
  { key: "color", kind: "color" },
  { key: "speed", kind: "number", min: 0, max: 5 },
  { key: "mode", kind: "choice", options: ["eco", "boost"] },
];

async function connected(options: object): Promise<MqttClient> {
  const client = await connectAsync(url, { ...once, ...options }, false);
  onTestFinished(() => client.endAsync(true));
  return client;
}

/** A client in root view, which many programs of a house are. */
async function rootClient(account: Account, name: string, more: object = {}): Promise<MqttClient> {
  // over TCP the user name names the account
  const username = `${name}-${account.userId}`;
  const made = { name, username, password: PASSWORD, view: "root" };
  const credential = await account.call<Credential>("POST", "/v0/mqtt/credentials/", made);
  return connected({ username: credential.username, password: PASSWORD, ...more });
}

const read = (account: Account, id: string) => account.call<DeviceDetail>("GET", `/v0/devices/on-off/${id}/`);

/** Wanted and reported value of each control. */
const valuesOf = ({ controls }: DeviceDetail) =>
  Object.fromEntries(controls.map(({ key, wanted, reported }) => [key, [wanted, reported]]));

const setControls = (account: Account, id: string, set: object, state?: boolean) =>
  account.call<SwitchOutcome>("POST", `/v0/devices/on-off/${id}/switch/`, { state, set, wait: 10 });

/** Sketches keep their values, take the keys of each message, and report them. */
async function playedEsp32() {
  const { account, device, login } = await newDeviceSetup(baseUrl);
  const { name } = device;
  await account.call("PUT", `/v0/devices/on-off/${device.id}/`, { name, channels: [], controls: CONTROLS });
  const lamp: Record<string, unknown> = { state: "off", brightness: 100, speed: 0, mode: "eco" };
  const client = await connected(login);
  client.on("message", (_, payload) => {
    Object.assign(lamp, JSON.parse(String(payload)));
    const { state: _state, ...values } = lamp;
    client.publish(telemetryTopic(account.userId, device.id), JSON.stringify(values));
  });
  await client.subscribeAsync(controlTopic(account.userId, device.id), { qos: 1 });
  return { account, device, lamp };
}

it("Home Assistant accepts a lamp of ours as light, number and select, and switches an ESP32 by them", async () => {
  const { account, device, lamp } = await playedEsp32();
  await account.call("PUT", "/v0/mqtt/settings/", { profile: "full", home_assistant: true });
  const client = await rootClient(account, "home-assistant");
  const home = new HomeAssistant({
    subscribe: (topic) => void client.subscribe(topic, { qos: 1 }),
    publish: (topic, payload) => void client.publish(topic, payload, { qos: 1 }),
  });
  client.on("message", (topic, payload) => home.hear(topic, String(payload)));
  const entity = async (end: string) => {
    const id = `sw_${device.id}_${end}`;
    await until(id, () => home.entities.has(id));
    return id;
  };
  const [light, speed, mode] = [
    await entity("light"),
    await entity("control_speed"),
    await entity("control_mode"),
  ];

  home.light(light, { brightness: 102, rgb: [255, 128, 0] });
  await until("the light", () => lamp.brightness === 40 && lamp.color === "#ff8000" && lamp.state === "on");
  home.set(speed, 3);
  home.set(mode, "boost");
  await until("number and select", () => lamp.speed === 3 && lamp.mode === "boost");

  await until("the reports", async () => (await read(account, device.id)).controls[3]?.reported === "boost");
  expect(valuesOf(await read(account, device.id))).toEqual({
    brightness: [40, 40],
    color: ["#ff8000", "#ff8000"],
    speed: [3, 3],
    mode: ["boost", "boost"],
  });
  await until("its state in Home Assistant", () => home.entities.get(light)?.brightness === 102);
  expect(home.entities.get(mode)?.state).toBe("boost");
  home.press(light, "off");
  await until("the light to be off", () => lamp.state === "off");
  expect(lamp.brightness).toBe(40);
});

/** Announces a device as its firmware does, obeys its commands, and is adopted. */
async function adopted(made: Announcing, parts: [place: string, announcement: object][] = []) {
  const account = await newAccount(baseUrl);
  const client = await rootClient(account, "house", { will: { ...made.will, retain: true } });
  const say = async (words: [topic: string, payload: string][], retain: boolean) => {
    for (const [topic, payload] of words) await client.publishAsync(topic, payload, { qos: 1, retain });
  };
  client.on("message", (topic, payload) => void say(made.obey(String(payload), topic), false));
  await client.subscribeAsync(made.commands, { qos: 1 });
  await say(made.birth, true);
  for (const [place, part] of [...parts, [made.place, made.announcement] as const]) {
    await say([[place, JSON.stringify(part)]], true);
  }
  const [found] = await account.call<FoundDevice[]>("GET", "/v0/devices/found/");
  const device = await account.call<Device>("POST", `/v0/devices/found/${found?.id}/adopt/`);
  return { account, id: device.id, say };
}

it("a dimmer by Tasmota is dimmed, and its knob is seen", async () => {
  const { account, id, say } = await adopted(tasmotaDimmer());
  const outcome = await setControls(account, id, { brightness: 40 }, true);
  expect(outcome).toMatchObject({ delivered_at: expect.any(String), set: { brightness: 40 } });
  expect(valuesOf(await read(account, id))).toEqual({ brightness: [40, 40] });
  await say([["tele/tasmota_129D1F/STATE", '{"POWER":"ON","Dimmer":70}']], false);
  expect(valuesOf(await read(account, id))).toEqual({ brightness: [40, 70] });
});

it("a bulb by Zigbee2MQTT is dimmed with the number and the select of its device, and its knob is seen", async () => {
  const made = zigbeeBulb();
  const { account, id, say } = await adopted(made, zigbeeParts());
  expect(Object.keys(valuesOf(await read(account, id)))).toEqual(["brightness", "motor_speed", "scene"]);
  const outcome = await setControls(account, id, { brightness: 40, motor_speed: 4, scene: "night" }, true);
  expect(outcome).toMatchObject({ delivered_at: expect.any(String) });
  expect(valuesOf(await read(account, id))).toEqual({
    brightness: [40, 40],
    motor_speed: [4, 4],
    scene: ["night", "night"],
  });
  await say(made.turned(203), false);
  expect(valuesOf(await read(account, id)).brightness).toEqual([40, 80]);
  expect((await read(account, id)).taken).toBe(true);
});
