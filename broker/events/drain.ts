/**
 * Outbox → sink, in order, each record until the sink has it; and how devices are whose events are still summed.
 * Everything outside comes in as arguments.
 */

import type { Log } from "../log.ts";
import type { EventSink } from "../ports.ts";
import type { Outbox } from "../storage/outbox.ts";
import { type Tally, TELL_MS } from "./tally.ts";

/** Records of one write. */
const BATCH = 30;
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 30_000;
/** Records are sent at once; should that be cut short, the alarm sends them. Milliseconds. */
export const SEND_AGAIN = 5000;

type States = Pick<Tally, "untold" | "hasUntold" | "told">;

export class Drain {
  #outbox: Outbox;
  #tally: States;
  #sink: EventSink;
  #userId: () => string;
  #clock: () => number;
  #log: Log;
  #running: Promise<void> | null = null;
  /** States are wanted, too. */
  #states = false;
  #failures = 0;
  /** When to try again after a failure; null when nothing failed. Milliseconds since 1970. */
  retryAt: number | null = null;

  constructor(
    outbox: Outbox,
    tally: States,
    sink: EventSink,
    account: { userId: () => string; clock: () => number; log: Log },
  ) {
    this.#outbox = outbox;
    this.#tally = tally;
    this.#sink = sink;
    this.#userId = account.userId;
    this.#clock = account.clock;
    this.#log = account.log;
  }

  /** Sends what is there; one run at a time, and what is written meanwhile goes with it. Never rejects. */
  run(states = false): Promise<void> {
    this.#states ||= states;
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

  /** When to run again for what waits; null when nothing does. Milliseconds since 1970. */
  nextRun(): number | null {
    const wait = this.#outbox.first() !== null ? SEND_AGAIN : this.#tally.hasUntold() ? TELL_MS : null;
    return wait === null ? null : (this.retryAt ?? this.#clock() + wait);
  }

  async #all(): Promise<void> {
    try {
      for (let more = true; more; ) {
        while (await this.#records()) this.#failures = 0;
        more = this.#states;
        this.#states = false;
        if (more) await this.#newStates();
      }
      this.#failures = 0;
      this.retryAt = null;
    } catch (error) {
      this.#log.warn("events wait", error);
      const delay = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#failures++);
      this.retryAt = this.#clock() + delay * (0.75 + Math.random() / 2);
    }
  }

  /** The next batch; false when there was none. */
  async #records(): Promise<boolean> {
    const rows = this.#outbox.next(BATCH);
    if (rows.length === 0) return false;
    await this.#sink.write(
      this.#userId(),
      rows.map((row) => row.record),
    );
    // deleted only now: a failure in between writes the same ids again, which changes nothing
    this.#outbox.remove(rows.at(-1)?.seq ?? 0);
    return true;
  }

  /** As they are now; what changes meanwhile is for another run. */
  async #newStates(): Promise<void> {
    const found = this.#tally.untold();
    for (let from = 0; from < found.length; from += BATCH) {
      const batch = found.slice(from, from + BATCH);
      await this.#sink.write(
        this.#userId(),
        batch.map((each) => each.record),
      );
      for (const { sum } of batch) this.#tally.told(sum);
    }
  }
}
