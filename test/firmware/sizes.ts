/** Retained messages and subscriptions of a large home, with real clients. */

import mqtt from "mqtt";
import { until } from "../support/until.ts";
import type { FirmwareAccount } from "./connection-settings.ts";
import { newLine } from "./line.ts";
import { start } from "./process.ts";

const RETAINED = 1500;
const WRITTEN_AGAIN = 300;
const BYTES = 1024;
const FILTERS = 3000;
const A_PACKET = 500;

const login = ({ username, password }: FirmwareAccount) => ({ username, password });
const addressOf = ({ host, port }: FirmwareAccount): string => `mqtt://${host}:${port}`;
const secondsSince = (begun: number): number => (performance.now() - begun) / 1000;

/** Announces 1,500 sensors, some of them again. Returns their topics in the order of their last writes. */
export async function announceSensors(home: FirmwareAccount): Promise<string[]> {
  const client = await mqtt.connectAsync(addressOf(home), login(home), false);
  // 7 and 1,500 have no common divisor
  const first = Array.from({ length: RETAINED }, (_, index) => (index * 7) % RETAINED);
  const again = Array.from({ length: WRITTEN_AGAIN }, (_, index) => (index * 11) % RETAINED);
  const lastWritten = new Set<string>();
  for (const number of [...first, ...again]) {
    const topic = `homeassistant/sensor/n${number}/config`;
    lastWritten.delete(topic);
    lastWritten.add(topic);
    await client.publishAsync(topic, "x".repeat(BYTES), { qos: 1, retain: true });
  }
  await client.endAsync();
  return [...lastWritten];
}

/** The topics that mosquitto_sub receives, in order, and the seconds; optionally over a slow connection. */
export async function readSensors(
  home: FirmwareAccount,
  qos: 0 | 1,
  bytesASecond?: number,
): Promise<{ topics: string[]; seconds: number }> {
  const line = await newLine(home.port, bytesASecond);
  const begun = performance.now();
  const args = ["-h", home.host, "-p", String(line.port), "-u", home.username, "-P", home.password];
  const what = ["-t", "homeassistant/#", "-q", String(qos), "-C", String(RETAINED), "-W", "100"];
  const reader = start("mosquitto_sub", [...args, ...what, "-F", "%t %l %r"], { keptBytes: 1 << 20 });
  await reader.ended;
  line.close();
  const lines = reader.said().trim().split("\n");
  const whole = lines.filter((each) => each.endsWith(` ${BYTES} 1`));
  return { topics: whole.map((each) => each.split(" ")[0] ?? ""), seconds: secondsSince(begun) };
}

export interface Subscriber {
  granted: number;
  seconds: number;
  /** Publishes to these of its topics, and returns the received ones. */
  hears(...numbers: number[]): Promise<string[]>;
  close(): Promise<void>;
}

/** Subscribes to 3,000 topics as a restarted hub does. */
export async function subscribeToMany(home: FirmwareAccount): Promise<Subscriber> {
  const client = await mqtt.connectAsync(addressOf(home), login(home), false);
  const begun = performance.now();
  let granted = 0;
  for (let at = 0; at < FILTERS; at += A_PACKET) {
    const filters = Array.from({ length: A_PACKET }, (_, index) => `house/entity ${at + index}/state`);
    const answer = await client.subscribeAsync(filters, { qos: 1 });
    granted += answer.filter(({ qos }) => qos === 1).length;
  }
  const seconds = secondsSince(begun);
  const heard: string[] = [];
  client.on("message", (topic) => heard.push(topic));
  return {
    granted,
    seconds,
    hears: async (...numbers) => {
      heard.length = 0;
      for (const number of numbers) {
        await client.publishAsync(`house/entity ${number}/state`, "on", { qos: 1 });
      }
      await until("what it subscribed to", () => heard.length >= numbers.length);
      return heard;
    },
    close: () => client.endAsync(true),
  };
}
