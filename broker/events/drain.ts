/** Outbox → sink, in order, each record until the sink has it. Everything outside comes in as arguments. */

import { logLine } from "../contract/hidden.ts";
import type { EventSink } from "../ports.ts";
import type { Outbox } from "../storage/outbox.ts";

/** Records of one write. */
const BATCH = 30;
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 30_000;

export class Drain {
  #outbox: Outbox;
  #sink: EventSink;
  #userId: () => string;
  #clock: () => number;
  #running: Promise<void> | null = null;
  #failures = 0;
  /** When to try again after a failure; null when nothing failed. Milliseconds since 1970. */
  retryAt: number | null = null;

  constructor(outbox: Outbox, sink: EventSink, userId: () => string, clock: () => number) {
    this.#outbox = outbox;
    this.#sink = sink;
    this.#userId = userId;
    this.#clock = clock;
  }

  /** Sends what is there; one run at a time, and what is written meanwhile goes with it. Never rejects. */
  run(): Promise<void> {
    this.#running ??= this.#all().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Whether everything up to this row has arrived. */
  arrived(seq: number): boolean {
    const first = this.#outbox.first();
    return first === null || first > seq;
  }

  async #all(): Promise<void> {
    try {
      for (let rows = this.#outbox.next(BATCH); rows.length > 0; rows = this.#outbox.next(BATCH)) {
        await this.#sink.write(
          this.#userId(),
          rows.map((row) => row.record),
        );
        // deleted only now: a failure in between writes the same ids again, which changes nothing
        this.#outbox.remove(rows.at(-1)?.seq ?? 0);
        this.#failures = 0;
      }
      this.retryAt = null;
    } catch (error) {
      console.warn(logLine({ what: "events wait", why: String(error) }));
      const delay = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#failures++);
      this.retryAt = this.#clock() + delay * (0.75 + Math.random() / 2);
    }
  }
}
