/** A house of thirty devices with a day of values, thousands of events and ten thousand topics, filled over MQTT. */

import mqtt from "mqtt";
import { controlTopic, telemetryTopic } from "../../../broker/contract/topics.ts";
import type { Device } from "../../../worker/contract/devices.ts";
import { type Account, type Login, newAccount, PASSWORD } from "../../support/account.ts";
import { brokerUrl } from "../../support/device-process.ts";
import { linkTo } from "../../support/emails.ts";
import { until } from "../../support/until.ts";

const DEVICES = 30;
const ROOMS = ["Kitchen", "Bedroom", "Garden", "Hall", "Workshop", "Attic"];
/** Messages of a device, each with three values: 98,010 samples. */
const MESSAGES = 1_089;
/** Commands of a device: 5,010 events. */
const COMMANDS = 167;
/** Retained messages, of a hundred rooms. */
const TOPICS = 10_000;
/** Messages of a device without an acknowledgement; the broker allows 32. */
const WINDOW = 30;
const DAY_MS = 86_400_000;
/** Between two messages of a device while the page is measured. */
const LIVE_MS = 5_000;

/** The rates of a home would need a day. */
export const FILL_SETTINGS = [
  `MAX_DEVICES:${DEVICES}`,
  "CHANGE_RATE:0",
  "MQTT_PUBLISH_RATE:0",
  "MQTT_PUBLISH_BYTES:0",
  "EVENT_RATE:0",
  "MQTT_CONNECT_RATE:0",
  `MQTT_MAX_RETAINED:${4 * TOPICS}`,
];

export interface BigAccount {
  account: Account;
  devices: Device[];
  stop(): Promise<void>;
}

const round = (value: number): number => Math.round(value * 10) / 10;
const valuesAt = (at: number) => ({
  temperature_c: round(21 + 4 * Math.sin((at / DAY_MS) * 2 * Math.PI) + Math.sin(at / 400_000)),
  humidity_percent: round(55 + 9 * Math.cos((at / DAY_MS) * 2 * Math.PI) + Math.sin(at / 90_000)),
  power_w: round(Math.max(0, 60 * Math.sin(at / 3_000_000))),
});

async function inWindows(window: number, count: number, send: (n: number) => unknown[]): Promise<void> {
  for (let from = 0; from < count; from += window)
    await Promise.all(
      Array.from({ length: Math.min(window, count - from) }, (_, n) => send(from + n)).flat(),
    );
}

async function newHouse(url: string) {
  const account = await newAccount(url);
  const link = new URL(await linkTo(url, account.email, "verify"), url);
  await account.call("POST", "/v0/verify-email/", { token: link.searchParams.get("token") });
  const { key } = await account.newKey();
  await account.newCredential("house", [await account.newChannel("house/lamps")]);
  const devices: Device[] = [];
  for (let at = 0; at < DEVICES; at++) {
    const body = { name: `Lamp ${at}`, room: ROOMS[at % ROOMS.length] };
    devices.push(await account.call("POST", "/v0/devices/on-off/", body));
  }
  return { account, key, devices };
}

export async function bigAccount(url: string): Promise<BigAccount> {
  const { account, key, devices } = await newHouse(url);
  const connect = (login: Login) => mqtt.connectAsync(brokerUrl(url, account.userId), { ...login });
  const connectDevice = ({ id }: Device) =>
    connect({ clientId: id, username: `${id}:house`, password: PASSWORD });
  const boards = await Promise.all(devices.map(connectDevice));
  for (const [at, { id }] of devices.entries())
    await boards[at]?.subscribeAsync(controlTopic(account.userId, id), { qos: 1 });
  const measure = (at: number, values: object) =>
    boards[at]?.publishAsync(telemetryTopic(account.userId, devices[at]?.id ?? ""), JSON.stringify(values), {
      qos: 1,
    });
  const start = Date.now() - DAY_MS;
  await inWindows(WINDOW, MESSAGES, (n) => {
    const ts = start + Math.round((n / MESSAGES) * DAY_MS);
    return boards.map((_, at) => measure(at, { ts, ...valuesAt(ts + at * 1_000_000) }));
  });
  const remote = await connect({ clientId: `${key}__remote` });
  await inWindows(1, COMMANDS, (n) =>
    devices.map(({ id }) => {
      const command = `{"state":"${n % 2 ? "off" : "on"}"}`;
      return remote.publishAsync(controlTopic(account.userId, id), command, { qos: 1 });
    }),
  );
  await inWindows(WINDOW, TOPICS, (n) => {
    const topic = `${account.userId}/site/room ${n % 100}/sensor ${n}`;
    return [remote.publishAsync(topic, String(n), { qos: 1, retain: true })];
  });
  const last = () => account.events(devices.at(-1)?.id ?? "");
  await until("the events", async () => (await last()).length === 100, 60_000);
  const live = setInterval(() => {
    for (const at of boards.keys())
      measure(at, valuesAt(Date.now() + at * 1_000_000))?.catch(() => undefined);
  }, LIVE_MS);
  const stop = async () => {
    clearInterval(live);
    await Promise.all([remote, ...boards].map((client) => client.endAsync(true)));
  };
  return { account, devices, stop };
}
