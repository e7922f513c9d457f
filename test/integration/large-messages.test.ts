/** Messages of half a megabyte over both transports. */

import mqtt, { type MqttClient } from "mqtt";
import { afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import { type Account, newAccount } from "../support/account.ts";
import { until } from "../support/until.ts";

const ways = ["ws", "mqtt"] as const;
type Way = (typeof ways)[number];

let account: Account;
let key: string;
const open: MqttClient[] = [];

beforeAll(async () => {
  account = await newAccount(inject("baseUrl"));
  key = (await account.newKey()).key;
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.endAsync(true)));
});

const addressOf = (way: Way): string =>
  way === "ws"
    ? `${inject("baseUrl").replace(/^http/, "ws")}/mqtt/${account.userId}`
    : `mqtt://127.0.0.1:${inject("tcpPort")}`;

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
