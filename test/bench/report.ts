/** Medians with their range, ratios, and what has become worse. */
import { readFile, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { join } from "node:path";
import { median } from "./statistics.ts";
import type { Metric, Workload } from "./workloads/workload.ts";

export interface Results {
  /** Day and processor, by workload. */
  measured: Record<string, string>;
  /** Every round's measures: workload → target → rounds. */
  workloads: Record<string, Record<string, Record<string, number>[]>>;
}

export const PRODUCT = "Switchyard";
const PEERS = ["Aedes", "Mosquitto", "mini"];
const TOLERANCE = 0.2;
const FILE = join(import.meta.dirname, "results");

const NO_FIGURE = "–";

type Cells = Record<string, string>;

const shown = (value: number, digits: number): string =>
  value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** The median and the range of one measure. */
export function cell(
  rounds: readonly Record<string, number>[],
  metric: Pick<Metric, "key" | "digits">,
): string {
  const values = rounds.map((measures) => measures[metric.key] ?? Number.NaN).filter(Number.isFinite);
  if (values.length === 0) return NO_FIGURE;
  const range = `${shown(Math.min(...values), metric.digits)}–${shown(Math.max(...values), metric.digits)}`;
  return `${shown(median(values), metric.digits)}${values.length > 1 ? ` (${range})` : ""}`;
}

/** One measure of all rounds. */
export interface Measured {
  rounds: readonly Record<string, number>[];
  key: string;
}

const medianOf = ({ rounds, key }: Measured): number =>
  median(rounds.map((measures) => measures[key] ?? Number.NaN));

/** The ratio of two medians; empty where one of them was not measured. */
export function ratioOf(one: Measured, over: Measured): string {
  const ratio = medianOf(one) / medianOf(over);
  return Number.isFinite(ratio) ? shown(ratio, 2) : "";
}

const middle = (results: Results, workload: string, target: string, key: string): number =>
  medianOf({ rounds: results.workloads[workload]?.[target] ?? [], key });

/** The product's median over a peer's; for what should be low, still ours over theirs. */
function ratio(results: Results, workload: Workload, metric: Metric, peer: string): number {
  return (
    middle(results, workload.name, PRODUCT, metric.key) / middle(results, workload.name, peer, metric.key)
  );
}

/** Today, on this machine. */
export const measuredNow = (): string =>
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model}`;

const compared = (metric: Metric): boolean => metric.key !== "lost";

export function render(results: Results, workloads: readonly Workload[]): string {
  const measured = workloads.filter(({ name }) => results.workloads[name] !== undefined);
  const columns = [...new Set(measured.flatMap(({ name }) => Object.keys(results.workloads[name] ?? {})))];
  const rows: Cells[] = [];
  for (const workload of measured) {
    for (const metric of workload.metrics) {
      const row: Cells = { workload: workload.title, measure: metric.label };
      for (const target of columns)
        row[target] = cell(results.workloads[workload.name]?.[target] ?? [], metric);
      // a metric that is newer than the results
      if (columns.every((target) => row[target] === NO_FIGURE)) continue;
      for (const peer of PEERS.filter((one) => columns.includes(one))) {
        const share = compared(metric) ? ratio(results, workload, metric, peer) : Number.NaN;
        row[`÷ ${peer}`] = Number.isFinite(share) ? shown(share, 2) : "";
      }
      rows.push(row);
    }
  }
  return table(rows);
}

/** `texts`: how many columns hold no figures. */
export function table(rows: readonly Cells[], texts = 2): string {
  const heads = Object.keys(rows[0] ?? {});
  const widths = heads.map((head) => Math.max(head.length, ...rows.map((row) => (row[head] ?? "").length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((text, index) => (index < texts ? text.padEnd(widths[index] ?? 0) : text.padStart(widths[index] ?? 0))).join(" | ")} |`;
  const rule = `|${widths.map((width, index) => (index < texts ? "-".repeat(width + 2) : `${"-".repeat(width + 1)}:`)).join("|")}|`;
  return [line(heads), rule, ...rows.map((row) => line(heads.map((head) => row[head] ?? "")))].join("\n");
}

/** Workloads that were measured on another day or machine, or in other rounds, stand in a table of their own. */
function sectionOf({ measured, workloads }: Results, name: string): string {
  const rounds = Math.max(...Object.values(workloads[name] ?? {}).map(({ length }) => length));
  return measured[name] === undefined ? "" : `${measured[name]}, ${rounds} rounds`;
}

/** Replaces the results of the workloads that were run. */
export async function writeResults(run: Results, workloads: readonly Workload[]): Promise<void> {
  const before = await readResults();
  const results: Results = {
    measured: { ...before.measured, ...run.measured },
    workloads: { ...before.workloads, ...run.workloads },
  };
  const text = [
    "# Benchmark results",
    "",
    `Medians of interleaved rounds (lowest–highest), MQTT 3.1.1 over WebSockets, 64-byte payload, Node ${process.version}. "÷" is ${PRODUCT} on the bare runtime over that peer: more is better for rates, less for times and memory. Absolute figures move with the machine; compare ratios. Made by \`npm run bench -- --write\`.`,
    "",
    ...Object.entries(Object.groupBy(workloads, ({ name }) => sectionOf(results, name))).flatMap(
      ([measured, those = []]) => (measured === "" ? [] : [`## ${measured}`, "", render(results, those), ""]),
    ),
    "[notes.md](notes.md) explains the figures that miss their targets.",
  ];
  await writeFile(`${FILE}.md`, text.join("\n"));
  await writeFile(`${FILE}.json`, `${JSON.stringify(results, null, 2)}\n`);
}

export async function readResults(): Promise<Results> {
  try {
    return JSON.parse(await readFile(`${FILE}.json`, "utf8")) as Results;
  } catch {
    throw new Error("There are no committed results to check against: run `npm run bench -- --write` first.");
  }
}

/** One line for each ratio that is worse than the committed one by more than the tolerance. */
export function check(now: Results, before: Results, workloads: readonly Workload[]): string[] {
  const lines: string[] = [];
  for (const workload of workloads) {
    for (const metric of workload.metrics.filter(compared)) {
      for (const peer of PEERS) {
        const [was, is] = [ratio(before, workload, metric, peer), ratio(now, workload, metric, peer)];
        if (!Number.isFinite(was) || !Number.isFinite(is)) continue;
        const worse = metric.better === "higher" ? is < was * (1 - TOLERANCE) : is > was * (1 + TOLERANCE);
        if (worse)
          lines.push(
            `${workload.title}, ${metric.label}: ÷ ${peer} was ${shown(was, 2)}, is ${shown(is, 2)}`,
          );
      }
    }
  }
  return lines;
}
