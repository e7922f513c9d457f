/** An account with retained messages, and readers that take them one by one. */

import type { Packet } from "mqtt-packet";
import { acknowledge, bytes, publish, utf8 } from "../../../support/packet-bytes.ts";
import { Account, useLimits } from "./account.ts";
import { Client } from "./client.ts";

export const LIMITS = {
  MQTT_PUBLISH_RATE: 1_000_000,
  MQTT_PUBLISH_BYTES: 0,
  MQTT_CONNECT_RATE: 0,
  // one login writes 10,000
  MQTT_MAX_RETAINED: 20_000,
};
export const KEPT = { clean: false, properties: { sessionExpiryInterval: 600 } };
export type Publish = Extract<Packet, { cmd: "publish" }>;

export const name = (n: number): string => `r/${String(n).padStart(4, "0")}`;
export const names = (count: number): string[] => Array.from({ length: count }, (_, at) => name(at));

/** An account with `count` retained messages; each payload is its topic's name and `body`. */
export async function scene(count: number, body = "", qos: 0 | 1 = 0) {
  const account = new Account();
  const key = account.apiKey();
  const join = (options = {}, suffix?: string) =>
    Client.connect(account, { clientId: key.clientId(suffix) }, 5, options);
  const writer = await join();
  const retained = (topic: string, at: number) =>
    publish(5, {
      topic: account.topic(topic),
      payload: utf8(topic + body),
      retain: true,
      qos,
      packetId: at + 1,
    });
  for (let from = 0; from < count; from += 300) {
    writer.bytes(
      bytes(
        ...names(count)
          .slice(from, from + 300)
          .map(retained),
      ),
    );
    await writer.all();
  }
  const say = async (topic: string, payload: string, options = {}) => {
    writer.publish(account.topic(topic), payload, options);
    await writer.all();
  };
  const short = (topic: string) => topic.slice(account.userId.length + 1);
  /**
   * Returns the next `many` messages as topic, header and RETAIN. Acknowledges arrived ones in one frame.
   */
  const take = async (client: Client, many: number): Promise<string[]> => {
    const taken: string[] = [];
    while (taken.length < many) {
      const next = [(await client.next("publish")) as Publish];
      while (taken.length + next.length < many && client.received[0]?.cmd === "publish") {
        next.push(client.received.shift() as Publish);
      }
      for (const { topic, payload, retain } of next) {
        taken.push(`${short(topic)} ${String(payload).replaceAll("x", "")}${retain ? " kept" : ""}`);
      }
      const ids = next.flatMap(({ messageId = 0 }) => (messageId === 0 ? [] : [messageId]));
      if (ids.length > 0) client.bytes(bytes(...ids.map((id) => acknowledge("puback", id))));
    }
    return taken;
  };
  return { account, key, join, writer, say, take };
}

export const kept = (topics: readonly string[]): string[] => topics.map((topic) => `${topic} ${topic} kept`);

/** A reader with a window of two, in the middle of its replay. */
export const halfReplayed = async (qos: 0 | 1 = 1, options = {}, subscription = {}) => {
  useLimits({ ...LIMITS, MQTT_MAX_INFLIGHT: 2 });
  const home = await scene(10, "", qos);
  const reader = await home.join(options, "reader");
  await reader.subscribe(home.account.topic("r/#"), 1, subscription);
  return { ...home, reader };
};
