/** Another account on the same machine: ten timed messages a second to its own reader. */

import { ascending, percentile } from "../bench/statistics.ts";
import { newAccount } from "../support/account.ts";
import { brokerUrl, mqttLibrary } from "../support/device-process.ts";

const EVERY_MS = 100;
/** A slower message counts as lost. */
const TIME_OUT_MS = 5000;

export interface Times {
  /** Milliseconds from publish to delivery. */
  p50: number;
  p99: number;
  slowest: number;
  messages: number;
  timeouts: number;
}

export interface Bystander {
  watch(until: Promise<unknown>): Promise<Times>;
  leave(): Promise<void>;
}

function timesOf(beats: readonly (number | null)[]): Times {
  const heard = ascending(beats.filter((time) => time !== null));
  return {
    p50: percentile(heard, 0.5),
    p99: percentile(heard, 0.99),
    slowest: heard.at(-1) ?? 0,
    messages: beats.length,
    timeouts: beats.length - heard.length,
  };
}

export async function newBystander(url: string): Promise<Bystander> {
  const account = await newAccount(url);
  const { key } = await account.newKey();
  const place = (name: string, topic: string) => ({
    baseUrl: url,
    userId: account.userId,
    address: brokerUrl(url, account.userId),
    version: 5 as const,
    login: { clientId: `${key}__${name}` },
    topic,
  });
  const topic = `${account.userId}/heartbeat`;
  const reader = await mqttLibrary(place("reader", topic));
  const writer = await mqttLibrary(place("writer", ""));
  const waiting = new Map<string, (at: number) => void>();
  reader.client.on("message", (_topic, payload) => {
    waiting.get(payload.toString("utf8"))?.(performance.now());
  });
  let count = 0;
  const beat = async (): Promise<number | null> => {
    const id = String(++count);
    const sent = performance.now();
    const heard = new Promise<number>((resolve) => waiting.set(id, resolve));
    writer.client.publish(topic, id, { qos: 0 });
    const late = new Promise<null>((resolve) => {
      setTimeout(() => resolve(null), TIME_OUT_MS).unref();
    });
    const at = await Promise.race([heard, late]);
    waiting.delete(id);
    return at === null ? null : at - sent;
  };
  return {
    watch: async (until) => {
      const beats: Promise<number | null>[] = [];
      const timer = setInterval(() => beats.push(beat()), EVERY_MS);
      await until;
      clearInterval(timer);
      return timesOf(await Promise.all(beats));
    },
    leave: async () => {
      await Promise.all([reader.client.endAsync(true), writer.client.endAsync(true)]);
    },
  };
}
