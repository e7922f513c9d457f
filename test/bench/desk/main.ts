/**
 * `npm run bench -- --desk [--rounds n] [--quick] [--crowd] [--load]`
 * Measures the product as `npm start` runs it, beside its Worker on the bare runtime: starts, processes, memory, and the
 * processor time and latency of a message. `BENCH_CHECKOUT` names the folder of another checkout that is measured in turn.
 * `--crowd` adds the memory with 100 accounts of ten devices, `--load` the memory after a minute of load: both take minutes.
 */
import { parseArgs } from "node:util";
import { measuredNow } from "../report.ts";
import { ROOT } from "../targets/product.ts";
import type { Effort, Measures } from "../workloads/workload.ts";
import { freshCopy } from "./checkout.ts";
import { afterLoad, crowd, idle, messages } from "./measures.ts";
import { newStateFolder, openDesk, type Product, startBareRuntime, startDesk } from "./products.ts";
import { BARE, deskTable, OTHER, OTHER_BARE, OWN, type Rounds } from "./rows.ts";

const OPTIONS = {
  desk: { type: "boolean", default: false },
  rounds: { type: "string" },
  quick: { type: "boolean", default: false },
  crowd: { type: "boolean", default: false },
  load: { type: "boolean", default: false },
} as const;

interface Plan {
  effort: Effort;
  withCrowd: boolean;
  withLoad: boolean;
}

interface Build {
  checkout: string;
  /** The columns of the table. */
  desk: string;
  bare: string;
}

const builds = (other = process.env.BENCH_CHECKOUT): Build[] => [
  { checkout: ROOT, desk: OWN, bare: BARE },
  ...(other === undefined ? [] : [{ checkout: other, desk: OTHER, bare: OTHER_BARE }]),
];

async function measureDesk({ checkout }: Build, plan: Plan): Promise<Measures> {
  const copy = freshCopy(checkout);
  try {
    const state = newStateFolder();
    const first = await startDesk(copy.folder, state);
    await first.started.stop();
    const second = await startDesk(copy.folder, state);
    const others = async () => {
      const fresh = newStateFolder();
      return openDesk(await startDesk(copy.folder, fresh), fresh);
    };
    const measures = await measureEach(plan, await openDesk(second, state), others);
    return { first: first.seconds, second: second.seconds, ...measures };
  } finally {
    copy.remove();
  }
}

async function measureBare({ checkout }: Build, plan: Plan): Promise<Measures> {
  const start = () => startBareRuntime(checkout);
  return measureEach(plan, await start(), start);
}

/** Each measurement has a product of its own: what one leaves in memory would count for the next. */
async function measureEach(
  { effort, withCrowd, withLoad }: Plan,
  started: Product,
  startAnother: () => Promise<Product>,
): Promise<Measures> {
  const usual = async (product: Product) => ({
    ...(await idle(product)),
    ...(await messages(product, effort)),
  });
  const all = await measureAndStop(started, usual);
  if (withCrowd) Object.assign(all, await measureAndStop(await startAnother(), crowd));
  if (withLoad) {
    const load = (product: Product) => afterLoad(product, effort);
    Object.assign(all, await measureAndStop(await startAnother(), load));
  }
  return all;
}

async function measureAndStop(
  product: Product,
  measure: (product: Product) => Promise<Measures>,
): Promise<Measures> {
  try {
    return await measure(product);
  } finally {
    await product.stop();
  }
}

/** In turn, so that a slow minute of the machine is everybody's. */
async function runAll(rounds: number, plan: Plan): Promise<Rounds> {
  const results: Record<string, Measures[]> = {};
  for (let round = 1; round <= rounds; round++) {
    for (const build of builds()) {
      for (const [column, measure] of [
        [build.desk, measureDesk],
        [build.bare, measureBare],
      ] as const) {
        results[column] = [...(results[column] ?? []), await measure(build, plan)];
        console.error(`${round}/${rounds} ${column}`);
      }
    }
  }
  return results;
}

export async function main(args: string[]): Promise<number> {
  const { values: options } = parseArgs({ args, options: OPTIONS });
  const effort = options.quick
    ? { quick: true, warmUpMs: 300, measureMs: 700 }
    : { quick: false, warmUpMs: 700, measureMs: 2000 };
  const rounds = Number(options.rounds ?? (options.quick ? 1 : 5));
  const results = await runAll(rounds, { effort, withCrowd: options.crowd, withLoad: options.load });
  console.log(`${measuredNow()}, ${rounds} rounds: medians (lowest–highest)\n\n${deskTable(results)}`);
  return 0;
}
