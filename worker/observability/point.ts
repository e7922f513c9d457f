/** PURE. Data points: a subject, and numbers in the order of `COLUMNS`. */

import { SECONDS } from "../../broker/contract/histogram.ts";
import type { MeterReading } from "../../broker/ports.ts";

/** `broker`: counts of one account. `http`: counts of the API. `notices`: deliveries of one account. */
export type PointKind = "broker" | "http" | "notices";

export interface DataPoint {
  kind: PointKind;
  /** The account's name in the log; for HTTP, the path as in the contract. */
  subject: string;
  method: string;
  values: readonly number[];
}

const BUCKETS = [...SECONDS.map((end) => `le ${end}`), "longer"];
export const STATUS_CLASSES = ["1xx", "2xx", "3xx", "4xx", "5xx"] as const;

/** Columns are only appended, because stored points are read with the same table. Analytics Engine allows 20. */
export const COLUMNS = {
  broker: [
    "begun",
    "ended",
    "messages in",
    "messages out",
    "bytes in",
    "bytes out",
    "refused connect",
    "refused publish",
    "refused subscribe",
    "refused limit",
    "failures",
    "seconds",
    ...BUCKETS,
  ],
  http: [...STATUS_CLASSES, "seconds", ...BUCKETS],
  notices: [
    "push delivered",
    "push failed",
    "push refused",
    "push gone",
    "mail delivered",
    "mail failed",
    "mail refused",
    "mail gone",
    "webhook delivered",
    "webhook failed",
    "webhook refused",
    "webhook gone",
  ],
} as const satisfies Record<PointKind, readonly string[]>;

export function brokerPoint({ account, refused, answers, ...counts }: MeterReading): DataPoint {
  const values = [
    counts.begun,
    counts.ended,
    counts.messagesIn,
    counts.messagesOut,
    counts.bytesIn,
    counts.bytesOut,
    refused.connect,
    refused.publish,
    refused.subscribe,
    refused.limit,
    counts.failures,
    answers.seconds,
    ...answers.counts,
  ];
  return { kind: "broker", subject: account, method: "", values };
}

/** One attempt to deliver a notice. */
export const noticePoint = (account: string, column: string): DataPoint => ({
  kind: "notices",
  subject: account,
  method: "",
  values: COLUMNS.notices.map((each) => Number(each === column)),
});

// A query that both stores answer.

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
