/** The API under a closed loop of requests. */
import { Agent, request } from "node:http";
import { Client } from "../generator/client.ts";
import { waitUntilSettled } from "../generator/flow.ts";
import { publishPacket } from "../generator/mqtt.ts";
import { encodeFrame } from "../generator/websocket.ts";
import { ascending, percentile } from "../statistics.ts";
import { freshId, type Running } from "../targets/target.ts";
import { type Effort, isProduct, type Measures, type Metric, type Workload } from "./workload.ts";

const AT_ONCE = 8;
const EVENTS = 100;

const METRICS: Metric[] = [
  { key: "rate", label: "requests/s", better: "higher", digits: 0 },
  { key: "p50", label: "p50 ms", better: "lower", digits: 1 },
  { key: "p99", label: "p99 ms", better: "lower", digits: 1 },
];

export interface Call {
  url: string;
  headers: Record<string, string>;
  body?: string;
}

export function send(agent: Agent, call: Call): Promise<number> {
  return new Promise((resolve, reject) => {
    const method = call.body === undefined ? "GET" : "POST";
    const outgoing = request(call.url, { agent, method, headers: call.headers }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
      response.on("error", reject);
    });
    outgoing.on("error", reject);
    outgoing.end(call.body);
  });
}

export async function loop(call: Call, effort: Effort, atOnce = AT_ONCE): Promise<Measures> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const times: number[] = [];
  const began = performance.now() + effort.warmUpMs;
  const until = began + effort.measureMs;
  const worker = async () => {
    while (performance.now() < until) {
      const sent = performance.now();
      const status = await send(agent, call);
      if (status !== 200) throw new Error(`${call.url} was answered ${status}`);
      if (sent >= began) times.push(performance.now() - sent);
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, worker));
  } finally {
    agent.destroy();
  }
  const sorted = ascending(times);
  const rate = (times.length * 1000) / (performance.now() - began);
  return { rate, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
}

/** An account with events, and its call for a page of them. */
async function eventPage(running: Running): Promise<Call> {
  const { api } = running;
  if (api === undefined) throw new Error("there is no API");
  const account = await api.register();
  const [device] = await account.addDevices(1);
  const client = await Client.connect(account.address, account.login(freshId()));
  const topic = `${account.userId}/devices/${device}/control`;
  for (let count = 0; count < EVENTS; count++) {
    const payload = JSON.stringify({ state: count % 2 === 0 ? "on" : "off" });
    client.socket.write(encodeFrame(publishPacket(topic, Buffer.from(payload))));
  }
  const call = { url: `${api.origin}/v0/events/devices/on-off/?size=50`, headers: account.headers };
  let rows = 0;
  const count = setInterval(async () => {
    const answer = await fetch(call.url, { headers: call.headers });
    if (answer.ok) rows = ((await answer.json()) as unknown[]).length;
  }, 50);
  await waitUntilSettled(() => rows, 50, 3000);
  clearInterval(count);
  client.close();
  if (rows < 50) throw new Error(`only ${rows} events became readable`);
  return call;
}

export const rest: Workload[] = [
  {
    name: "rest-list",
    title: "REST list of ten (mini: a bare Hono route with one read)",
    metrics: METRICS,
    suits: (target) => isProduct(target) || target.name === "mini",
    run: async (running, effort) => {
      if (running.list === undefined) throw new Error("there is no list");
      return loop(await running.list(), effort);
    },
  },
  {
    name: "rest-events",
    title: "REST page of 50 events",
    metrics: METRICS,
    suits: isProduct,
    run: async (running, effort) => loop(await eventPage(running), effort),
  },
  {
    name: "rest-login",
    title: "REST login",
    metrics: METRICS,
    suits: isProduct,
    run: async ({ api }, effort) => {
      if (api === undefined) throw new Error("there is no API");
      const { email, password } = await api.register();
      const headers = { "content-type": "application/json" };
      return loop(
        { url: `${api.origin}/v0/login/`, headers, body: JSON.stringify({ email, password }) },
        effort,
      );
    },
  },
];
