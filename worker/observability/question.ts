/** What is asked of the points that were kept, wherever that is. */

import type { Kind, Point } from "./point.ts";

export interface Question {
  kind: Kind;
  /** Milliseconds since 1970. */
  since: number;
  /** Left out: a row for each subject and method. */
  together?: true;
}

/** Sums of the columns. */
export type Totals = Pick<Point, "subject" | "method" | "values">;

/** They cannot be read: the message says what to set. */
export class MetricsUnavailable extends Error {
  override name = "MetricsUnavailable";
}
