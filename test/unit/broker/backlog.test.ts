import { runInDurableObject } from "cloudflare:test";
import type { Packet } from "mqtt-packet";
import { describe, expect, test } from "vitest";
import type { Hub } from "../../../broker/hub.ts";
import { Account, nap, useLimits } from "./support/account.ts";
import { Client, SOON } from "./support/client.ts";
import { spillToStorage } from "./support/nap.ts";
import { prepare } from "./support/prepare.ts";

prepare({ MQTT_MAX_QOS: 2, MQTT_PUBLISH_RATE: 0, MQTT_MAX_INFLIGHT: 4 });

/** The shortest time that a message waits in memory: `broker/hub/after-turns.ts`. Milliseconds. */
const PATIENCE = 2000;

const rows = (account: Account): Promise<number> =>
  runInDurableObject(account.stub, (_, state) =>
    Number(state.storage.sql.exec("SELECT count(*) AS n FROM deliveries").one().n),
  );

const inMemory = (account: Account): Promise<boolean> =>
  runInDurableObject(
    account.stub,
    (object) => (object as unknown as { hub: Hub }).hub.modules.queues.lines.bySession.size > 0,
  );

const numbers = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => String(from + at));

/** Acknowledges messages until `count` have arrived. */
async function take(client: Client, count: number): Promise<string[]> {
  const taken: string[] = [];
  while (taken.length < count) {
    const message = (await client.next("publish")) as Extract<Packet, { cmd: "publish" }>;
    taken.push(String(message.payload));
    client.send({ cmd: "puback", messageId: message.messageId as number, reasonCode: 0 } as Packet);
  }
  return taken;
}

async function pair(account: Account, expiry: number) {
  const key = account.apiKey();
  const reader = await Client.connect(account, { clientId: key.clientId() }, 5, {
    properties: { sessionExpiryInterval: expiry },
  });
  await reader.subscribe(account.topic("t"), 1);
  const writer = await Client.connect(account, { clientId: key.clientId() });
  let last = 0;
  const publish = async (count: number) => {
    for (let n = 0; n < count; n++) {
      await writer.publishQos1(account.topic("t"), String(++last));
    }
  };
  return { reader, publish };
}

describe("messages behind a full window", () => {
  test("of a session that ends with its connection wait in memory, and arrive in order", async () => {
    const account = new Account();
    const { reader, publish } = await pair(account, 0);
    await publish(40);
    expect(await inMemory(account)).toBe(true);
    expect(await take(reader, 40)).toEqual(numbers(1, 40));
    expect(await rows(account)).toBe(0);
  });

  test("move to storage after a while, so that the object may sleep; later ones stay behind them", async () => {
    const account = new Account();
    const { reader, publish } = await pair(account, 0);
    await publish(20);
    await expect.poll(() => rows(account), SOON).toBe(16);
    expect(await inMemory(account)).toBe(false);
    await nap(account);
    const begun = Date.now();
    await publish(20);
    // on a busy machine this takes longer, and they have moved already
    const soon = () => Date.now() - begun < PATIENCE;
    const stayed = await inMemory(account);
    if (soon()) expect(stayed).toBe(true);
    expect(await take(reader, 40)).toEqual(numbers(1, 40));
    await reader.all();
    // a write for each would keep a slow reader from ever catching up
    const left = await rows(account);
    if (soon()) expect(left).toBe(16);
    await spillToStorage(account);
    expect(await rows(account)).toBe(0);
    await nap(account);
    await publish(1);
    expect(await take(reader, 1)).toEqual(["41"]);
  });

  test("that were sent but not yet deleted do not count, and are not sent twice", async () => {
    const account = new Account();
    const { reader, publish } = await pair(account, 0);
    await publish(14);
    await spillToStorage(account);
    expect(await rows(account)).toBe(10);
    expect(await take(reader, 6)).toEqual(numbers(1, 6));
    await publish(3);
    await spillToStorage(account);
    expect(await rows(account)).toBe(7);
    expect(await take(reader, 11)).toEqual(numbers(7, 17));
  });

  test("leave no row when their reader ends after a sleep", async () => {
    const account = new Account();
    const { reader, publish } = await pair(account, 0);
    await publish(6);
    await nap(account);
    await reader.leave();
    expect(await rows(account)).toBe(0);
  });

  test("are deleted in batches: not at once, and not one by one", async () => {
    const account = new Account();
    const { reader, publish } = await pair(account, 0);
    await publish(304);
    await spillToStorage(account);
    expect(await rows(account)).toBe(300);
    expect(await take(reader, 304)).toEqual(numbers(1, 304));
    expect(await rows(account)).toBe(300 - 256);
  });

  test("of a kept session are stored at once", async () => {
    const account = new Account();
    const { publish } = await pair(account, 100);
    await publish(10);
    expect(await inMemory(account)).toBe(false);
    expect(await rows(account)).toBe(10);
  });

  test("are bounded: the oldest are dropped, in memory or in storage", async () => {
    useLimits({ MQTT_MAX_QOS: 2, MQTT_PUBLISH_RATE: 0, MQTT_MAX_INFLIGHT: 4, MQTT_MAX_QUEUED: 10 });
    const account = new Account();
    const { reader, publish } = await pair(account, 0);
    await publish(12);
    await spillToStorage(account);
    expect(await rows(account)).toBe(8);
    await publish(8);
    expect(await take(reader, 14)).toEqual([...numbers(1, 4), ...numbers(11, 20)]);
  });

  test("are deleted with their session", async () => {
    const account = new Account();
    const { reader, publish } = await pair(account, 0);
    await publish(20);
    reader.disconnect();
    await expect.poll(() => inMemory(account), SOON).toBe(false);
    expect(await rows(account)).toBe(0);
  });
});
