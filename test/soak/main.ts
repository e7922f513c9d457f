/**
 * `npm run test:soak`: the product runs for an hour with 100 sessions, 200 messages a second, changing rights
 * and reconnecting clients. Memory, storage and latency must end as they began. `MINUTES=5` for a shorter
 * run; `-- --week` runs `week.ts` instead.
 */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { MqttClient } from "mqtt";
import { newBystander } from "../abuse/bystander.ts";
import { memoryInUse } from "../bench/memory.ts";
import { startBare } from "../bench/targets/product.ts";
import { newAccount } from "../support/account.ts";
import { mqttLibrary, type RunningDevice } from "../support/device-process.ts";
import { drift, slope } from "./slope.ts";

const SESSIONS = 100;
const PER_SECOND = 200;
/** Interval of measurements. */
const STEP_MS = 15_000;
/** A sixth of the time, in which caches fill. */
const WARM_UP = 6;
const MIB = 1024 * 1024;

const MOST_MIB_A_MINUTE = 1;
const MOST_STORAGE_A_MINUTE_MIB = 1;
const MOST_DRIFT = 0.2;

/** Steps between two lines of progress. */
const A_WHILE = 20;

const stateOf = ({ memory, storage, p99 }: Record<"memory" | "storage" | "p99", number[]>): string =>
  [
    `after ${((memory.length * STEP_MS) / 60_000).toFixed(0)} min:`,
    `memory ${memory.at(-1)?.toFixed(0)} MiB,`,
    `storage ${storage.at(-1)?.toFixed(1)} MiB,`,
    `p99 ${p99.at(-1)?.toFixed(1)} ms`,
  ].join(" ");

/** Bytes of all files. */
function sizeOf(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    try {
      if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name)).size;
    } catch {
      // The file was deleted meanwhile.
    }
  }
  return bytes;
}

/** All clients, until the end. */
async function startWork(url: string, over: AbortSignal): Promise<{ done: Promise<unknown> }> {
  const account = await newAccount(url);
  const { key } = await account.newKey();
  const channel = await account.newChannel("soak");
  const credential = await account.newCredential("soak", [channel]);
  const enter = (index: number): Promise<RunningDevice & { client: MqttClient }> =>
    mqttLibrary({
      baseUrl: url,
      userId: account.userId,
      version: index % 2 === 0 ? 4 : 5,
      login: { clientId: `${key}__${index}` },
      topic: `${account.userId}/soak/${index % 10}`,
    });
  const sessions: Awaited<ReturnType<typeof enter>>[] = [];
  for (let index = 0; index < SESSIONS; index++) sessions.push(await enter(index));
  const publishing = async () => {
    for (let count = 0; !over.aborted; count += PER_SECOND / 20) {
      for (let n = count; n < count + PER_SECOND / 20; n++) {
        const { client } = sessions[n % SESSIONS] ?? {};
        // a reconnecting client skips its turn
        if (client?.connected && !client.disconnecting)
          client.publish(`${account.userId}/soak/${n % 10}`, String(n), { qos: n % 4 === 0 ? 1 : 0 });
      }
      for (const { heard } of sessions) heard.length = 0;
      await pause(50);
    }
  };
  const coming = async () => {
    for (let index = 0; !over.aborted; index = (index + 1) % SESSIONS) {
      await sessions[index]?.kill();
      sessions[index] = await enter(index);
      await pause(1000);
    }
  };
  const changing = async () => {
    const { id, name, username } = credential;
    for (let allowed = false; !over.aborted; allowed = !allowed) {
      const channels = allowed ? [channel.id] : [];
      await account.call("PUT", `/v0/mqtt/credentials/${id}/`, { name, username, channels });
      await pause(5000);
    }
  };
  const done = Promise.all([publishing(), coming(), changing()]).finally(() =>
    Promise.all(sessions.map(({ client }) => client.endAsync(true))),
  );
  return { done };
}

export async function main(args: string[]): Promise<number> {
  // its runtime of tests is loaded only when it runs
  if (args.includes("--week")) return (await import("./week.ts")).week();
  const minutes = Number(process.env.MINUTES ?? 60);
  const print = (line: string) => process.stdout.write(`${line}\n`);
  // without the proxies of `npm start`, which keep some 40 KiB of every connection until their next garbage
  // collection
  const product = await startBare({ THROTTLE: "off", LOG_REQUESTS: "failures" }, { BENCH_INSPECT: "1" });
  const url = `http://127.0.0.1:${Number(product.said.port)}`;
  const over = new AbortController();
  const series = { memory: [] as number[], storage: [] as number[], p99: [] as number[] };
  try {
    const bystander = await newBystander(url);
    const work = await startWork(url, over.signal);
    for (let step = 0; step < (minutes * 60_000) / STEP_MS; step++) {
      const { p99 } = await bystander.watch(pause(STEP_MS));
      series.p99.push(p99);
      series.memory.push((await memoryInUse(product, url)) / MIB);
      series.storage.push(sizeOf(String(product.said.state)) / MIB);
      if ((step + 1) % A_WHILE === 0) print(stateOf(series));
    }
    over.abort();
    await work.done;
    await bystander.leave();
  } finally {
    await product.stop();
  }
  const settled = (values: number[]) => values.slice(Math.floor(values.length / WARM_UP));
  const aMinute = 60_000 / STEP_MS;
  const found = {
    memory: slope(settled(series.memory)) * aMinute,
    storage: slope(settled(series.storage)) * aMinute,
    p99: drift(settled(series.p99)),
  };
  const checks = [
    [`memory ${found.memory.toFixed(2)} MiB a minute`, found.memory < MOST_MIB_A_MINUTE],
    [`storage ${found.storage.toFixed(2)} MiB a minute`, found.storage < MOST_STORAGE_A_MINUTE_MIB],
    [`p99 ${(found.p99 * 100).toFixed(0)} % slower in the end`, found.p99 < MOST_DRIFT],
  ] as const;
  for (const [words, good] of checks) print(`${good ? "held  " : "BROKEN"} ${words}`);
  const failed = checks.filter(([, good]) => !good).length;
  print(`${checks.length - failed} checks passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}
