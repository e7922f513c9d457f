/** Messages of half a megabyte, and 1,500 retained ones, over both transports and through a restart. */

import { rmSync } from "node:fs";
import { connect as connectTcp } from "node:net";
import mqtt, { type MqttClient } from "mqtt";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Account, newAccount } from "../support/account.ts";
import { bytes, connect, decodeServerPackets, subscribe } from "../support/packet-bytes.ts";
import {
  freePort,
  newStateDirectory,
  type RunningProduct,
  startProductProcess,
} from "../support/product-process.ts";
import { until } from "../support/until.ts";

const ways = ["ws", "mqtt"] as const;
type Way = (typeof ways)[number];

let product: RunningProduct;
let account: Account;
let key: string;
const state = await newStateDirectory();
const open: MqttClient[] = [];

const start = async (port?: number, tcpPort?: number) => {
  product = await startProductProcess({
    stateDirectory: state,
    port: port ?? (await freePort()),
    tcpPort: tcpPort ?? (await freePort()),
  });
};

beforeAll(async () => {
  await start();
  account = await newAccount(product.url);
  key = (await account.newKey()).key;
}, 120_000);
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.endAsync(true)));
});
afterAll(async () => {
  await product.stop();
  rmSync(state, { recursive: true, force: true });
});

const addressOf = (way: Way): string =>
  way === "ws"
    ? `${product.url.replace(/^http/, "ws")}/mqtt/${account.userId}`
    : `mqtt://127.0.0.1:${product.tcpPort}`;

interface Heard {
  topic: string;
  payload: Buffer;
  retain: boolean;
}

async function join(way: Way, version: 4 | 5 = 5): Promise<{ client: MqttClient; heard: Heard[] }> {
  const clientId = `${key}__${Math.random()}`;
  const client = await mqtt.connectAsync(addressOf(way), {
    clientId,
    protocolVersion: version,
    reconnectPeriod: 0,
  });
  open.push(client);
  const heard: Heard[] = [];
  client.on("message", (topic, payload, { retain }) => heard.push({ topic, payload, retain }));
  return { client, heard };
}

const name = (n: number): string => `${account.userId}/x/homeassistant/sensor/${(n * 7919) % 1500}/config`;

describe.each(ways)("453 KB over %s", (way) => {
  it.each([4, 5] as const)(
    "pass at every QoS, retained and not, level %i [F84]",
    { timeout: 60_000 },
    async (version) => {
      const [writer, reader] = [await join(way, version), await join(way, version)];
      const topic = `${account.userId}/zigbee2mqtt/bridge/devices/${way}/${version}`;
      await reader.client.subscribeAsync(topic, { qos: 2 });
      const payload = Buffer.alloc(453_000, "z");
      let count = 0;
      for (const qos of [0, 1, 2] as const) {
        for (const retain of [false, true]) {
          await writer.client.publishAsync(topic, payload, { qos, retain });
          count++;
          await until(`message ${count}`, () => reader.heard.length === count);
          expect(reader.heard.at(-1)?.payload.equals(payload)).toBe(true);
        }
      }
      const late = await join(way, version);
      await late.client.subscribeAsync(topic, { qos: 2 });
      await until("what is retained", () => late.heard.length === 1);
      expect(late.heard[0]?.payload.equals(payload)).toBe(true);
    },
  );
});

describe("1,500 retained messages of 1 KB", () => {
  const filter = () => `${account.userId}/x/homeassistant/#`;
  const all = () => Array.from({ length: 1500 }, (_, n) => name(n));

  beforeAll(async () => {
    const { client } = await join("mqtt");
    const payload = Buffer.alloc(1000, "h");
    for (const topic of all()) await client.publishAsync(topic, payload, { qos: 1, retain: true });
  }, 60_000);

  it.each([0, 1] as const)(
    "arrive in the order in which they were written, at QoS %i [F82]",
    { timeout: 60_000 },
    async (qos) => {
      for (const way of ways) {
        const { client, heard } = await join(way);
        await client.subscribeAsync(filter(), { qos });
        await until("all of them", () => heard.length >= 1500, 30_000);
        expect(heard.map(({ topic }) => topic)).toEqual(all());
        expect(heard.every(({ retain, payload }) => retain && payload.length === 1000)).toBe(true);
      }
    },
  );

  it("arrive at a silent reader with 100 KB a second [F82]", {
    timeout: 90_000,
  }, async () => {
    const socket = connectTcp({ host: "127.0.0.1", port: product.tcpPort });
    const chunks: Buffer[] = [];
    socket.write(connect(4, { clientId: `${key}__slow`, keepAlive: 0 }));
    socket.write(subscribe(4, { packetId: 1, filters: [[filter(), 0]] }));
    socket.pause();
    const timer = setInterval(() => {
      const chunk = socket.read(10_000) ?? socket.read();
      if (chunk !== null) chunks.push(chunk);
    }, 100);
    const messages = () => decodeServerPackets(bytes(...chunks), 4).filter((each) => each.cmd === "publish");
    await until(
      "all of them",
      () => Buffer.concat(chunks).length > 1500 * 1000 && messages().length >= 1500,
      60_000,
    );
    clearInterval(timer);
    socket.destroy();
    expect(messages().map((each) => "topic" in each && each.topic)).toEqual(all());
  });
});

it("400 KB retained survive a kill of the product [F84]", { timeout: 120_000 }, async () => {
  const topic = `${account.userId}/zigbee2mqtt/bridge/definitions`;
  const payload = Buffer.alloc(400_000, "d");
  const { client } = await join("mqtt");
  await client.publishAsync(topic, payload, { qos: 1, retain: true });
  await client.endAsync(true);
  const { url, tcpPort } = product;
  await product.kill();
  await start(Number(new URL(url).port), tcpPort);
  const { client: reader, heard } = await join("ws");
  await reader.subscribeAsync(topic, { qos: 1 });
  await until("what is retained", () => heard.length === 1);
  expect(heard[0]?.payload.equals(payload)).toBe(true);
});
