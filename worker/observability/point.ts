/** PURE. What is written down of what was counted: a name, and numbers in the order of a table that only ever grows. */

import { Histogram, SECONDS } from "../../broker/contract/histogram.ts";
import type { Reading } from "../../broker/ports.ts";

/** What accounts' brokers counted, and what the API did. */
export type Kind = "broker" | "http";

export interface Point {
  kind: Kind;
  /** The account's name in the log; the path of a call, as the contract has it. */
  subject: string;
  /** Of a call; empty otherwise. */
  method: string;
  /** As `COLUMNS` has them. */
  values: readonly number[];
}

const BUCKETS = [...SECONDS.map((end) => `le ${end}`), "longer"];
const CLASSES = ["1xx", "2xx", "3xx", "4xx", "5xx"] as const;

/** A column keeps its place: what was written before is read by the same table. Twenty is the most that there may be. */
export const COLUMNS = {
  broker: [
    ...["begun", "ended", "messages in", "messages out", "bytes in", "bytes out"],
    ...["refused connect", "refused publish", "refused subscribe", "refused limit", "failures"],
    ...["seconds", ...BUCKETS],
  ],
  http: [...CLASSES, "seconds", ...BUCKETS],
} as const satisfies Record<Kind, readonly string[]>;

export function pointOf({ account, refused, answers, ...counts }: Reading): Point {
  const values = [
    ...[counts.begun, counts.ended],
    ...[counts.messagesIn, counts.messagesOut, counts.bytesIn, counts.bytesOut],
    ...[refused.connect, refused.publish, refused.subscribe, refused.limit, counts.failures],
    ...[answers.seconds, ...answers.counts],
  ];
  return { kind: "broker", subject: account, method: "", values };
}

/** Calls of one path and method. */
export class Calls {
  readonly #classes: number[] = CLASSES.map(() => 0);
  readonly #durations = new Histogram();

  note(status: number, milliseconds: number): void {
    const at = Math.floor(status / 100) - 1;
    this.#classes[at] = (this.#classes[at] ?? 0) + 1;
    this.#durations.note(milliseconds);
  }

  point(subject: string, method: string): Point {
    const { seconds, counts } = this.#durations;
    return { kind: "http", subject, method, values: [...this.#classes, seconds, ...counts] };
  }
}
