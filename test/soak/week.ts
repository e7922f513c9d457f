/**
 * `npm run test:soak -- --week`: seven days of two accounts with the clock advanced, in `week/`. Compares what they wrote
 * and stored with the model of `npm run cost`, and writes `results.md`. `DAYS=1` runs one day, and writes nothing.
 */

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { startVitest } from "vitest/node";
import { inRoot, root } from "../../worker/local/paths.ts";
import { DEFAULTS, objectBytes, rowsADay, type Workload } from "../bench/cost/model.ts";
import { WORKERD } from "../vitest.workerd.ts";
import { slope } from "./slope.ts";

declare module "vitest" {
  interface ProvidedContext {
    days: number;
  }
}

const DAYS = 7;
const STEP_MS = 5000;
const MIB = 1024;
/** A sixth of the time, in which caches fill. */
const WARM_UP = 6;

/** The most that the run and the model may differ. */
const MOST_DIFFERENCE = 0.1;
/** Of the runtime's memory, from day to day. */
const MOST_MIB_A_DAY = 5;

interface Check {
  words: string;
  good: boolean;
}

/** Returned by `week/week.ts`. */
interface WeekReport {
  hours: number;
  devices: number;
  checks: Check[];
  alarms: number;
  messages: number;
  workload: Partial<Workload>;
  eventDays: number;
  rows: Record<string, number>;
  rowsADay: number[];
  bytes: number;
  smallBytes: number;
}

interface Measured {
  report: WeekReport;
  commit: string;
  seconds: number;
  /** Of the runtime, every five seconds. */
  memory: number[];
}

const print = (line: string) => void process.stdout.write(`${line}\n`);
const count = (value: number): string => Math.round(value).toLocaleString("en-US");

/** Resident MiB of the runtime that this process started. */
function runtimeMemory(): number | null {
  const lines = execFileSync("ps", ["-o", "rss=,comm=", "--ppid", String(process.pid)], { encoding: "utf8" });
  const [, kib] = /^\s*(\d+) workerd/m.exec(lines) ?? [];
  return kib === undefined ? null : Number(kib) / MIB;
}

async function run(days: number): Promise<Measured> {
  const memory: number[] = [];
  const measuring = setInterval(() => {
    const now = runtimeMemory();
    if (now !== null) memory.push(now);
  }, STEP_MS);
  const started = performance.now();
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], {
    cwd: root,
    encoding: "utf8",
  }).trim();
  const { plugins, test } = WORKERD;
  const options = { ...test, name: "week", include: ["test/soak/week/*.test.ts"], root, provide: { days } };
  const vitest = await startVitest(
    "test",
    [],
    { ...options, config: false, watch: false },
    { plugins: plugins ?? [] },
  );
  clearInterval(measuring);
  const [found] = vitest.state.getTestModules().flatMap((each) => [...each.children.allTests()]);
  const { report } = (found?.meta() ?? {}) as { report?: WeekReport };
  await vitest.close();
  if (report === undefined) throw new Error("The week ended without a report.");
  return { report, commit, seconds: (performance.now() - started) / 1000, memory };
}

interface Row {
  what: string;
  measured: number;
  model: number;
}

function rowsOf({ report }: Measured): Row[] {
  const { hours, workload, rows, bytes, eventDays } = report;
  const days = hours / 24;
  const age = { days, eventDays };
  const whole: Workload = { ...DEFAULTS, ...workload };
  const written = Object.values(rows).reduce((sum, each) => sum + each, 0) / days;
  return [
    { what: "rows written a day", measured: written, model: rowsADay(whole, age) },
    { what: "bytes stored at the end", measured: bytes, model: objectBytes(whole, age) },
  ];
}

const settled = ({ memory }: Measured): number[] => memory.slice(Math.floor(memory.length / WARM_UP));
function memoryADay(measured: Measured): number {
  const values = settled(measured);
  return (slope(values) * values.length) / ((measured.report.hours / 24) * (1 - 1 / WARM_UP));
}

function checksOf(measured: Measured): Check[] {
  const compared = rowsOf(measured).map((row) => ({
    words: `${row.what}: ${count(row.measured)}, the model says ${count(row.model)}`,
    good: Math.abs(row.measured / row.model - 1) <= MOST_DIFFERENCE,
  }));
  const growth = memoryADay(measured);
  return [
    ...measured.report.checks,
    ...compared,
    { words: `memory of the runtime grows by ${growth.toFixed(1)} MiB a day`, good: growth < MOST_MIB_A_DAY },
  ];
}

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");

function page(measured: Measured): string {
  const { report, commit, seconds, memory } = measured;
  const options = Object.entries(report.workload).map(
    ([name, value]) => `--${name} ${Number(value?.toFixed(2))}`,
  );
  const compared = rowsOf(measured).map(({ what, measured: value, model }) => [
    what,
    count(value),
    count(model),
    (value / model).toFixed(2),
  ]);
  const values = settled(measured);
  const byTable = Object.entries(report.rows).filter(([, rows]) => rows > 0);
  byTable.sort(([, a], [, b]) => b - a);
  const days = report.hours / 24;
  return `# A week with the clock advanced

Made by \`npm run test:soak -- --week\` on ${new Date().toISOString().slice(0, 10)} at commit ${commit}, on ${cpus().length} × ${cpus()[0]?.model ?? "?"}.
${days} days of ${report.devices} devices in one account, and of one device in a second one, took ${(seconds / 60).toFixed(0)} minutes: ${count(report.messages)} messages with values and ${count(report.alarms)} alarms.

## Beside the model

${table(["", "measured", "model", "measured ÷ model"], compared)}

The model is that of \`npm run cost -- ${options.join(" ")}\`, for the first ${days} days, with events stored for ${report.eventDays} days.
It has no figure for memory. The runtime had ${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)} MiB (${memory.length} measurements), and grew by ${memoryADay(measured).toFixed(1)} MiB a day: with the test runner and all clients in it, and without a forced garbage collection.
That is no measurement of the broker alone, which \`npm run test:soak\` makes on the bare runtime. Where the growth comes from is not known.
The second account stores ${count(report.smallBytes)} bytes.

Rows of each day: ${report.rowsADay.map(count).join(", ")}.

## What was checked

${checksOf(measured)
  .map(({ words, good }) => `- ${good ? "held" : "**broken**"}: ${words}`)
  .join("\n")}

## Rows by table

${table(
  ["table", "rows a day"],
  byTable.map(([name, rows]) => [name, count(rows / days)]),
)}
`;
}

export async function week(): Promise<number> {
  const days = Number(process.env.DAYS ?? DAYS);
  const measured = await run(days);
  const checks = checksOf(measured);
  for (const { words, good } of checks) print(`${good ? "held  " : "BROKEN"} ${words}`);
  const failed = checks.filter(({ good }) => !good).length;
  print(`${checks.length - failed} checks passed, ${failed} failed`);
  if (days === DAYS) writeFileSync(inRoot("test/soak/results.md"), page(measured));
  return failed > 0 ? 1 : 0;
}
