/** Writes and reads points: a table of this machine with `npm start`, otherwise Analytics Engine. */

import { type AnalyticsEnv, queryAnalytics } from "./analytics-engine.ts";
import type { MeterTable } from "./meter-table.ts";
import type { DataPoint } from "./point.ts";
import type { ColumnTotals, MetricsQuery } from "./query.ts";

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
