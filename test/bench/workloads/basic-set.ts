/** The open Basic Set of EMQX as far as one machine can run it: latency at a steady rate, at QoS 1. */
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "../generator/client.ts";
import { waitUntilSettled } from "../generator/flow.ts";
import { PAYLOAD_BYTES, pubackFrame, publishPacket } from "../generator/mqtt.ts";
import { encodeFrame } from "../generator/websocket.ts";
import { ascending, mean, percentile } from "../statistics.ts";
import { freshId, type Running, type Target } from "../targets/target.ts";
import {
  closeAll,
  type Effort,
  isProduct,
  type Measures,
  type Metric,
  openClients,
  type Workload,
} from "./workload.ts";

const LATENCY: readonly Metric[] = [
  { key: "average", label: "average ms", better: "lower", digits: 2 },
  { key: "p99", label: "p99 ms", better: "lower", digits: 1 },
];
const LOST: Metric = { key: "lost", label: "lost", better: "lower", digits: 0 };

interface Shape {
  name: string;
  title: string;
  publishers: number;
  subscribers: number;
  copies: number;
  aSecond: number;
  /** Each measured in multiples of the usual time. */
  times: number;
  filterOf: (prefix: string, subscriber: number) => string;
  topicOf: (publisher: number) => string;
  suits: (target: Target) => boolean;
}

const SHAPES: readonly Shape[] = [
  {
    name: "basic-pairs",
    title: "1,000 → 1,000, each its own topic, 1,000/s, QoS 1",
    publishers: 1000,
    subscribers: 1000,
    copies: 1,
    aSecond: 1000,
    times: 4,
    filterOf: (prefix, subscriber) => `${prefix}basic/${subscriber}`,
    topicOf: (publisher) => `basic/${publisher}`,
    suits: () => true,
  },
  {
    name: "basic-out",
    title: "1 → 1,000, 1/s, QoS 1",
    publishers: 1,
    subscribers: 1000,
    copies: 1000,
    aSecond: 1,
    times: 5,
    filterOf: (prefix) => `${prefix}basic/out`,
    topicOf: () => "basic/out",
    suits: () => true,
  },
  {
    name: "basic-shared",
    title: "1,000 → 5 of one shared group, 1,000/s, QoS 1",
    publishers: 1000,
    subscribers: 5,
    copies: 1,
    aSecond: 1000,
    times: 4,
    filterOf: (prefix) => `$share/basic/${prefix}basic/in/+`,
    topicOf: (publisher) => `basic/in/${publisher}`,
    // the others have no shared subscriptions
    suits: (target) => isProduct(target) || target.name === "Mosquitto",
  },
];

interface Paced {
  publishers: readonly Client[];
  subscribers: readonly Client[];
  topicOf: (publisher: number) => string;
  copies: number;
  aSecond: number;
  forMs: number;
}

/** Sends at a steady rate, whatever arrives. Returns the times of those that arrived, in milliseconds. */
async function sendPaced(paced: Paced): Promise<{ times: number[]; sent: number }> {
  const { publishers, subscribers, topicOf, copies, aSecond, forMs } = paced;
  const sentAt: number[] = [];
  const times: number[] = [];
  for (const subscriber of subscribers) {
    subscriber.onPublish = (_, bytes, start, end) => {
      const sent = sentAt[bytes.readUInt32BE(end - PAYLOAD_BYTES)];
      if (sent !== undefined) times.push(performance.now() - sent);
      subscriber.socket.write(pubackFrame(bytes, start + 2 + bytes.readUInt16BE(start)));
    };
  }
  const send = (count: number) => {
    const payload = Buffer.alloc(PAYLOAD_BYTES);
    payload.writeUInt32BE(count);
    const publisher = count % publishers.length;
    const packetId = (Math.floor(count / publishers.length) % 60_000) + 1;
    const frame = encodeFrame(publishPacket(topicOf(publisher), payload, packetId));
    sentAt[count] = performance.now();
    publishers[publisher]?.socket.write(frame);
  };
  const total = Math.round((forMs * aSecond) / 1000);
  const began = performance.now();
  for (let count = 0; count < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - began) * aSecond) / 1000) + 1);
    for (; count < due; count++) send(count);
    await pause(1);
  }
  await waitUntilSettled(() => times.length, total * copies);
  return { times, sent: total };
}

async function run(shape: Shape, running: Running, effort: Effort): Promise<Measures> {
  const opened: Client[] = [];
  const open = async (count: number) => {
    const clients = await openClients(running, count);
    opened.push(...clients);
    return clients;
  };
  try {
    const subscribers = await open(shape.subscribers);
    for (const [index, client] of subscribers.entries()) {
      await client.subscribe([shape.filterOf(running.prefix, index)], 1);
    }
    const publishers = await open(shape.publishers);
    const topics = publishers.map((_, index) => running.prefix + shape.topicOf(index));
    const paced = {
      ...shape,
      publishers,
      subscribers,
      topicOf: (publisher: number) => topics[publisher] ?? "",
    };
    await sendPaced({ ...paced, forMs: Math.max(1000, 2 * effort.warmUpMs) });
    const processor = running.processor ?? (() => Number.NaN);
    const spent = processor();
    const { times, sent } = await sendPaced({ ...paced, forMs: effort.measureMs * shape.times });
    const cost = ((processor() - spent) * 1e6) / sent;
    const lost = sent * shape.copies - times.length;
    return { average: mean(times), p99: percentile(ascending(times), 0.99), cost, lost };
  } finally {
    closeAll(opened);
  }
}

const steady: Workload[] = SHAPES.map((shape) => ({
  name: shape.name,
  title: shape.title,
  metrics: [...LATENCY, { key: "cost", label: "processor µs a message", better: "lower", digits: 0 }, LOST],
  suits: shape.suits,
  run: (running, effort) => run(shape, running, effort),
}));

const CONNECTS = { thorough: 3000, quick: 500 };
const CONNECTS_A_SECOND = 100;
const SETTLE_MS = 1000;

/** From the opening of the socket to the CONNACK. */
const connects: Workload = {
  name: "basic-connects",
  title: "3,000 connects at 100/s",
  metrics: [...LATENCY, { key: "memory", label: "KiB each", better: "lower", digits: 1 }],
  suits: (target) => target.quickToStart,
  fresh: true,
  run: async (running, effort) => {
    const count = effort.quick ? CONNECTS.quick : CONNECTS.thorough;
    closeAll(await openClients(running, 50));
    await pause(SETTLE_MS);
    const before = running.memory();
    const times: number[] = [];
    const opening: Promise<Client>[] = [];
    const began = performance.now();
    while (opening.length < count) {
      const at = performance.now();
      const { address, login } = running;
      const client = Client.connect(address, login(freshId()));
      opening.push(client);
      client.then(() => times.push(performance.now() - at)).catch(() => {});
      await pause(Math.max(0, began + (opening.length * 1000) / CONNECTS_A_SECOND - performance.now()));
    }
    const clients = await Promise.all(opening);
    await pause(SETTLE_MS);
    const memory = (running.memory() - before) / 1024 / count;
    closeAll(clients);
    return { average: mean(times), p99: percentile(ascending(times), 0.99), memory };
  },
};

const SILENCE_MS = 20_000;
const SILENCES = { thorough: 4, quick: 1 };

/** The whole broker is silent, so that its caches are cold, too. */
const silence: Workload = {
  name: "basic-silence",
  title: "first message after 20 s of silence, QoS 1",
  metrics: [...LATENCY, LOST],
  suits: () => true,
  fresh: true,
  run: async (running, effort) => {
    const silences = effort.quick ? SILENCES.quick : SILENCES.thorough;
    const publishers = await openClients(running, 1);
    const subscribers = await openClients(running, 1);
    const topic = `${running.prefix}silence`;
    const pair = { publishers, subscribers, topicOf: () => topic, copies: 1 };
    try {
      for (const each of subscribers) await each.subscribe([topic], 1);
      await sendPaced({ ...pair, aSecond: 50, forMs: 1000 });
      const times: number[] = [];
      while (times.length < silences) {
        await pause(SILENCE_MS);
        const first = await sendPaced({ ...pair, aSecond: 1, forMs: 1000 });
        if (first.times.length === 0) break;
        times.push(...first.times);
      }
      return {
        average: mean(times),
        p99: percentile(ascending(times), 0.99),
        lost: silences - times.length,
      };
    } finally {
      closeAll([...publishers, ...subscribers]);
    }
  },
};

export const basicSet: readonly Workload[] = [...steady, connects, silence];
