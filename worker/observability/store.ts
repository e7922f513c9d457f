/** Writes and reads points: a table of this machine with `npm start`, otherwise Analytics Engine. */

import * as z from "zod";
import type { MeterTable } from "./meter-table.ts";
import type { ColumnTotals, DataPoint, MetricsQuery } from "./point.ts";
import { COLUMNS, MetricsUnavailable, type PointKind } from "./point.ts";

// Reads points from Cloudflare's Analytics Engine by SQL. A sampled row stands for `_sample_interval` points.

interface AnalyticsEnv {
  METRICS?: AnalyticsEngineDataset;
  /** The account of the dataset, and an API token that may read its analytics. */
  METRICS_ACCOUNT?: string;
  METRICS_TOKEN?: string;
}

const DATASET = "switchyard";
const TIMEOUT_MS = 10_000;
const MAX_ROWS = 10_000;

const Row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
const Answer = z.object({ data: z.array(Row) });

/** Throws `MetricsUnavailable` if a setting is missing or wrong. */
export async function queryAnalytics(
  { METRICS, METRICS_ACCOUNT: account, METRICS_TOKEN: token }: AnalyticsEnv,
  query: MetricsQuery,
  request: typeof fetch = fetch,
): Promise<ColumnTotals[]> {
  if (METRICS === undefined) throw new MetricsUnavailable('Metrics are off: "npm run deploy -- --metrics".');
  if (!account || !token) {
    throw new MetricsUnavailable(
      'Metrics cannot be read: "npx wrangler secret put METRICS_ACCOUNT" (the account\'s id) and METRICS_TOKEN (an API token with Account Analytics: Read).',
    );
  }
  const address = `https://api.cloudflare.com/client/v4/accounts/${encodeURIComponent(account)}/analytics_engine/sql`;
  const response = await request(address, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}` },
    body: sqlOf(query),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new MetricsUnavailable(`Analytics Engine answered ${response.status}: ${HINT}`);
  const answer: unknown = await response.json();
  return Answer.parse(answer).data.map((row) => totalsOf(query.kind, row));
}

const HINT = "check METRICS_ACCOUNT, and that METRICS_TOKEN may read analytics (Account Analytics: Read).";

/** Contains no user input: kinds and columns are constants. */
export function sqlOf({ kind, since, ungrouped }: MetricsQuery): string {
  const sums = COLUMNS[kind].map((_, at) => `sum(_sample_interval * double${at + 1}) AS v${at + 1}`);
  const names = ungrouped ? [] : ["blob2 AS subject", "blob3 AS method"];
  const seconds = Math.floor(since / 1000);
  return [
    `SELECT ${[...names, ...sums].join(", ")}`,
    `FROM ${DATASET}`,
    `WHERE blob1 = '${kind}' AND timestamp >= toDateTime(${seconds})`,
    ...(ungrouped ? [] : ["GROUP BY subject, method", `LIMIT ${MAX_ROWS}`]),
    "FORMAT JSON",
  ].join("\n");
}

const totalsOf = (kind: PointKind, row: z.infer<typeof Row>): ColumnTotals => ({
  subject: String(row.subject ?? ""),
  method: String(row.method ?? ""),
  // Large numbers are sent as strings.
  values: COLUMNS[kind].map((_, at) => Number(row[`v${at + 1}`] ?? 0)),
});

export interface MetricsEnv extends AnalyticsEnv {
  METER_TABLE?: DurableObjectNamespace<MeterTable>;
}

/** Never rejects. Callers do not wait for it. */
export async function writePoints(env: MetricsEnv, points: readonly DataPoint[]): Promise<void> {
  try {
    if (env.METER_TABLE !== undefined) await tableOf(env.METER_TABLE).add(points);
    else for (const point of points) env.METRICS?.writeDataPoint(asDataPoint(point));
  } catch {
    // Not logged: a broken store would log a line per call.
  }
}

export const queryTotals = async (env: MetricsEnv, query: MetricsQuery): Promise<ColumnTotals[]> =>
  env.METER_TABLE === undefined ? queryAnalytics(env, query) : tableOf(env.METER_TABLE).sums(query);

const tableOf = (tables: DurableObjectNamespace<MeterTable>) =>
  tables.getByName("all") as unknown as Pick<MeterTable, "add" | "sums">;

/** The subject is the index, by which Analytics Engine samples, so that a busy account does not displace others. */
const asDataPoint = ({ kind, subject, method, values }: DataPoint): AnalyticsEngineDataPoint => ({
  indexes: [subject],
  blobs: [kind, subject, method],
  doubles: [...values],
});
