/** Stored bytes of an account's object: the calculator's figures match the growth of the store. */
import { runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { BYTES } from "../../bench/cost/figures.ts";
import { Account } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";

const MANY = 200;
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
