import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import mqtt, { type Packet } from "mqtt-packet";
import { describe, expect, test, vi } from "vitest";
import { Events } from "../../../broker/storage/events.ts";
import { Account, nap, useLimits } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { newHome } from "./support/home.ts";
import { withHub } from "./support/nap.ts";
import { prepare } from "./support/prepare.ts";
import { countRows } from "./support/rows.ts";

prepare({ MQTT_MAX_QOS: 2, MQTT_CONNECT_RATE: 0, MQTT_MAX_CONNECTIONS: 0 });

describe("a nap", () => {
  test("writes no row for a ping, and reads none of other sessions", async () => {
    const { account, reads } = newHome();
    const clients: Client[] = [];
    for (let n = 0; n < 20; n++) {
      const client = await reads(`t/${n}`);
      clients.push(client);
    }
    const cost = await countRows(account, async () => {
      await nap(account);
      await clients[3]?.all();
    });
    expect(cost.written).toBe(0);
    // version, profile, next end, next planned time, retained replays
    expect(cost.read).toBeLessThanOrEqual(5);
  });

  test("that comes without warning finds the subscriptions of a moment before", async () => {
    const { account, join } = newHome();
    const client = await join();
    await client.subscribe(account.topic("t"), 0);
    // by its own timer: `nap` would write the attachments itself
    await vi.waitUntil(() => withHub(account, ({ modules }) => modules.egress.unsaved.size === 0), {
      timeout: 10_000,
    });
    await evictDurableObject(account.stub);
    client.publish(account.topic("t"), "x");
    expect(await client.next("publish")).toMatchObject({ topic: account.topic("t") });
  });

  test("with 1,000 sockets and 5,000 subscriptions ends with the first packet", async () => {
    const { account, join } = newHome();
    const subscriptions = [0, 1, 2, 3, 4].map((n) => ({ topic: account.topic(`t/${n}/+`), qos: 1 as const }));
    const clients: Client[] = [];
    for (let round = 0; round < 10; round++) {
      clients.push(...(await Promise.all(Array.from({ length: 100 }, () => join()))));
    }
    for (const client of clients) client.send({ cmd: "subscribe", messageId: 1, subscriptions });
    for (const client of clients) await client.next("suback");
    const writer = clients[0] as Client;
    await nap(account);
    await writer.publishQos1(account.topic("nobody"), "x");
  }, 60_000);
});

describe("state too large for an attachment", () => {
  test("200 aliases of long topics survive a nap, and change after it [MQTT-3.3.2-8]", async () => {
    useLimits({ MQTT_TOPIC_ALIAS_MAXIMUM: 200 });
    const { account, join } = newHome();
    const client = await join();
    const topic = (alias: number) => account.topic(`${"t".repeat(150)}/${alias}`);
    for (let topicAlias = 1; topicAlias <= 200; topicAlias++) {
      client.publish(topic(topicAlias), "x", { properties: { topicAlias } });
    }
    expect(await client.all()).toEqual([]);
    await nap(account);
    client.publish(account.topic("other"), "x", { properties: { topicAlias: 7 } });
    await client.all();
    await nap(account);
    await client.subscribe(account.topic("#"), 0);
    for (const topicAlias of [1, 7, 200]) client.publish("", "x", { properties: { topicAlias } });
    const topics = (await client.all()).map((each) => (each.cmd === "publish" ? each.topic : each.cmd));
    expect(topics).toEqual([topic(1), account.topic("other"), topic(200)]);
  });
});

describe("a thousand aliases", () => {
  const ALL = 1000;
  /** Largest row of an object's SQLite on the platform; the local runtime allows more. Bytes. */
  const MAX_ROW = 2_000_000;
  const numbers = Array.from({ length: ALL }, (_, at) => at + 1);
  const packets = (count: number, of: (n: number) => Packet): Uint8Array =>
    Buffer.concat(Array.from({ length: count }, (_, at) => mqtt.generate(of(at), { protocolVersion: 5 })));
  const saying = (topic: string, topicAlias: number): Packet => ({
    cmd: "publish",
    topic,
    payload: "x",
    qos: 0,
    retain: false,
    dup: false,
    properties: { topicAlias },
  });
  const topicsOf = async (client: Client): Promise<string[]> =>
    (await client.all()).flatMap((each) => (each.cmd === "publish" ? [each.topic] : []));

  test("of long topics in both directions survive naps in several rows, and are bounded [MQTT-3.3.2-9]", async () => {
    useLimits({
      MQTT_TOPIC_ALIAS_MAXIMUM: 5000,
      MQTT_MAX_TOPIC_BYTES: 0,
      MQTT_MAX_PACKET_SIZE: 0,
      MQTT_MAX_UNSENT: 0,
      MQTT_PUBLISH_RATE: 0,
      MQTT_PUBLISH_BYTES: 0,
    });
    const { account, join } = newHome();
    const properties = { topicAliasMaximum: 65_535 };
    const reader = await join({ properties });
    await reader.subscribe(account.topic("#"), 0);
    const writer = await join();
    expect(writer.connack.properties?.topicAliasMaximum).toBe(ALL);
    const topic = (alias: number): string => account.topic(`${"t".repeat(2500)}/${alias}`);
    const topics = numbers.map(topic);
    const QUARTER = ALL / 4;
    for (let from = 1; from <= ALL; from += QUARTER) {
      writer.bytes(packets(QUARTER, (at) => saying(topic(from + at), from + at)));
      await writer.all();
    }
    expect(await topicsOf(reader)).toEqual(topics);
    await nap(account);
    const [rows, largest] = await fragments(account);
    expect(rows).toBeGreaterThan(2);
    expect(largest).toBeLessThanOrEqual(MAX_ROW);
    writer.bytes(packets(ALL, (at) => saying("", at + 1)));
    await writer.all();
    const again = (await reader.all()).filter((each) => each.cmd === "publish");
    expect(again.map((each) => [each.topic, each.properties?.topicAlias])).toEqual(
      numbers.map((alias) => ["", alias]),
    );
    await nap(account);
    writer.bytes(packets(1, () => saying(topic(ALL + 1), ALL + 1)));
    await writer.end();
    expect(writer.received).toMatchObject([{ cmd: "disconnect", reasonCode: 0x94 }]);
  });
});

describe("a failing turn", () => {
  test("has no effect: its client is disconnected, its message is not delivered, others continue [F7]", async () => {
    const { account, join, reads } = newHome();
    const reader = await reads("+", 1);
    await reader.subscribe(account.topic("devices/+/control"), 1);
    const client = await join({
      clean: false,
      properties: { sessionExpiryInterval: 60 },
    });
    await client.subscribe(account.topic("devices/+/control"), 1);
    const device = account.device();
    await Client.connect(account, device);
    const before = JSON.stringify(await tables(account));
    const failing = vi.spyOn(Events.prototype, "append").mockImplementationOnce(() => {
      throw new Error("the disk is on fire");
    });
    vi.spyOn(console, "error").mockImplementation(() => {});
    client.publish(account.control(device.deviceId), '{"state":"on"}', { qos: 1, messageId: 1 });
    await client.end();
    expect(failing).toHaveBeenCalled();
    expect(client.received).toMatchObject([{ cmd: "disconnect", reasonCode: 0x83 }]);
    expect(await reader.messages()).toEqual([]);
    const after = JSON.stringify(await tables(account));
    expect(after).toBe(before);
    const again = await join();
    again.publish(account.topic("a"), "on it goes");
    await again.all();
    expect(await reader.messages()).toEqual(["on it goes"]);
  });

  test("closes the socket even if the end cannot be written, and the next wake-up repairs the rows [F8]", async () => {
    const account = new Account();
    const device = account.device();
    const client = await Client.connect(account, device);
    vi.spyOn(console, "error").mockImplementation(() => {});
    const failing = vi.spyOn(Events.prototype, "append").mockImplementation(() => {
      throw new Error("the disk is on fire");
    });
    client.cut();
    await account.ask((calls) => calls.clients.clients());
    await client.until(() => failing.mock.calls.length > 0, "no end seen");
    failing.mockRestore();
    await nap(account);
    await account.ask((calls) => calls.clients.clients());
    expect(await account.events(device.deviceId)).toEqual(["connected", "disconnected"]);
  });
});

const fragments = (account: Account) =>
  runInDurableObject(account.stub as never, (_: unknown, { storage }: DurableObjectState) => {
    const { n, b } = storage.sql.exec("SELECT count(*) AS n, max(length(bytes)) AS b FROM fragments").one();
    return [Number(n), Number(b)] as const;
  });

/** Stored subscriptions, deliveries and events. */
const tables = (account: Account) =>
  runInDurableObject(account.stub as never, (_: unknown, { storage }: DurableObjectState) =>
    ["subscriptions", "deliveries", "received", "retained"].map((name) => [
      ...storage.sql.exec(`SELECT * FROM ${name}`),
    ]),
  );
