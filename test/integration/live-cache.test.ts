/** The page's cache after each live event, beside a fresh read of the product: no field is of an earlier moment. */

import { QueryClient } from "@tanstack/react-query";
import { connectAsync, type MqttClient } from "mqtt";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { DEVICE_EVENT_TYPES, type DeviceEventType } from "../../broker/contract/device-events.ts";
import { controlTopic, statusTopic, telemetryTopic } from "../../broker/contract/topics.ts";
import { queryKeys } from "../../web/src/api/query-keys.ts";
import { deviceIs, devicesMeasured } from "../../web/src/devices/device-cache.ts";
import { heardValues } from "../../web/src/devices/heard-values.ts";
import { parseStatusMessage } from "../../web/src/live/status-message.ts";
import type { Device, DeviceDetail } from "../../worker/contract/devices.ts";
import { newDeviceSetup } from "../support/account.ts";
import { until } from "../support/until.ts";

const baseUrl = inject("baseUrl");
const url = `mqtt://127.0.0.1:${inject("tcpPort")}`;

const { account, device, login, key } = await newDeviceSetup(baseUrl);
const { id } = device;
const PATH = `/v0/devices/on-off/${id}/`;
const control = controlTopic(account.userId, id);
const clients: MqttClient[] = [];

async function connected(options: object): Promise<MqttClient> {
  const client = await connectAsync(url, { reconnectPeriod: 0, protocolVersion: 4, ...options }, false);
  client.on("error", () => undefined);
  clients.push(client);
  return client;
}

/** A board: it takes what it is sent. */
async function board(clientId: string = login.clientId): Promise<MqttClient> {
  const client = await connected({ ...login, clientId });
  await client.subscribeAsync(control, { qos: 1 });
  return client;
}

const fresh = () => account.call<DeviceDetail>("GET", PATH);
const freshList = () => account.call<Device[]>("GET", "/v0/devices/on-off/");

let page: MqttClient;
const cache = new QueryClient();
/** Whether the last event told the page to read the device again. */
let isComplete = true;
let events = 0;

const cached = () => cache.getQueryData<DeviceDetail>(queryKeys.device(id)) as DeviceDetail;
const cachedInList = () => cache.getQueryData<Device[]>(queryKeys.deviceList())?.[0] as Device;

async function read(): Promise<void> {
  cache.setQueryData(queryKeys.device(id), await fresh());
  cache.setQueryData(queryKeys.deviceList(), await freshList());
  isComplete = true;
}

beforeAll(async () => {
  const controls = [{ key: "brightness", kind: "number", min: 0, max: 100, unit: "%" }];
  await account.call("PUT", PATH, { name: device.name, channels: [], controls });
  await read();
  page = await connected({ clientId: `${key.key}__page` });
  page.on("message", (topic, payload, { retain }) => {
    const message = { topic, payload: String(payload), retain };
    const status = parseStatusMessage(account.userId, message);
    if (status !== null) isComplete = deviceIs(cache, status) && isComplete;
    const values = topic === telemetryTopic(account.userId, id) ? heardValues(message.payload) : null;
    if (values !== null) devicesMeasured(cache, new Map([[id, values]]));
    events++;
  });
  await page.subscribeAsync([statusTopic(account.userId, id), telemetryTopic(account.userId, id)]);
});

afterAll(() => Promise.all(clients.map((client) => client.endAsync(true))));

let lamp: MqttClient;
let second: MqttClient;
const turn = (body: object) => account.call("POST", `${PATH}switch/`, { wait: 10, ...body });

/** What happens, and until when the page has heard of it. Each begins where the one before ended. */
const STEPS: [
  what: string,
  kind: DeviceEventType | null,
  act: () => Promise<unknown>,
  heard: () => boolean,
][] = [
  ["a board connects", "connected", async () => (lamp = await board()), () => cached().connected],
  [
    "it is turned on",
    "turned_on",
    () => turn({ state: true }),
    () => cached().state && cached().taken === true,
  ],
  [
    "a value of a control is set",
    null,
    () => turn({ set: { brightness: 40 } }),
    () => cached().controls[0]?.wanted === 40 && cached().taken === true,
  ],
  [
    "it reports a value",
    null,
    () => lamp.publishAsync(telemetryTopic(account.userId, id), '{"brightness":35}', { qos: 1 }),
    () => cached().controls[0]?.reported === 35,
  ],
  [
    "it is turned off by a program",
    "turned_off",
    () => page.publishAsync(control, '{"state":"off"}', { qos: 1 }),
    () => !cached().state && cached().taken === true,
  ],
  ["a message of it is wrong", "errored", () => lamp.publishAsync(control, "{", { qos: 1 }), () => true],
  ["another client of it takes over", null, async () => (lamp = await board()), () => !isComplete],
  ["it leaves", "disconnected", () => lamp.endAsync(), () => !cached().connected],
  ["it comes back", "connected", async () => (lamp = await board()), () => cached().connected],
  [
    "the state alone is proven after it came back",
    null,
    () => turn({ state: true }),
    () => cached().taken === true && cached().controls[0]?.taken_before_connect === true,
  ],
];

/** Times that the page takes from its own clock, and the packets of a connection, are no part of an event. */
const COMPARED = (device: Device) => {
  const { controls, last_seen, ...rest } = device;
  return {
    ...rest,
    last_seen: device.connected ? null : last_seen,
    controls: controls.map(({ wanted_at, reported_at, ...control }) => control),
  };
};

const compared = (of: DeviceDetail) => {
  const { command, clients: _, ...rest } = COMPARED(of) as DeviceDetail;
  const { accepted_at, ...kept } = command ?? { accepted_at: null };
  return { ...rest, command: command && kept };
};

const idsOf = (of: DeviceDetail) => of.clients.map(({ connection_id }) => connection_id);

test("each kind of event is one of the steps", () => {
  expect(new Set(STEPS.flatMap(([, kind]) => kind ?? []))).toEqual(new Set(DEVICE_EVENT_TYPES));
});

test.each(STEPS)("after this the cache says what a fresh read says: %s", async (what, _, act, heard) => {
  await read();
  await act();
  await until(what, heard);
  const now = await fresh();
  expect(compared(cached())).toEqual(compared(now));
  expect(COMPARED(cachedInList())).toEqual(COMPARED((await freshList())[0] as Device));
  const known = idsOf(cached());
  expect(idsOf(now), "no client is shown that is gone").toEqual(expect.arrayContaining(known));
  expect(isComplete || known.length <= idsOf(now).length).toBe(true);
  if (idsOf(now).length !== known.length) expect(isComplete, "the page reads the new client").toBe(false);
});

test("of two clients of one device, the page forgets the one that leaves", async () => {
  await read();
  second = await board(`${login.clientId}-2`);
  await until("the status that names both", () => !isComplete);
  expect((await fresh()).clients).toHaveLength(2);
  await read();
  const third = await board(`${login.clientId}-3`);
  await until("the third", () => !isComplete);
  await read();
  expect(cached().clients).toHaveLength(3);
  await third.endAsync();
  await until("the two that stay", () => cached().clients.length === 2);
  expect(idsOf(cached())).toEqual(idsOf(await fresh()));
  expect(isComplete).toBe(true);
  const before = events;
  await lamp.endAsync();
  await until("the status", () => events > before);
  expect(cached().clients.map(({ client_id }) => client_id)).toEqual([`${login.clientId}-2`]);
  const now = await fresh();
  expect([cached().since, cached().connected]).toEqual([now.since, true]);
  expect(compared(cached())).toEqual(compared(now));
  await second.endAsync();
  await until("nobody", () => !cached().connected);
  expect([cached().since, cached().clients]).toEqual([null, []]);
});

test("a guest's switch is followed by a read of the device, which has the guest's name, also after another guest's", async () => {
  const state = !cached().state;
  for (const name of ["Anna", "Ben", "Anna"]) {
    const body = { name, devices: [id], may: "switch" };
    const { token } = await account.call<{ token: string }>("POST", "/v0/guests/", body);
    await read();
    const answer = await fetch(`${baseUrl}${PATH}switch/`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ state }),
    });
    expect(answer.status).toBe(200);
    await until(`the status after ${name}`, () => !isComplete);
    expect(cached()).toMatchObject({ state, command: { actor: "guest", guest: null } });
    expect((await fresh()).command).toMatchObject({ actor: "guest", guest: name });
  }
});
