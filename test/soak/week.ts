/**
 * `npm run test:soak -- --week`: seven days of two accounts with the clock advanced, in `week/`. Compares what they wrote
 * and stored with the model of `npm run cost`, and writes `results.md`. `DAYS=1` runs one day, and writes nothing.
 */

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { startVitest } from "vitest/node";
import { inRoot, root } from "../../worker/local/paths.ts";
import { freePort } from "../../worker/local/port.ts";
import { DEFAULTS, objectBytes, rowsADay, type Workload } from "../bench/cost/model.ts";
import { heapInUse } from "../bench/profile.ts";
import { WORKERD } from "../vitest.workerd.ts";
import { slope } from "./slope.ts";

declare module "vitest" {
  interface ProvidedContext {
    days: number;
  }
}

const DAYS = 7;
const STEP_MS = 10_000;
const KIB = 1024;
const MIB = KIB * KIB;
/** The name that the test runner gives its Worker, with the objects in it. */
const WORKER = "vitest-plugin-runner-week";
/** A sixth of the time, in which caches fill. */
const WARM_UP = 6;

/** The most that the run and the model may differ. */
const MOST_DIFFERENCE = 0.1;
/** Of the JavaScript objects, from day to day. */
const MOST_MIB_A_DAY = 1;

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
  /** MiB of JavaScript objects after a garbage collection, and of the whole runtime, every ten seconds. */
  heap: number[];
  resident: number[];
}

const print = (line: string) => void process.stdout.write(`${line}\n`);
const count = (value: number): string => Math.round(value).toLocaleString("en-US");

/** Resident MiB of the runtime that this process started. */
function runtimeMemory(): number | null {
  const lines = execFileSync("ps", ["-o", "rss=,comm=", "--ppid", String(process.pid)], { encoding: "utf8" });
  const [, kib] = /^\s*(\d+) workerd/m.exec(lines) ?? [];
  return kib === undefined ? null : Number(kib) / KIB;
}

async function run(days: number): Promise<Measured> {
  const [heap, resident]: [number[], number[]] = [[], []];
  const port = await freePort();
  const measuring = setInterval(async () => {
    const now = runtimeMemory();
    if (now === null) return;
    resident.push(now);
    const bytes = await heapInUse(`http://127.0.0.1:${port}`, WORKER).catch(() => null);
    if (bytes !== null) heap.push(bytes / MIB);
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
    { ...options, config: false, watch: false, inspect: `127.0.0.1:${port}`, fileParallelism: false },
    { plugins: plugins ?? [] },
  );
  clearInterval(measuring);
  const [found] = vitest.state.getTestModules().flatMap((each) => [...each.children.allTests()]);
  const { report } = (found?.meta() ?? {}) as { report?: WeekReport };
  await vitest.close();
  if (report === undefined) throw new Error("The week ended without a report.");
  return { report, commit, seconds: (performance.now() - started) / 1000, heap, resident };
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

/** Of a series of the whole run, without its beginning: its range, and its growth from day to day. */
function trend(series: readonly number[], hours: number): { range: string; aDay: number } {
  const values = series.slice(Math.ceil(series.length / WARM_UP));
  const aDay = (slope(values) * values.length) / ((hours / 24) * (1 - 1 / WARM_UP));
  return { range: `${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)} MiB`, aDay };
}

function checksOf(measured: Measured): Check[] {
  const compared = rowsOf(measured).map((row) => ({
    words: `${row.what}: ${count(row.measured)}, the model says ${count(row.model)}`,
    good: Math.abs(row.measured / row.model - 1) <= MOST_DIFFERENCE,
  }));
  const growth = measured.heap.length === 0 ? Number.NaN : trend(measured.heap, measured.report.hours).aDay;
  return [
    ...measured.report.checks,
    ...compared,
    { words: `JavaScript objects grow by ${growth.toFixed(2)} MiB a day`, good: growth < MOST_MIB_A_DAY },
  ];
}

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");

function page(measured: Measured): string {
  const { report, commit, seconds } = measured;
  const options = Object.entries(report.workload).map(
    ([name, value]) => `--${name} ${Number(value?.toFixed(2))}`,
  );
  const compared = rowsOf(measured).map(({ what, measured: value, model }) => [
    what,
    count(value),
    count(model),
    (value / model).toFixed(2),
  ]);
  const heap = trend(measured.heap, report.hours);
  const resident = trend(measured.resident, report.hours);
  const byTable = Object.entries(report.rows).filter(([, rows]) => rows > 0);
  byTable.sort(([, a], [, b]) => b - a);
  const days = report.hours / 24;
  return `# A week with the clock advanced

Made by \`npm run test:soak -- --week\` on ${new Date().toISOString().slice(0, 10)} at commit ${commit}, on ${cpus().length} × ${cpus()[0]?.model ?? "?"}.
${days} days of ${report.devices} devices in one account, and of one device in a second one, took ${(seconds / 60).toFixed(0)} minutes: ${count(report.messages)} messages with values and ${count(report.alarms)} alarms.

## Beside the model

${table(["", "measured", "model", "measured ÷ model"], compared)}

The model is that of \`npm run cost -- ${options.join(" ")}\`, for the first ${days} days, with events stored for ${report.eventDays} days.
It has no figure for memory. JavaScript objects after a garbage collection took ${heap.range} (${measured.heap.length} measurements), and grew by ${heap.aDay.toFixed(2)} MiB a day: those of the broker, of the test and of its clients, which share one isolate.
The whole process had ${resident.range}, and grew by ${resident.aDay.toFixed(1)} MiB a day. That is memory of the runtime outside JavaScript. In one trial 2,465 sleeps and 2,670 alarms of an account with ten devices added nothing to it, and 20,000 messages 8 MiB. \`npm run test:soak\` bounds the whole process, with clients outside it.
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
