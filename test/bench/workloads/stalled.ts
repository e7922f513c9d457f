/** A reader that stops reading while others work: does it hurt them, and what does it cost? */
import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "../generator/client.ts";
import { publishPacket } from "../generator/mqtt.ts";
import { encodeFrame } from "../generator/websocket.ts";
import { percentile } from "../statistics.ts";
import { sampleLatency } from "./latency.ts";
import { closeAll, openClients, type Workload } from "./workload.ts";

const A_SECOND = 100;
/** The flood to the stalled reader: far more than every buffer on the way holds, and fewer messages than any limit. */
const FLOOD = { aSecond: 400, bytes: 20_000, tickMs: 10 };

async function flood(publisher: Client, topic: string, until: { over: boolean }): Promise<void> {
  const frame = encodeFrame(publishPacket(topic, Buffer.alloc(FLOOD.bytes)));
  const burst = Buffer.concat(Array.from({ length: (FLOOD.aSecond * FLOOD.tickMs) / 1000 }, () => frame));
  while (!until.over) {
    if (publisher.socket.writableLength < 1_000_000) publisher.socket.write(burst);
    await pause(FLOOD.tickMs);
  }
}

export const stalled: Workload = {
  name: "stalled",
  title: "a reader that stops under 8 MB/s; the others' latency",
  metrics: [
    { key: "before", label: "p99 ms before", better: "lower", digits: 2 },
    { key: "during", label: "p99 ms during", better: "lower", digits: 2 },
    { key: "growth", label: "MiB grown", better: "lower", digits: 0 },
  ],
  suits: (target) => target.quickToStart,
  fresh: true,
  asShipped: true,
  run: async (running, effort) => {
    const clients = await openClients(running, 4);
    const [publisher, reader, flooder, sleeper] = clients as [Client, Client, Client, Client];
    const [topic, floodTopic] = [`${running.prefix}calm/a`, `${running.prefix}flood/a`];
    const sample = (ms: number) => sampleLatency(publisher, reader, topic, 0, A_SECOND, ms);
    const until = { over: false };
    try {
      await reader.subscribe([topic]);
      await sleeper.subscribe([floodTopic]);
      await sample(effort.warmUpMs);
      const before = await sample(effort.measureMs);
      const weight = running.memory();
      sleeper.socket.pause();
      const flooding = flood(flooder, floodTopic, until);
      await pause(effort.warmUpMs);
      const during = await sample(effort.measureMs * 2);
      const growth = (running.memory() - weight) / 2 ** 20;
      until.over = true;
      await flooding;
      return { before: percentile(before.times, 0.99), during: percentile(during.times, 0.99), growth };
    } finally {
      until.over = true;
      closeAll(clients);
    }
  },
};
