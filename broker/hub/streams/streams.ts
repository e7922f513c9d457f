/** Streams: connections of the worker that carry messages and events to readers over HTTP. */

import { MAX_GUEST_STREAMS, MAX_STREAMS, REPLACED, type Stream } from "../../contract/stream.ts";
import { because, REASONS, type Reason } from "../../session/reason.ts";
import { type CommonDependencies, HubModule } from "../module.ts";
import type { Connection } from "../socket/connection.ts";

export type StreamDependencies = Pick<CommonDependencies, "store" | "connections" | "turns">;

const WORDS = `An account has at most ${MAX_STREAMS} streams. This one was furthest behind, and ended for a newer one.`;
export const TOO_MANY_STREAMS: Reason = { ...because(REASONS.quotaExceeded, WORDS), close: REPLACED };
export const RESUMED = because(REASONS.sessionTakenOver, "Its ticket opened the stream again.");

/** Most steps that a reader reports. */
const MAX_STEPS = 9;

export class Streams extends HubModule<StreamDependencies> {
  #isReconciled = false;

  sameTicket({ ticket }: Stream): Connection[] {
    if (ticket === undefined) return [];
    return [...this.deps.connections.streams].filter(({ edge }) => edge.stream?.ticket === ticket);
  }

  /** The streams of a guest that leave no room for another, longest open first. */
  beyondGuest({ guest }: Stream): Connection[] {
    if (guest === undefined) return [];
    const own = [...this.deps.connections.streams].filter(({ edge }) => edge.stream?.guest === guest);
    const byAge = own.sort((a, b) => a.openedAt - b.openedAt);
    return byAge.slice(0, Math.max(0, own.length - MAX_GUEST_STREAMS + 1));
  }

  /**
   * The reader that makes room: that of a guest first, so that no guest ends a stream of the owner while another can
   * make room. Of readers equally far behind, the oldest.
   */
  furthestBehind(): Connection | undefined {
    const streams = [...this.deps.connections.streams];
    const rank = ({ edge }: Connection) => (edge.stream?.guest === undefined ? 1 : 0);
    return streams.sort(
      (a, b) => rank(a) - rank(b) || b.stepsBehind - a.stepsBehind || a.openedAt - b.openedAt,
    )[0];
  }

  opened({ ticket }: Stream): void {
    if (ticket !== undefined) this.deps.store.tickets.open(ticket);
  }

  /**
   * The ends of streams may not have been seen: a restart closes their sockets. Done before the first use of a ticket
   * after waking, so that a wake without one reads no row.
   */
  reconcile(now: number): void {
    if (this.#isReconciled) return;
    this.#isReconciled = true;
    const { store, connections } = this.deps;
    const live = new Set([...connections.streams].map(({ edge }) => edge.stream?.ticket));
    for (const digest of store.tickets.opened()) if (!live.has(digest)) store.tickets.rest(digest, now);
  }

  /** The worker reports how far behind the reader of this stream is. */
  report(connection: Connection, text: string): void {
    const steps = Number(text);
    if (!Number.isInteger(steps) || steps < 0 || steps > MAX_STEPS) return;
    connection.stepsBehind = steps;
    this.deps.turns.turn((plan) => plan.touch(connection));
  }

  /** Sends the events of these times. */
  sendEvents(times: readonly number[]): void {
    const { store, connections, turns } = this.deps;
    for (const at of times) {
      const [event] = store.events.list({ from: at, to: at + 1, limit: 1 });
      if (event === undefined) continue;
      const text = JSON.stringify(event);
      turns.turn((plan) => {
        for (const reader of connections.eventReaders) {
          plan.touch(reader);
          plan.fact(() => reader.pushText(text));
        }
      });
    }
  }
}
