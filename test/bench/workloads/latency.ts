/** The latency of a single message, and its processor time, at a low rate. */
import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "../generator/client.ts";
import { waitUntilSettled } from "../generator/flow.ts";
import { PAYLOAD_BYTES, pubackPacket, publishPacket } from "../generator/mqtt.ts";
import { ascending, percentile } from "../statistics.ts";
import { closeAll, openClients, type Workload } from "./workload.ts";

const A_SECOND = 200;

/** Sends at a steady rate until told to stop; the times of those that arrived, in milliseconds, ascending. */
async function sampleLatency(
  publisher: Client,
  subscriber: Client,
  topic: string,
  qos: 0 | 1,
  aSecond: number,
  forMs: number,
): Promise<{ times: number[]; lost: number }> {
  const sentAt: number[] = [];
  const times: number[] = [];
  subscriber.onPublish = (first, bytes, start, end) => {
    const now = performance.now();
    const sent = sentAt[bytes.readUInt32BE(end - PAYLOAD_BYTES)];
    if (sent !== undefined) times.push(now - sent);
    if ((first & 0x06) === 0) return;
    subscriber.socket.write(subscriber.frame(pubackPacket(bytes, start + 2 + bytes.readUInt16BE(start))));
  };
  const began = performance.now();
  for (let count = 0; performance.now() - began < forMs; count++) {
    const payload = Buffer.alloc(PAYLOAD_BYTES);
    payload.writeUInt32BE(count);
    const packet = publishPacket(topic, payload, qos === 0 ? undefined : (count % 60_000) + 1);
    const frame = publisher.frame(packet);
    sentAt[count] = performance.now();
    publisher.socket.write(frame);
    await pause(Math.max(0, began + ((count + 1) * 1000) / aSecond - performance.now()));
  }
  await waitUntilSettled(() => times.length, sentAt.length);
  return { times: ascending(times), lost: sentAt.length - times.length };
}

export const latencies: Workload[] = ([0, 1] as const).map((qos) => ({
  name: `latency-qos${qos}`,
  title: `latency at ${A_SECOND}/s, QoS ${qos}`,
  metrics: [
    { key: "p50", label: "p50 ms", better: "lower", digits: 2 },
    { key: "p99", label: "p99 ms", better: "lower", digits: 2 },
    { key: "cost", label: "processor µs a message", better: "lower", digits: 0 },
    { key: "lost", label: "lost", better: "lower", digits: 0 },
  ],
  suits: () => true,
  run: async (running, effort) => {
    const clients = await openClients(running, 2);
    const [publisher, subscriber] = clients as [Client, Client];
    const topic = `${running.prefix}latency/${qos}`;
    try {
      await subscriber.subscribe([topic], qos);
      await sampleLatency(publisher, subscriber, topic, qos, A_SECOND, effort.warmUpMs);
      const processor = running.processor ?? (() => Number.NaN);
      const spent = processor();
      const { times, lost } = await sampleLatency(
        publisher,
        subscriber,
        topic,
        qos,
        A_SECOND,
        effort.measureMs * 1.5,
      );
      const cost = ((processor() - spent) * 1e6) / (times.length + lost);
      return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), cost, lost };
    } finally {
      closeAll(clients);
    }
  },
}));
