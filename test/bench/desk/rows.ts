/** The rows of the table, and its ratios. */
import { cell, type Measured, ratioOf, table } from "../report.ts";
import type { Measures, Metric } from "../workloads/workload.ts";
import { PROGRAM } from "./memory-by-process.ts";

type Row = Omit<Metric, "better">;

const row = (key: string, label: string, digits: number): Row => ({ key, label, digits });

const messageRows = (transport: "ws" | "tcp", title: string): Row[] =>
  [
    row("one-to-one cost", `${title}, QoS 0: processor µs a message`, 1),
    row("qos1 cost", `${title}, QoS 1: processor µs a message`, 1),
    ...([0, 1] as const).flatMap((qos) => [
      row(`latency-qos${qos} cost`, `${title}, QoS ${qos} at 200/s: processor µs a message`, 0),
      row(`latency-qos${qos} p50`, `${title}, QoS ${qos} at 200/s: echo p50 ms`, 2),
      row(`latency-qos${qos} p99`, `${title}, QoS ${qos} at 200/s: echo p99 ms`, 2),
    ]),
  ].map((each) => ({ ...each, key: `${transport} ${each.key}` }));

const ROWS: Row[] = [
  row("first", "first start after npm ci, s", 1),
  row("second", "second start, s", 1),
  row("processes", "processes, npm aside", 0),
  row("memory", "idle memory, npm aside, MiB", 0),
  row("anonymous", "the same without mapped files, MiB", 0),
  ...messageRows("ws", "WebSocket"),
  ...messageRows("tcp", "TCP"),
  row("crowd registered", "memory with 100 accounts of 10 devices, MiB", 0),
  row("crowd", "memory after each was awake, all connected, MiB", 0),
  row("crowd asleep", "memory a minute later, MiB", 0),
  row("loaded before", "memory before the load, MiB", 0),
  row("loaded", "memory after a minute of load, MiB", 0),
  row("loaded later", "memory five minutes later, MiB", 0),
];

export const OWN = "npm start";
export const OTHER = "npm start, other checkout";
export const BARE = "bare runtime";
export const OTHER_BARE = "bare runtime, other checkout";

/** Every round's measures, by column. */
export type Rounds = Record<string, readonly Measures[]>;

/** Columns of ratios. */
const RATIOS = [
  { name: "÷ bare", of: OWN, over: BARE },
  { name: "other ÷ its bare", of: OTHER, over: OTHER_BARE },
  { name: "÷ other", of: OWN, over: OTHER },
] as const;

export function deskTable(rounds: Rounds): string {
  const columns = [OWN, OTHER, BARE, OTHER_BARE].filter((column) => rounds[column] !== undefined);
  const isMeasured = ({ key }: Row) => columns.some((column) => rounds[column]?.some((each) => key in each));
  const rows = [...ROWS, ...programRows(rounds)].filter(isMeasured).map((each) => {
    const cells: Record<string, string> = { measure: each.label };
    for (const column of columns) cells[column] = cell(rounds[column] ?? [], each);
    for (const { name, of, over } of RATIOS) {
      if (!columns.includes(of) || !columns.includes(over)) continue;
      cells[name] = ratioOf(measured(rounds, of, each.key), measured(rounds, over, each.key));
    }
    return cells;
  });
  return table(rows, 1);
}

const measured = (rounds: Rounds, column: string, key: string): Measured => ({
  rounds: rounds[column] ?? [],
  key,
});

/** Programs are named by what runs. */
function programRows(rounds: Rounds): Row[] {
  const keys = Object.values(rounds).flatMap((all) => all.flatMap((each) => Object.keys(each)));
  return [...new Set(keys)].filter((key) => key.startsWith(PROGRAM)).map((key) => row(key, `${key}, MiB`, 0));
}
