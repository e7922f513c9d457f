/** `switchyard export`: a real Mosquitto starts from the files, and the same clients work. */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import mqtt from "mqtt";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { newDeviceSetup, PASSWORD } from "../support/account.ts";
import { exportInto, startMosquitto } from "../support/exported-mosquitto.ts";
import { until } from "../support/until.ts";

const folder = mkdtempSync(join(tmpdir(), "switchyard-export-"));
let setup: Awaited<ReturnType<typeof newDeviceSetup>>;
let mosquitto: Awaited<ReturnType<typeof startMosquitto>>;
/** The command's output. */
let printed = "";

const SCHEDULE = { name: "Evening", state: true, when: { cron: "30 18 * * *" }, time_zone: "Europe/Berlin" };
const WATCH = { name: "Lost", when: { events: ["disconnected"] } };

/** With the account's key, which writes no events. */
async function measure() {
  const { account, key, device } = setup;
  const client = await mqtt.connectAsync(
    `${inject("baseUrl").replace(/^http/, "ws")}/mqtt/${account.userId}`,
    {
      clientId: `${key.key}__sensor`,
      reconnectPeriod: 0,
    },
  );
  await client.publishAsync(
    `${account.userId}/devices/${device.id}/telemetry`,
    '{"temperature_c":21.5,"door":"open"}',
    { qos: 1 },
  );
  await client.endAsync();
}

beforeAll(async () => {
  setup = await newDeviceSetup(inject("baseUrl"));
  await setup.account.newCredential("#porch", [setup.channel]);
  await measure();
  await setup.account.call("POST", `/v0/devices/on-off/${setup.device.id}/schedules/`, SCHEDULE);
  const { id } = await setup.account.call<{ id: string }>("POST", "/v0/targets/", { kind: "mail" });
  await setup.account.call("POST", "/v0/watches/", { ...WATCH, targets: [id] });
  printed = await exportInto(folder, inject("baseUrl"), setup.account.email);
  mosquitto = await startMosquitto(folder);
}, 30_000);

afterAll(() => {
  mosquitto?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const enter = (username: string, password: string) =>
  mqtt.connectAsync(`mqtt://127.0.0.1:${mosquitto.port}`, { username, password, reconnectPeriod: 0 }, false);

it("exports all of the account", () => {
  const account = JSON.parse(readFileSync(join(folder, "account.json"), "utf8"));
  expect(account).toMatchObject({
    user: { id: setup.account.userId, email: setup.account.email },
    api_keys: [{ key: setup.key.key }],
    channels: [{ topic: setup.channel.topic }],
    credentials: [
      { username: "lamp", password: PASSWORD },
      { username: "#porch", password: PASSWORD },
    ],
    devices: [{ id: setup.device.id }],
    schedules: [{ device: setup.device.id, ...SCHEDULE }],
    watches: [WATCH],
    targets: [{ kind: "mail" }],
    events: [],
  });
});

it("exports measured values, a file of hours for each number", () => {
  expect(readdirSync(join(folder, "values"))).toEqual([`${setup.device.id}.temperature_c.csv`]);
  const csv = readFileSync(join(folder, "values", `${setup.device.id}.temperature_c.csv`), "utf8");
  expect(csv).toMatch(/^at,value\r\n\d{4}-\d\d-\d\dT\d\d:00:00\.000Z,21\.5\r\n$/);
  expect(printed).toContain("Measured values are in values/");
});

it("the same clients work on a real Mosquitto, with the same rights", async () => {
  const { key, credential, device, channel, control, account } = setup;
  const heard: string[] = [];
  const [owner, person, lamp] = await Promise.all([
    enter(key.key, key.key),
    enter(credential.username, PASSWORD),
    enter(`${device.id}.${credential.username}`, PASSWORD),
  ]);
  person.on("message", (topic) => heard.push(`person ${topic}`));
  lamp.on("message", (topic) => heard.push(`lamp ${topic}`));
  await person.subscribeAsync(`${account.userId}/#`, { qos: 1 });
  await lamp.subscribeAsync(`${account.userId}/#`, { qos: 1 });
  for (const topic of [`${account.userId}/secret`, control, channel.topic])
    await owner.publishAsync(topic, "x", { qos: 1 });
  await until("three messages", () => heard.length >= 3);
  expect(heard.sort()).toEqual(
    [`lamp ${control}`, `lamp ${channel.topic}`, `person ${channel.topic}`].sort(),
  );
  await expect(enter(credential.username, "wrong")).rejects.toThrow();
  await Promise.all([owner, person, lamp].map((client) => client.endAsync(true)));
});

it("lists differences and omissions in its files and its output [F62]", async () => {
  const sentences = [
    "An API key is user name and password in one.",
    "A device logs in as {deviceId}.{username}: Mosquitto's files have no room for the colon.",
    "Every topic begins with {userId}/, also for a credential in root view; grants with %c in them are left out.",
    `Left out, because Mosquitto's files cannot hold this user name: "#porch". Give it another name there.`,
  ];
  for (const sentence of sentences) expect(printed).toContain(`${sentence}\n`);
  for (const file of ["mosquitto.passwd", "mosquitto.acl"]) {
    const lines = readFileSync(join(folder, file), "utf8").split("\n");
    expect(lines.slice(0, sentences.length)).toEqual(sentences.map((sentence) => `# ${sentence}`));
  }
  expect(readFileSync(join(folder, "mosquitto.passwd"), "utf8")).not.toMatch(/^#porch:/m);
  await expect(enter("#porch", PASSWORD)).rejects.toThrow();
  // within a device's longer name it is no comment
  await (await enter(`${setup.device.id}.#porch`, PASSWORD)).endAsync(true);
});
