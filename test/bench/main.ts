/**
 * `npm run bench -- [--only name,name] [--against name,name] [--rounds n] [--quick] [--write] [--check] [--profile] [--list]`
 * Measures the product beside its peers and its ceilings, interleaved, in one run on one machine. `BENCH_CHECKOUT` names
 * the folder of another checkout that is measured, too. `--desk` measures the product as `npm start` runs it: see
 * `desk/main.ts`.
 */
import { parseArgs } from "node:util";
import { main as measureDesk } from "./desk/main.ts";
import { startProfile } from "./profile.ts";
import { check, measuredNow, type Results, readResults, render, writeResults } from "./report.ts";
import { targets } from "./targets/index.ts";
import type { Running, Target } from "./targets/target.ts";
import { workloads } from "./workloads/index.ts";
import type { Effort, Workload } from "./workloads/workload.ts";

const OPTIONS = {
  only: { type: "string" },
  against: { type: "string" },
  rounds: { type: "string" },
  quick: { type: "boolean", default: false },
  write: { type: "boolean", default: false },
  check: { type: "boolean", default: false },
  profile: { type: "boolean", default: false },
  list: { type: "boolean", default: false },
} as const;

const chosen = <T extends { name: string }>(all: readonly T[], names: string | undefined): T[] => {
  if (names === undefined) return [...all];
  const wanted = names.split(",").map((name) => name.trim().toLowerCase());
  const whole = new Set(all.map(({ name }) => name.toLowerCase()));
  // a part of a name is enough, where it is not the whole of another
  const means = (want: string, name: string) => (whole.has(want) ? name === want : name.includes(want));
  return all.filter(({ name }) => wanted.some((want) => means(want, name.toLowerCase())));
};

const QUICK: Effort = { quick: true, warmUpMs: 300, measureMs: 700 };
const THOROUGH: Effort = { quick: false, warmUpMs: 700, measureMs: 2000 };

/** The running ones, started when first needed. */
const running = new Map<string, Running>();

async function measure(workload: Workload, target: Target, effort: Effort): Promise<Record<string, number>> {
  if (workload.fresh === true) {
    const fresh = await target.start(workload);
    try {
      return await profiled(fresh, () => workload.run(fresh, effort));
    } finally {
      await fresh.stop();
    }
  }
  const started = running.get(target.name) ?? (await target.start());
  running.set(target.name, started);
  return profiled(started, () => workload.run(started, effort));
}

/** Runs it under the profiler where there is an inspector. */
async function profiled<T>({ inspector }: Running, run: () => Promise<T>): Promise<T> {
  if (inspector === undefined) return run();
  const stop = await startProfile(inspector);
  try {
    return await run();
  } finally {
    console.log(await stop());
  }
}

interface Run {
  selected: readonly Workload[];
  against: readonly Target[];
  rounds: number;
  effort: Effort;
}

/**
 * Interleaved: each round asks every target, so that a slow minute of the machine is everybody's, and every other round in
 * the opposite order.
 */
async function runAll({ selected, against, rounds, effort }: Run): Promise<Results> {
  const results: Results = { measured: {}, workloads: {} };
  for (const workload of selected) {
    results.measured[workload.name] = measuredNow();
    const suited = against.filter((target) => workload.suits(target));
    for (let round = 1; round <= rounds; round++) {
      for (const target of round % 2 === 1 ? suited : suited.toReversed()) {
        try {
          const measures = await measure(workload, target, effort);
          const byTarget = results.workloads[workload.name] ?? {};
          results.workloads[workload.name] = byTarget;
          byTarget[target.name] = [...(byTarget[target.name] ?? []), measures];
          console.error(`${workload.name} ${round}/${rounds} ${target.name}: ${summary(measures)}`);
        } catch (reason) {
          console.error(`${workload.name} ${round}/${rounds} ${target.name}: FAILED ${String(reason)}`);
          process.exitCode = 1;
        }
      }
    }
  }
  return results;
}

const summary = (measures: Record<string, number>): string =>
  Object.entries(measures)
    .map(([key, value]) => `${key} ${value.toFixed(value < 100 ? 2 : 0)}`)
    .join(", ");

function list(): number {
  for (const { name, title } of workloads) console.log(`${name.padEnd(16)} ${title}`);
  for (const { name } of targets()) console.log(name);
  return 0;
}

async function stopAll(): Promise<void> {
  for (const one of running.values()) await one.stop();
  running.clear();
}

function stopOnSignals(): void {
  process.once("SIGINT", () => void stopAll().finally(() => process.exit(130)));
  process.once("SIGTERM", () => void stopAll().finally(() => process.exit(143)));
}

export async function main(args: string[]): Promise<number> {
  if (args.includes("--desk")) {
    stopOnSignals();
    return measureDesk(args);
  }
  const { values: options } = parseArgs({ args, options: OPTIONS });
  if (options.list) return list();
  const committed = options.check ? await readResults() : null;
  if (options.profile) process.env.BENCH_INSPECT = "1";
  stopOnSignals();
  try {
    const results = await runAll({
      selected: chosen(workloads, options.only),
      against: chosen(targets(), options.against),
      rounds: Number(options.rounds ?? (options.quick ? 1 : 5)),
      effort: options.quick ? QUICK : THOROUGH,
    });
    console.log(render(results, workloads));
    if (options.write) await writeResults(results, workloads);
    const regressions = committed === null ? [] : check(results, committed, workloads);
    for (const line of regressions) console.log(`REGRESSION ${line}`);
    if (committed !== null && regressions.length === 0) {
      console.log("No ratio is more than 20 % worse than the committed one.");
    }
    return regressions.length > 0 ? 1 : Number(process.exitCode ?? 0);
  } finally {
    await stopAll();
  }
}
