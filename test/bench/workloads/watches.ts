/** What 50 watches on 100 series add to the cost of a sample. */
import { median } from "../statistics.ts";
import type { Account, Running } from "../targets/target.ts";
import { boards, costOf, frameOf, KEYS } from "./telemetry.ts";
import { closeAll, type Effort, isProduct, type Measures, type Workload } from "./workload.ts";

/** Of each of the ten devices; half of its series. */
const WATCHED_KEYS = 5;
/** Short ones, and their medians: a slow moment of the machine must not decide. */
const TURNS = 15;

const conditionOf = (device: string, key: number) => {
  const at = { device, key: `k${key}` };
  return key % 2 === 0 ? { ...at, above: 30, clear: 28, for: "PT1M" } : { ...at, silent_for: "PT5M" };
};

async function watch({ api }: Running, { headers }: Account, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    for (let key = 0; key < WATCHED_KEYS; key++) {
      const body = JSON.stringify({ name: "Bench", when: conditionOf(id, key), targets: [] });
      const init = { method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body };
      const response = await fetch(`${api?.origin}/v0/watches/`, init);
      if (response.status !== 201) throw new Error(`A watch was answered ${response.status}.`);
    }
  }
}

/** Two accounts in turn, so that a slow moment of the machine affects both. */
async function watchCost(running: Running, { warmUpMs, measureMs }: Effort): Promise<Measures> {
  const scenes = [await boards(running), await boards(running)] as const;
  const [, { account, ids }] = scenes;
  await watch(running, account, ids);
  const costs: [number[], number[]] = [[], []];
  try {
    for (let turn = -1; turn < TURNS; turn++) {
      for (const [at, { clients, topics }] of scenes.entries()) {
        let n = 0;
        const frame = (device: number) => frameOf(topics[device] ?? "", { [`k${n++ % KEYS}`]: 20 + (n % 7) });
        const cost = await costOf(running, clients, frame, turn < 0 ? warmUpMs : (3 * measureMs) / TURNS);
        if (turn >= 0) costs[at]?.push(cost);
      }
    }
  } finally {
    for (const { clients } of scenes) closeAll(clients);
  }
  const [alone, watched] = [median(costs[0]), median(costs[1])];
  return { alone, watched, share: watched / alone };
}

const low = { better: "lower" } as const;

export const watches: Workload = {
  name: "watch-cost",
  title: "a sample of 100 series at QoS 0, without and with 50 watches of them",
  metrics: [
    { key: "alone", label: "a sample, processor µs", ...low, digits: 1 },
    { key: "watched", label: "with 50 watches", ...low, digits: 1 },
    { key: "share", label: "with ÷ without", ...low, digits: 2 },
  ],
  suits: isProduct,
  run: watchCost,
};
