/** Stored bytes of an account's object: the calculator's figures match the growth of the store. */
import { runInDurableObject } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { BYTES } from "../../bench/cost/figures.ts";
import { Account } from "./support/account.ts";
import { Client, eventually } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";
import { at, inObject, MINUTE, NOON, schedule } from "./support/schedules.ts";

const MANY = 200;
const DAY = 86_400_000;
/** The figures are rounded up, by at most this share. */
const ROUNDED = 0.7;

prepare({ MQTT_CONNECT_RATE: 0, MQTT_PUBLISH_RATE: 0, EVENT_RATE: 0 });

const size = (account: Account): Promise<number> =>
  runInDurableObject(account.stub, (_, { storage }) => storage.sql.databaseSize);

async function growth(account: Account, once: (n: number) => Promise<void>): Promise<number> {
  const before = await size(account);
  for (let n = 0; n < MANY; n++) await once(n);
  return ((await size(account)) - before) / MANY;
}

const come = (account: Account, device = account.device()) =>
  Client.connect(account, device, 4, { clientId: device.deviceId });

async function comeAndGo(account: Account, device = account.device()): Promise<void> {
  const client = await come(account, device);
  await client.leave();
}

async function inhabited(): Promise<Account> {
  const account = new Account();
  await comeAndGo(account);
  return account;
}

async function event(): Promise<number> {
  const account = await inhabited();
  const topic = account.control(account.device().deviceId);
  const writer = await Client.connect(account, { clientId: account.apiKey().clientId() }, 4);
  return growth(account, async () => {
    writer.publish(topic, "{}");
    await writer.all();
  });
}

function isAbout(bytes: number, figure: number): void {
  expect(bytes).toBeLessThanOrEqual(figure);
  expect(bytes).toBeGreaterThan(figure * ROUNDED);
}

test("an object that holds one of everything", async () => {
  isAbout(await size(await inhabited()), BYTES.object.empty);
});

test("an event", async () => {
  isAbout(await event(), BYTES.object.event);
});

test("the events of a connection, and a device that is connected", async () => {
  const [one, many] = [await inhabited(), await inhabited()];
  const device = one.device();
  isAbout(await growth(one, () => comeAndGo(one, device)), BYTES.object.connection);
  const connected = await growth(many, async () => void (await come(many)));
  isAbout(connected - BYTES.object.connection / 2, BYTES.object.device);
});

test("a planned time and its event", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON - MINUTE });
  const account = new Account();
  const device = account.device();
  const lamp = await come(account, device);
  await schedule(account, device.deviceId);
  const run = async (minute: number) => {
    await at(account, NOON + minute * MINUTE);
    const { messageId = 0 } = await lamp.next("publish");
    lamp.send({ cmd: "puback", messageId });
    await lamp.all();
  };
  await run(0);
  const bytes = await growth(account, (n) => run(n + 1));
  isAbout(bytes, BYTES.object.run + BYTES.object.event);
});

test("the samples of two days in blocks", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  const account = new Account();
  const device = account.device();
  const board = await come(account, device);
  const topic = account.topic(`devices/${device.deviceId}/telemetry`);
  const [days, series] = [2, 8];
  const before = await size(account);
  for (let minute = 0; minute < days * 1440; minute++) {
    const value = Number((20 + Math.sin(minute / 100)).toFixed(1));
    const values = Object.fromEntries(KEYS.map((key) => [key, value]));
    if (minute % 60 === 0) vi.setSystemTime(NOON + (minute + 60) * MINUTE);
    board.publish(topic, JSON.stringify({ ts: NOON + minute * MINUTE, ...values }));
    if (minute % 60 === 59) await board.all();
  }
  // buffered samples of half a day are compacted at the next write
  const rowsAfterWrite = () => {
    vi.setSystemTime(Date.now() + DAY);
    board.publish(topic, '{"a":1}');
    return inObject(account, "SELECT seq FROM sample_buffer");
  };
  await eventually(rowsAfterWrite, (rows) => rows.length <= 1);
  const { sample, minute, hour } = BYTES.object;
  const bytes = (await size(account)) - before;
  isAbout(bytes, days * series * (1440 * (sample + minute) + 24 * hour));
});
const KEYS = [..."abcdefgh"];
