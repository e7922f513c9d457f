/** Buffers QoS 0 samples in attachments, and decides when they are written. */

import type { SampleBatch } from "../../history/batch.ts";
import { type CommonDependencies, HubModule } from "../module.ts";
import type { Connection, TurnPlan } from "../socket/connection.ts";
import type { Compaction } from "./compaction.ts";

export interface SampleBufferDependencies
  extends Pick<CommonDependencies, "store" | "turns" | "connections" | "wakeAt"> {
  compaction: Compaction;
}

/** Bytes for samples, of an attachment's 16,384. */
export const MAX_WAITING = 2560;
/** While samples arrive, they are written at most this often. Milliseconds. */
const EVERY = 60_000;
/** If no more samples arrive, the alarm writes them after this time at most. Milliseconds. */
const AT_MOST = 150_000;
const RINGS_FOR = 60_000;

export class SampleBuffer extends HubModule<SampleBufferDependencies> {
  /** Connections with samples; computed after waking. */
  #found: Set<Connection> | null = null;

  get #senders(): Set<Connection> {
    this.#found ??= new Set(this.deps.connections.all().filter(({ samples }) => !samples.empty));
    return this.#found;
  }

  waits(connection: Connection): void {
    if (this.#senders.has(connection)) return;
    this.#senders.add(connection);
    // earlier samples are due before these
    this.deps.wakeAt(this.nextDue());
  }

  isDue(now: number): boolean {
    return Math.abs(now - this.deps.store.history.buffer.at) >= EVERY;
  }

  write(plan: TurnPlan, more?: () => SampleBatch): void {
    const { history } = this.deps.store;
    const { now } = plan;
    const senders = [...this.#senders];
    plan.write(() => {
      const batches = [...senders.map(({ samples }) => samples), ...(more === undefined ? [] : [more()])];
      history.append(
        batches.map((batch) => batch.packed()),
        now,
      );
    });
    plan.fact(() => {
      for (const connection of senders) {
        connection.samples.clear();
        // its attachment still contains them
        this.deps.turns.reached(connection);
      }
      this.#senders.clear();
      this.deps.compaction.look(now);
    });
  }

  leave(plan: TurnPlan, connection: Connection): void {
    if (!connection.samples.empty) this.write(plan);
  }

  /** When the alarm writes them; null without samples. Milliseconds since 1970. */
  nextDue(): number | null {
    const since = [...this.#senders].map(({ samples }) => samples.since ?? Infinity);
    return since.length === 0 ? null : Math.min(...since) + AT_MOST;
  }

  ring(plan: TurnPlan): void {
    const due = this.nextDue();
    if (due !== null && due - AT_MOST + RINGS_FOR <= plan.now) this.write(plan);
  }
}
