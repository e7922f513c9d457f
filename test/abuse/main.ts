/**
 * `npm run test:abuse`: one account attacks the broker while another works. Prints the other's latency
 * before, during and a second after each attack, and the growth of the runtime's memory. `--only` takes a part of an
 * attack's name; `--profile` adds where the Worker spent its time.
 */
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { memoryInUse } from "../bench/memory.ts";
import { startProfile } from "../bench/profile.ts";
import { startBare } from "../bench/targets/product.ts";
import { type Account, newAccount } from "../support/account.ts";
import { readyAbuser } from "./abuser.ts";
import { ATTACKS } from "./attacks.ts";
import { ENDLESS, REWRITTEN, rewritten } from "./bodies.ts";
import { newBystander, type Times } from "./bystander.ts";
import { EXPORTS, FULL, fill } from "./exports.ts";
import { FLOODS } from "./floods.ts";
import { GREEDY_LOGIN, newNeighbour } from "./greed.ts";
import { BUSY_HISTORY, keptHistory } from "./history.ts";
import { CONTROL_CHARACTERS } from "./http.ts";
import { IMPORTS_WITNESSES } from "./imports.ts";
import { NEAR, PRESSES, receiver } from "./notices.ts";
import { REGISTRANT, takenBack, WITH_MAIL, WITH_MAIL_PAGE } from "./registrant.ts";
import { RIGHTS_VARIABLES, RIGHTS_WITNESSES } from "./rights.ts";
import { ALL_DUE, planAll, refused, UNSENDABLE } from "./schedules.ts";
import { LIFTED, SIZES } from "./sizes.ts";
import type { Victim } from "./sockets.ts";
import { EMPTY_POSTS, FORGED, objectsLeft, POSTS } from "./strangers.ts";
import { FLAPPING, flappingAccounts } from "./watches.ts";

const IDLE_MS = 5000;
const ATTACK_MS = 15_000;
/** Time after an attack in which its effects end. Milliseconds. */
const REST_MS = 1000;
/** Interval of memory readings. Milliseconds. */
const LOOK_MS = 250;
const MIB = 1024 * 1024;

/** Bounds for the bystander. */
const MOST_P99_MS = 100;
/** In a flood of small or expensive frames: the runtime has one thread for all accounts. */
const MOST_P99_IN_A_FLOOD_MS = 250;
const MOST_TIMES_IDLE = 10;
const MOST_TIMES_IDLE_AFTER = 2;
/** Below this, effects are smaller than an idle machine's variation. Milliseconds. */
const NOTICEABLE_MS = 20;
const MOST_GROWTH_MIB = 64;
/** For an account with the maximum of stored data: the bare runtime keeps it in memory, too. */
const MOST_HELD_MIB = 192;
/** During the attack, before garbage collection. */
const MOST_PEAK_MIB = 1024;
const MOST_PEAK_HELD_MIB = 256;
/** For attacks with large messages, bodies or answers. */
const MOST_PEAKS_MIB: Readonly<Record<string, number>> = {
  [EXPORTS]: 512,
  [CONTROL_CHARACTERS]: 256,
  [POSTS]: 128,
  [ENDLESS]: 128,
};

/**
 * Attacks that may take no more of the processor than another one in the same run, and how many times as much at most.
 * The times of others are not bounded there: the abuser's megabytes keep both cores busy, whatever the product does.
 */
const PEERS: Readonly<Record<string, string>> = { [POSTS]: EMPTY_POSTS };
const MOST_TIMES_PEER = 1.5;
/** Floods whose work is known: the runtime has one thread for all accounts. */
const isFlood = (name: string): boolean => name in FLOODS || name in SIZES || name === EMPTY_POSTS;

interface Outcome {
  name: string;
  idle: Times;
  during: Times;
  after: Times;
  /** Operations of another login of the same account that failed. */
  denied: string[];
  /** Of one processor, by all processes of the product. */
  processorShare: number;
  /** The peak during the attack and the rest after it, above the memory before. */
  peakMib: number;
  grownMib: number;
}

/** The peak of the process's memory until then. Bytes. */
async function peakUntil(done: Promise<unknown>, memory: () => number): Promise<number> {
  let over = false;
  void done.then(() => {
    over = true;
  });
  let peak = memory();
  for (; !over; peak = Math.max(peak, memory())) await pause(LOOK_MS);
  return peak;
}

interface Witness {
  /** Returns what failed in the account itself, or was not refused, a sentence each. */
  look(): Promise<string[]>;
  extra?: Readonly<Record<string, string>>;
}

interface Scene {
  url: string;
  account: Account;
  victim: Victim;
  /** The folder of the product's state. */
  state: string;
}

/** Prepares the data of an attack. */
const WITNESSES: Record<string, (scene: Scene) => Promise<Witness>> = {
  [GREEDY_LOGIN]: ({ url, account }) => newNeighbour(url, account),
  [ALL_DUE]: ({ victim, account }) => planAll(victim, account),
  [UNSENDABLE]: async ({ account }) => refused(account),
  [EXPORTS]: ({ account }) => fill(account),
  [PRESSES]: ({ victim, account }) => receiver(victim, account),
  [REGISTRANT]: ({ url }) => takenBack(url),
  [FLAPPING]: ({ url, victim, account }) => flappingAccounts(url, victim, account),
  [REWRITTEN]: ({ account }) => rewritten(account),
  [BUSY_HISTORY]: ({ account }) => keptHistory(account),
  [FORGED]: async ({ state }) => objectsLeft(state),
  ...Object.fromEntries(
    Object.entries({ ...RIGHTS_WITNESSES, ...IMPORTS_WITNESSES }).map(([name, prepare]) => [
      name,
      ({ victim, account }: Scene) => prepare(victim, account),
    ]),
  ),
};

/** Variables of the product, where an attack needs others. */
const VARIABLES: Record<string, Readonly<Record<string, string>>> = {
  ...Object.fromEntries(Object.keys(SIZES).map((name) => [name, LIFTED])),
  [EXPORTS]: FULL,
  [PRESSES]: NEAR,
  [REGISTRANT]: WITH_MAIL,
  ...RIGHTS_VARIABLES,
};

/** Fresh each time, so that attacks do not affect each other. Nothing stands before the Worker, as with `npm start`. */
const productFor = (name: string) =>
  startBare(
    { THROTTLE: "on", LOG_REQUESTS: "failures", ...VARIABLES[name] },
    {
      BENCH_INSPECT: "1",
      BENCH_DIRECT: "1",
      ...(name === REGISTRANT && { BENCH_ENTRY: WITH_MAIL_PAGE }),
    },
  );

async function suffer(name: string, isProfiled: boolean): Promise<Outcome> {
  const product = await productFor(name);
  try {
    const port = Number(product.said.direct);
    const url = `http://127.0.0.1:${port}`;
    // all isolates of the runtime work for a call here, as the collection of garbage needs
    const entry = `http://127.0.0.1:${product.said.port}`;
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
    const before = await memoryInUse(product, entry);
    const scene = { url, account, victim, state: String(product.said.state) };
    const inAccount = (await WITNESSES[name]?.(scene)) ?? null;
    const { extra = {} } = inAccount ?? {};
    const abuser = await readyAbuser(name, { ...victim, extra });
    const profile = isProfiled ? await startProfile(String(product.said.inspector)) : null;
    const processorBefore = product.processor();
    abuser.begin();
    const attack = pause(ATTACK_MS);
    const [during, peak] = await Promise.all([bystander.watch(attack), peakUntil(attack, product.memory)]);
    const processorShare = (product.processor() - processorBefore) / (ATTACK_MS / 1000);
    if (profile !== null) process.stdout.write(`${await profile()}\n`);
    const denied = (await inAccount?.look()) ?? [];
    if (!abuser.isAlive()) denied.push("the abuser ended before the attack was over");
    await abuser.stop();
    await pause(REST_MS);
    const after = await bystander.watch(pause(IDLE_MS));
    const grownMib = ((await memoryInUse(product, entry)) - before) / MIB;
    await bystander.leave();
    return { name, idle, during, after, denied, processorShare, peakMib: (peak - before) / MIB, grownMib };
  } finally {
    await product.stop();
  }
}

/** The permitted 99th percentile during the attack. Milliseconds. */
function mostDuring({ name, idle }: Outcome, peer: Outcome | null): number {
  if (peer !== null) return Number.POSITIVE_INFINITY;
  if (isFlood(name)) return MOST_P99_IN_A_FLOOD_MS;
  return Math.min(MOST_P99_MS, Math.max(NOTICEABLE_MS, idle.p99 * MOST_TIMES_IDLE));
}

/** The broken bounds, one sentence each. */
export function broken(outcome: Outcome, peer: Outcome | null): string[] {
  const { idle, during, after, denied, peakMib, grownMib, processorShare } = outcome;
  const most = mostDuring(outcome, peer);
  const mostShare = peer === null ? Number.POSITIVE_INFINITY : peer.processorShare * MOST_TIMES_PEER;
  const isHeld = outcome.name in SIZES;
  const mostPeak = MOST_PEAKS_MIB[outcome.name] ?? (isHeld ? MOST_PEAK_HELD_MIB : MOST_PEAK_MIB);
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
    ...(processorShare > mostShare
      ? [`${(100 * processorShare).toFixed(0)} % of a processor, at most ${(100 * mostShare).toFixed(0)}`]
      : []),
    ...(peakMib > mostPeak ? [`${peakMib.toFixed(0)} MiB of memory in the midst of it`] : []),
    ...(grownMib > mostKept ? [`${grownMib.toFixed(0)} MiB of memory kept`] : []),
  ];
}

const words = ({ p50, p99, slowest, timeouts }: Times): string =>
  `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, slowest ${slowest.toFixed(1)} ms, ${timeouts} timed out`;

export async function main(args: string[]): Promise<number> {
  const options = {
    only: { type: "string", default: "" },
    profile: { type: "boolean", default: false },
  } as const;
  const { values } = parseArgs({ args, options });
  const print = (line: string) => process.stdout.write(`${line}\n`);
  let failed = 0;
  const chosen = Object.keys(ATTACKS).filter((name) => name.includes(values.only));
  const outcomes = new Map<string, Outcome>();
  const outcomeOf = async (name: string): Promise<Outcome> => {
    const outcome = outcomes.get(name) ?? (await suffer(name, values.profile));
    outcomes.set(name, outcome);
    return outcome;
  };
  for (const name of chosen) {
    const peerName = PEERS[name];
    const peer = peerName === undefined ? null : await outcomeOf(peerName);
    const outcome = await outcomeOf(name);
    const faults = broken(outcome, peer);
    failed += faults.length > 0 ? 1 : 0;
    print(`${faults.length === 0 ? "held  " : "BROKEN"} ${name}`);
    for (const phase of ["idle", "during", "after"] as const) {
      print(`         ${phase.padEnd(6)} ${words(outcome[phase])}`);
    }
    if (peer === null) print(`         p99 during it at most ${mostDuring(outcome, peer).toFixed(0)} ms`);
    print(`         ${(100 * outcome.processorShare).toFixed(0)} % of a processor`);
    print(
      `         memory ${outcome.peakMib.toFixed(0)} MiB more at the most, ${outcome.grownMib.toFixed(0)} kept`,
    );
    for (const fault of faults) print(`         ! ${fault}`);
  }
  print(`${chosen.length - failed} checks passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}
