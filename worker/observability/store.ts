/** Where points are kept, and read again: a table of this machine on a desk, the platform's Analytics Engine elsewhere. */

import { type AnalyticsEnv, analyticsOver } from "./analytics.ts";
import type { MeterTable } from "./meter-table.ts";
import type { Point } from "./point.ts";
import type { Question, Totals } from "./question.ts";

export interface MetricsEnv extends AnalyticsEnv {
  /** The table of a desk. */
  METER_TABLE?: DurableObjectNamespace<MeterTable>;
}

/** Nobody waits for it, and nothing fails because of it. */
export async function tell(env: MetricsEnv, points: readonly Point[]): Promise<void> {
  try {
    if (env.METER_TABLE !== undefined) await tableOf(env.METER_TABLE).add(points);
    else for (const point of points) env.METRICS?.writeDataPoint(asDataPoint(point));
  } catch {
    // a count that is lost is no line of the log each time
  }
}

export const ask = (env: MetricsEnv, question: Question): Promise<Totals[]> =>
  env.METER_TABLE === undefined ? analyticsOver(env).sums(question) : tableOf(env.METER_TABLE).sums(question);

const tableOf = (tables: DurableObjectNamespace<MeterTable>) =>
  tables.getByName("all") as unknown as Pick<MeterTable, "add" | "sums">;

/** The index is what the platform samples by, where there is too much: no account drowns another one. */
const asDataPoint = ({ kind, subject, method, values }: Point): AnalyticsEngineDataPoint => ({
  indexes: [subject],
  blobs: [kind, subject, method],
  doubles: [...values],
});
