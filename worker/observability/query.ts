/** A query that both stores answer. */

import type { DataPoint, PointKind } from "./point.ts";

export interface MetricsQuery {
  kind: PointKind;
  /** Milliseconds since 1970. */
  since: number;
  /** Sums everything into one row, instead of one per subject and method. */
  ungrouped?: true;
}

export type ColumnTotals = Pick<DataPoint, "subject" | "method" | "values">;

/** The points cannot be read. The message says which setting is missing. */
export class MetricsUnavailable extends Error {
  override name = "MetricsUnavailable";
}
