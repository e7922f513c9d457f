/**
 * Makes the fixture of the release that is checked out, by its version in `package.json`:
 *   node_modules/.bin/node worker/local/run.mjs test/support/release/make.ts && npx --no biome check --write test/support/release
 * Uses the product with real clients, records the API's responses, kills the product and keeps its state.
 * Never edit or remake a fixture: it stands for the data of existing installations.
 */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import mqtt, { type IClientOptions, type MqttClient } from "mqtt";
import { controlTopic, telemetryTopic } from "../../../broker/contract/topics.ts";
import manifest from "../../../package.json" with { type: "json" };
import type { Device } from "../../../worker/contract/devices.ts";
import type { NewGuest } from "../../../worker/contract/guests.ts";
import type { Notice } from "../../../worker/contract/watches.ts";
import { newSecrets } from "../../../worker/keys/rotation.ts";
import { type DeviceSetup, type Login, newDeviceSetup, PASSWORD } from "../account.ts";
import { brokerUrl } from "../device-process.ts";
import { newStateDirectory, startProductProcess } from "../product-process.ts";
import { until } from "../until.ts";
import { keepState } from "./databases.ts";
import {
  answersTo,
  callsFor,
  type Home,
  homeFile,
  KEPT_SESSION,
  ownerOf,
  secretsFile,
  variables,
} from "./home.ts";

const { version: RELEASE } = manifest;

type Connect = (login: Login, options?: IClientOptions) => Promise<MqttClient>;

const PLACE = { lat: 52.5, lon: 13.4 };
const SCHEDULES = [
  { name: "Weekdays", state: true, when: { cron: "30 6 * * 1-5" }, time_zone: "Europe/Berlin" },
  { name: "Dusk", state: true, when: { sun: "sunset", offset: "-PT15M" }, time_zone: "UTC", place: PLACE },
  { name: "Holidays", state: false, when: { at: "2125-12-24T18:00:00.000Z" }, time_zone: "Asia/Tokyo" },
];

/** Events, samples and schedules of a device that comes online and goes offline. */
async function liveWithLamp({ account, device, login }: DeviceSetup, connect: Connect): Promise<void> {
  for (const schedule of SCHEDULES) {
    await account.call("POST", `/v0/devices/on-off/${device.id}/schedules/`, { ...schedule, enabled: false });
  }
  const board = await connect(login);
  for (const state of [true, false, true]) {
    await account.call("POST", `/v0/devices/on-off/${device.id}/switch/`, { state, wait: 5 });
  }
  // the last one raises the watch of the fan
  for (const temperature of [20.5, 21, 41.5]) {
    const values = JSON.stringify({ temperature, window: "open" });
    await board.publishAsync(telemetryTopic(account.userId, device.id), values, { qos: 1 });
  }
  await board.endAsync();
  await account.untilEvent(device.id, "disconnected");
}

/** What acts for a person: a token, and a watch that tells a webhook. */
async function watchedBy({ account, device }: DeviceSetup): Promise<void> {
  await account.call("POST", "/v0/tokens/", {
    name: "Panel",
    scopes: ["devices:read", "messages:read:house/#"],
  });
  const webhook = { kind: "webhook", url: "https://example.org/notices" };
  const target = await account.call<{ id: string }>("POST", "/v0/targets/", webhook);
  await account.call("POST", "/v0/watches/", {
    name: "Too warm",
    when: { device: device.id, key: "temperature", above: 60, for: "PT1H" },
    targets: [target.id],
  });
}

const FAN_CONTROLS = [
  { key: "speed", kind: "number", min: 0, max: 100, step: 1, unit: "%" },
  { key: "mode", kind: "choice", options: ["eco", "full"] },
];

/** A fan with controls, switched by a watch while the lamp is warm. */
async function newFan({ account, device }: DeviceSetup, connect: Connect) {
  const fan = await account.call<Device>("POST", "/v0/devices/on-off/", {
    name: "Fan",
    controls: FAN_CONTROLS,
  });
  const action = {
    kind: "device",
    device: fan.id,
    raised: { state: true, set: { speed: 80 } },
    cleared: { state: false },
  };
  const target = await account.call<{ id: string }>("POST", "/v0/targets/", action);
  const watch = await account.call<{ id: string }>("POST", "/v0/watches/", {
    name: "Cool it",
    when: { device: device.id, key: "temperature", above: 40, clear: 30, for: "PT1S" },
    targets: [target.id],
  });
  const login = { clientId: "fan-1", username: `${fan.id}:lamp`, password: PASSWORD };
  const client = await connect(login);
  await client.publishAsync(telemetryTopic(account.userId, fan.id), '{"speed":20,"mode":"eco"}', { qos: 1 });
  await account.call("POST", `/v0/devices/on-off/${fan.id}/switch/`, { set: { mode: "full" }, wait: 5 });
  /** Once the watch switched it, it is off the network. */
  const leave = async (): Promise<void> => {
    await until("the fan's proof", async () => {
      const [notice] = await account.call<Notice[]>("GET", `/v0/watches/${watch.id}/notices/`);
      return notice?.deliveries[0]?.outcome === "delivered";
    });
    await client.endAsync();
    await account.untilEvent(fan.id, "disconnected");
  };
  return { fan, login, leave };
}

/** `topic payload` of each. */
async function publish(program: MqttClient, messages: string[], retain = false): Promise<void> {
  for (const [n, message] of messages.entries()) {
    const [topic = "", payload = ""] = message.split(" ");
    await program.publishAsync(topic, payload, { qos: n === 1 ? 2 : 1, retain });
  }
}

/** Three messages that wait for a kept session, and two retained ones. */
async function leaveMessages(
  { account: { userId }, channel, key }: DeviceSetup,
  connect: Connect,
): Promise<Pick<Home, "session" | "retained">> {
  const archive = { clientId: `${key.key}__archive` };
  const messages = ["dim", "half", "bright"].map((text) => `${channel.topic} ${text}`);
  const retained = [`${userId}/house/mode away`, `${userId}/house/notes water-the-roses`];
  const reader = await connect(archive, KEPT_SESSION);
  await reader.subscribeAsync(channel.topic, { qos: 2 });
  await reader.endAsync();
  const program = await connect({ clientId: `${key.key}__owner` });
  await publish(program, messages);
  await publish(program, retained, true);
  await program.endAsync();
  return { session: { login: archive, messages }, retained };
}

/** The midnight (UTC) at which the day begins that many days from today. */
const midnightIn = (days: number): string =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T00:00:00Z`;

async function live(url: string): Promise<Home> {
  const setup = await newDeviceSetup(url);
  const { account, key, device: lamp } = setup;
  const { userId, email } = account;
  const connect: Connect = (login, options = { protocolVersion: 5 }) =>
    mqtt.connectAsync(brokerUrl(url, userId), { ...login, ...options, reconnectPeriod: 0 });
  const own = { auto_off: 1, off_on_disconnect: true, command_ttl: 60 };
  const heater = await account.call<Device>("POST", "/v0/devices/on-off/", {
    name: "Heater – cellar",
    ...own,
  });
  const gate = await account.newDevice("Gate");
  await watchedBy(setup);
  const { fan, login: fanLogin, leave } = await newFan(setup, connect);
  await liveWithLamp(setup, connect);
  await leave();
  const guest = await account.call<NewGuest>("POST", "/v0/guests/", {
    name: "Neighbour",
    devices: [fan.id, gate.id],
    may: "switch",
  });

  const left = await leaveMessages(setup, connect);
  const owner = { clientId: `${key.key}__owner` };
  const program = await connect(owner);
  await program.publishAsync(controlTopic(userId, heater.id), '{"state":"on"}', { qos: 1 });
  await program.endAsync();
  await account.untilEvent(heater.id, "turned_off");

  const answers = await answersTo(await ownerOf(url, email), [
    ...callsFor(lamp.id, midnightIn(0), midnightIn(1)),
    `/v0/devices/on-off/${fan.id}/`,
    `/v0/devices/on-off/${heater.id}/`,
  ]);
  await connect({ clientId: "gate-1", username: `${gate.id}:lamp`, password: PASSWORD });
  await account.untilEvent(gate.id, "connected");
  const credential = { clientId: "panel", username: "lamp", password: PASSWORD };
  return {
    userId,
    email,
    logins: { "an API key": owner, "a credential": credential, "a device": setup.login },
    cutOff: gate.id,
    guest: { token: guest.token, devices: ["Fan", "Gate"] },
    acting: { sensor: lamp.id, fan: fan.id, login: fanLogin },
    ...left,
    answers,
  };
}

export async function main(): Promise<number> {
  mkdirSync(dirname(fileURLToPath(homeFile(RELEASE))), { recursive: true });
  const secrets = Object.entries(newSecrets()).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(secretsFile(RELEASE), secrets.join(""));
  const stateDirectory = newStateDirectory();
  const product = await startProductProcess({ stateDirectory, variables: variables(RELEASE) });
  try {
    writeFileSync(homeFile(RELEASE), `${JSON.stringify(await live(product.url), null, 2)}\n`);
  } finally {
    await product.kill();
  }
  keepState(RELEASE, stateDirectory);
  rmSync(stateDirectory, { recursive: true, force: true });
  return 0;
}
