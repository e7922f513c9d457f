/**
 * Telemetry: the cost of a sample beside a message, the length of turns while blocks are made, and a chart.
 */
import { Client } from "../generator/client.ts";
import { PINGREQ_FRAME, publishPacket } from "../generator/mqtt.ts";
import { encodeFrame } from "../generator/websocket.ts";
import { ascending, percentile } from "../statistics.ts";
import { type Account, freshId, type Running } from "../targets/target.ts";
import { loop } from "./rest.ts";
import { closeAll, type Effort, isProduct, type Measures, type Workload } from "./workload.ts";

const DEVICES = 10;
export const KEYS = 10;
/** Messages between two pings, whose responses show that they were handled. */
const WINDOW = 16;
const DAY = 86_400_000;

/** Devices with a connection each. */
export async function boards({ api }: Running) {
  if (api === undefined) throw new Error("there is no API");
  const account = await api.register();
  const ids = await account.addDevices(DEVICES);
  const clients: Client[] = [];
  for (const _ of ids) clients.push(await Client.connect(account.address, account.login(freshId())));
  const topics = ids.map((id) => `${account.userId}/devices/${id}/telemetry`);
  return { account, ids, clients, topics };
}

/** Sends the next message when the broker has handled the earlier ones. `next` returns null at the end. */
function send(client: Client, next: () => Buffer | null): Promise<number> {
  return new Promise((resolve) => {
    let sent = 0;
    client.onTurn = () => {
      const frames: Buffer[] = [];
      for (let frame = next(); frame !== null; frame = frames.length < WINDOW ? next() : null)
        frames.push(frame);
      if (frames.length === 0) return resolve(sent);
      sent += frames.length;
      client.socket.write(Buffer.concat([...frames, PINGREQ_FRAME]));
    };
    client.onTurn();
  });
}

export const frameOf = (topic: string, values: object): Buffer =>
  encodeFrame(publishPacket(topic, Buffer.from(JSON.stringify(values))));

type FrameOf = (device: number) => Buffer;

/** Processor time of each message, in microseconds. */
export async function costOf(
  running: Running,
  clients: Client[],
  frame: FrameOf,
  forMs: number,
): Promise<number> {
  const processor = running.processor ?? (() => Number.NaN);
  const [began, until] = [processor(), performance.now() + forMs];
  const sent = await Promise.all(
    clients.map((client, device) => send(client, () => (performance.now() < until ? frame(device) : null))),
  );
  return ((processor() - began) * 1e6) / sent.reduce((sum, count) => sum + count, 0);
}

const TURNS = 3;

/**
 * In turn, so that a slow moment of the machine affects all. Each series has a sample a second, by the
 * devices' clocks.
 */
async function sampleCost(running: Running, { warmUpMs, measureMs }: Effort): Promise<Measures> {
  const { clients, topics, account } = await boards(running);
  const began = Date.now() - DAY;
  const frames = (topicOf: (device: number) => string, keys: number): FrameOf => {
    const said = clients.map(() => 0);
    return (device) => {
      const n = said[device] ?? 0;
      said[device] = n + 1;
      const values = { [`k${n % keys}`]: 20 + ((n * 7) % 13) / 10 };
      return frameOf(topicOf(device), { ts: began + Math.floor(n / keys) * 1000, ...values });
    };
  };
  const kinds = {
    plain: frames((device) => `${account.userId}/devices/${device}/telemetry-not-kept`, KEYS),
    ten: frames((device) => topics[device] ?? "", 1),
    hundred: frames((device) => topics[device] ?? "", KEYS),
  };
  const measures: Measures = {};
  try {
    for (const frame of Object.values(kinds)) await costOf(running, clients, frame, warmUpMs);
    for (let turn = 0; turn < TURNS; turn++) {
      for (const [kind, frame] of Object.entries(kinds)) {
        const cost = await costOf(running, clients, frame, measureMs);
        measures[kind] = (measures[kind] ?? 0) + cost / TURNS;
      }
    }
  } finally {
    closeAll(clients);
  }
  const { plain = 0, ten = 0, hundred = 0 } = measures;
  return { ...measures, share: ten / plain, shareOfHundred: hundred / plain };
}

const SECONDS = { thorough: 1800, quick: 300 };

/** A hundred series, each with a sample a second and a day of history; seconds by the devices' clocks. */
async function turns(running: Running, { quick }: Effort): Promise<Measures> {
  const { turns: taken, past } = running;
  if (taken === undefined || past === undefined) throw new Error("turns are not watched");
  const { clients, topics, account } = await boards(running);
  const seconds = quick ? SECONDS.quick : SECONDS.thorough;
  const began = Date.now() - seconds * 1000;
  const ofSecond = (n: number) =>
    Object.fromEntries(
      Array.from({ length: KEYS }, (_, key) => [`k${key}`, 20 + ((n * (key + 3)) % 17) / 10]),
    );
  const sendSeconds = (from: number, to: number) =>
    Promise.all(
      clients.map((client, device) => {
        let n = from;
        return send(client, () =>
          n === to ? null : frameOf(topics[device] ?? "", { ts: began + n * 1000, ...ofSecond(n++) }),
        );
      }),
    );
  try {
    await sendSeconds(0, seconds / 10);
    await past(account.userId, 1);
    await taken();
    await sendSeconds(seconds / 10, seconds);
    const { timer, frame, alarm } = await taken();
    const [compaction, others] = [ascending(timer), ascending([...frame, ...alarm])];
    return {
      p50: percentile(compaction, 0.5),
      p99: percentile(compaction, 0.99),
      longest: compaction.at(-1) ?? 0,
      others: others.at(-1) ?? 0,
    };
  } finally {
    closeAll(clients);
  }
}

const YEAR = 365;

async function year(running: Running, effort: Effort, resolution: string): Promise<Measures> {
  const { api, past } = running;
  if (api === undefined || past === undefined) throw new Error("there is no past");
  const account: Account = await api.register();
  const [id = ""] = await account.addDevices(1);
  const client = await Client.connect(account.address, account.login(freshId()));
  await send(client, framesOnce(frameOf(`${account.userId}/devices/${id}/telemetry`, { t: 20.5 })));
  const bytes = await past(account.userId, YEAR);
  client.close();
  const [from, to] = [Date.now() - YEAR * DAY, Date.now()].map((at) => new Date(at).toISOString());
  const query = new URLSearchParams({ key: "t", from: from ?? "", to: to ?? "", resolution });
  const url = `${api.origin}/v0/devices/on-off/${id}/series/?${query}`;
  return { ...(await loop({ url, headers: account.headers }, effort, 1)), bytes };
}

function framesOnce(...frames: Buffer[]): () => Buffer | null {
  return () => frames.shift() ?? null;
}

const fresh = { suits: isProduct, fresh: true, counting: true } as const;
const low = { better: "lower" } as const;

export const telemetry: Workload[] = [
  {
    name: "telemetry-cost",
    title: `a sample of ${DEVICES} devices beside a plain message at QoS 0 that nobody reads`,
    metrics: [
      { key: "plain", label: "a message, processor µs", ...low, digits: 1 },
      { key: "ten", label: "a sample, of 10 series", ...low, digits: 1 },
      { key: "hundred", label: "a sample, of 100 series", ...low, digits: 1 },
      { key: "share", label: "of 10 series ÷ message", ...low, digits: 2 },
      { key: "shareOfHundred", label: "of 100 series ÷ message", ...low, digits: 2 },
    ],
    suits: isProduct,
    run: sampleCost,
  },
  {
    name: "telemetry-turns",
    title: `${DEVICES * KEYS} series, a sample a second each, put into blocks`,
    metrics: [
      { key: "p50", label: "turns that make blocks, p50 ms", ...low, digits: 0 },
      { key: "p99", label: "turns that make blocks, p99 ms", ...low, digits: 0 },
      { key: "longest", label: "the longest of them", ...low, digits: 0 },
      { key: "others", label: "the longest of the others", ...low, digits: 0 },
    ],
    ...fresh,
    suits: ({ name }) => name === "Switchyard",
    run: turns,
  },
  ...["auto", "1m"].map(
    (resolution): Workload => ({
      name: `telemetry-year-${resolution}`,
      title: `a year of minutes in one chart, ${resolution === "auto" ? "as it fits" : "minutes asked for"}`,
      metrics: [
        { key: "p50", label: "p50 ms", ...low, digits: 1 },
        { key: "p99", label: "p99 ms", ...low, digits: 1 },
        { key: "bytes", label: "bytes a sample", ...low, digits: 2 },
      ],
      ...fresh,
      suits: ({ name }) => name === "Switchyard",
      run: (running, effort) => year(running, effort, resolution),
    }),
  ),
];
