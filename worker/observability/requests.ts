/** Counts the isolate's calls. A later call writes them: every ten seconds, or a second after a failure. */

import { Histogram } from "../../broker/contract/histogram.ts";
import { type DataPoint, STATUS_CLASSES } from "./point.ts";

const WRITE_EVERY_MS = 10_000;
const WRITE_FAILURES_EVERY_MS = 1000;
/** The platform accepts 25 points per invocation; the rest are written later. */
const MAX_POINTS = 20;

export interface RequestResult {
  method: string;
  path: string;
  status: number;
  milliseconds: number;
}

/** Other methods count as one, so that invented methods do not fill the table. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]);

export class RequestCounter {
  #calls = new Map<string, { method: string; path: string; calls: CallCounter }>();
  #writtenAt = Number.NEGATIVE_INFINITY;

  /** Counts a call. Returns the points to write now, which are then removed here. */
  note({ path, status, milliseconds, ...rest }: RequestResult, now: number): DataPoint[] {
    const method = METHODS.has(rest.method) ? rest.method : "other";
    const key = `${method} ${path}`;
    const { calls } = this.#calls.get(key) ?? this.#begin(key, method, path);
    calls.note(status, milliseconds);
    const interval = status >= 500 ? WRITE_FAILURES_EVERY_MS : WRITE_EVERY_MS;
    // Absolute, so that a clock that is set back does not stop it.
    if (Math.abs(now - this.#writtenAt) < interval) return [];
    this.#writtenAt = now;
    return this.#take();
  }

  #begin(key: string, method: string, path: string) {
    const entry = { method, path, calls: new CallCounter() };
    this.#calls.set(key, entry);
    return entry;
  }

  #take(): DataPoint[] {
    const points: DataPoint[] = [];
    for (const [key, { method, path, calls }] of this.#calls) {
      if (points.length === MAX_POINTS) break;
      points.push(calls.point(path, method));
      this.#calls.delete(key);
    }
    return points;
  }
}

/** Counts the calls of one path and method. */
export class CallCounter {
  readonly #classes: number[] = STATUS_CLASSES.map(() => 0);
  readonly #durations = new Histogram();

  note(status: number, milliseconds: number): void {
    const at = Math.floor(status / 100) - 1;
    this.#classes[at] = (this.#classes[at] ?? 0) + 1;
    this.#durations.note(milliseconds);
  }

  point(subject: string, method: string): DataPoint {
    const { seconds, counts } = this.#durations;
    return { kind: "http", subject, method, values: [...this.#classes, seconds, ...counts] };
  }
}
