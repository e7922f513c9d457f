/**
 * `npm run test:abuse`: one account abuses the broker while another goes on with its day. Prints what the other
 * noticed: before, during and a second after each attack, and how the memory of the runtime grew.
 */
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { memoryInUse } from "../bench/memory.ts";
import { startBare } from "../bench/targets/product.ts";
import { type Account, newAccount } from "../support/account.ts";
import { readyAbuser } from "./abuser.ts";
import { ATTACKS } from "./attacks.ts";
import { newBystander, type Times } from "./bystander.ts";
import { FLOODS } from "./floods.ts";
import { GREEDY_LOGIN, newNeighbour } from "./greed.ts";
import { ALL_DUE, planAll, refused, UNSENDABLE } from "./schedules.ts";
import { LIFTED, SIZES } from "./sizes.ts";
import type { Victim } from "./sockets.ts";

const IDLE_MS = 5000;
const ATTACK_MS = 15_000;
/** An attack is over, and so are its effects, after this. Milliseconds. */
const REST_MS = 1000;
/** How often memory is looked at. Milliseconds. */
const LOOK_MS = 250;
const MIB = 1024 * 1024;

/** What the bystander may notice. */
const MOST_P99_MS = 100;
/** While each frame is as small and as dear as it can be: the runtime has one thread for everybody. */
const MOST_P99_IN_A_FLOOD_MS = 250;
const MOST_TIMES_IDLE = 10;
const MOST_TIMES_IDLE_AFTER = 2;
/** Below this an idle machine's own scatter is larger than any effect. Milliseconds. */
const NOTICEABLE_MS = 20;
const MOST_GROWTH_MIB = 64;
/** The same of an account that holds all that it may: the bare runtime keeps what is stored in memory, too. */
const MOST_HELD_MIB = 192;
/** In the midst of it, before anything was collected. */
const MOST_PEAK_MIB = 1024;
const MOST_PEAK_HELD_MIB = 256;
interface Outcome {
  name: string;
  idle: Times;
  during: Times;
  after: Times;
  /** What another login of the same account could not do in the midst of it, or had lost. */
  denied: string[];
  /** The most that the process had in the midst of it, and what it kept, beyond what it had before. */
  peakMib: number;
  grownMib: number;
}

/** The most that the process has until then. Bytes. */
async function peakUntil(done: Promise<unknown>, memory: () => number): Promise<number> {
  let over = false;
  void done.then(() => {
    over = true;
  });
  let peak = memory();
  for (; !over; peak = Math.max(peak, memory())) await pause(LOOK_MS);
  return peak;
}

/** Prepares what some attacks need. `look` returns what went wrong in the account itself, a sentence each. */
async function witness(name: string, url: string, account: Account, victim: Victim) {
  if (name === GREEDY_LOGIN) return newNeighbour(url, account);
  if (name === ALL_DUE) return planAll(victim, account);
  return name === UNSENDABLE ? refused(account) : null;
}

async function suffer(name: string): Promise<Outcome> {
  // fresh each time: what one attack leaves behind must not be counted against the next; and without the proxies of
  // `npm start`, which keep some 40 KiB of every request, whatever it is, and buffer what a flood sends
  const product = await startBare(
    { THROTTLE: "on", LOG_REQUESTS: "failures", ...(name in SIZES ? LIFTED : {}) },
    { BENCH_INSPECT: "1" },
  );
  try {
    const port = Number(product.said.port);
    const url = `http://127.0.0.1:${port}`;
    const account = await newAccount(url);
    const { key } = await account.newKey();
    const victim: Victim = {
      port,
      path: `/mqtt/${account.userId}`,
      userId: account.userId,
      key,
      deviceId: (await account.newDevice("Lamp")).id,
      token: account.token,
    };
    const bystander = await newBystander(url);
    const idle = await bystander.watch(pause(IDLE_MS));
    const before = await memoryInUse(product, url);
    const inAccount = await witness(name, url, account, victim);
    const abuser = await readyAbuser(name, victim);
    abuser.begin();
    const attack = pause(ATTACK_MS);
    const [during, peak] = await Promise.all([bystander.watch(attack), peakUntil(attack, product.memory)]);
    const denied = (await inAccount?.look()) ?? [];
    await abuser.stop();
    await pause(REST_MS);
    const after = await bystander.watch(pause(IDLE_MS));
    const grownMib = ((await memoryInUse(product, url)) - before) / MIB;
    await bystander.leave();
    return { name, idle, during, after, denied, peakMib: (peak - before) / MIB, grownMib };
  } finally {
    await product.stop();
  }
}

/** The slowest that one message in a hundred may be meanwhile. Milliseconds. */
const mostDuring = ({ name, idle }: Outcome): number =>
  name in FLOODS || name in SIZES
    ? MOST_P99_IN_A_FLOOD_MS
    : Math.min(MOST_P99_MS, Math.max(NOTICEABLE_MS, idle.p99 * MOST_TIMES_IDLE));

/** What of the promise was broken, one sentence each. */
export function broken(outcome: Outcome): string[] {
  const { idle, during, after, denied, peakMib, grownMib } = outcome;
  const most = mostDuring(outcome);
  const isHeld = outcome.name in SIZES;
  const mostPeak = isHeld ? MOST_PEAK_HELD_MIB : MOST_PEAK_MIB;
  const mostKept = isHeld ? MOST_HELD_MIB : MOST_GROWTH_MIB;
  const mostAfter = Math.max(NOTICEABLE_MS, idle.p99 * MOST_TIMES_IDLE_AFTER);
  return [
    ...denied,
    ...(during.timeouts > 0 ? [`${during.timeouts} messages did not come within five seconds`] : []),
    ...(during.p99 > most
      ? [`p99 of ${during.p99.toFixed(0)} ms during it, at most ${most.toFixed(0)}`]
      : []),
    ...(after.p99 > mostAfter
      ? [`p99 of ${after.p99.toFixed(0)} ms after it, at most ${mostAfter.toFixed(0)}`]
      : []),
    ...(peakMib > mostPeak ? [`${peakMib.toFixed(0)} MiB of memory in the midst of it`] : []),
    ...(grownMib > mostKept ? [`${grownMib.toFixed(0)} MiB of memory kept`] : []),
  ];
}

const words = ({ p50, p99, slowest, timeouts }: Times): string =>
  `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, slowest ${slowest.toFixed(1)} ms, ${timeouts} timed out`;

export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { only: { type: "string", default: "" } } });
  const print = (line: string) => process.stdout.write(`${line}\n`);
  let failed = 0;
  const chosen = Object.keys(ATTACKS).filter((name) => name.includes(values.only));
  for (const name of chosen) {
    const outcome = await suffer(name);
    const faults = broken(outcome);
    failed += faults.length > 0 ? 1 : 0;
    print(`${faults.length === 0 ? "held  " : "BROKEN"} ${name}`);
    for (const phase of ["idle", "during", "after"] as const) {
      print(`         ${phase.padEnd(6)} ${words(outcome[phase])}`);
    }
    print(`         p99 during it at most ${mostDuring(outcome).toFixed(0)} ms`);
    print(
      `         memory ${outcome.peakMib.toFixed(0)} MiB more at the most, ${outcome.grownMib.toFixed(0)} kept`,
    );
    for (const fault of faults) print(`         ! ${fault}`);
  }
  print(`${chosen.length - failed} checks passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}
