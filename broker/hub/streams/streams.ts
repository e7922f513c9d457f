/** Streams: connections of the worker that carry messages and events to readers over HTTP. */

import type { Bearer } from "../../contract/bearer.ts";
import { type LackedScope, MAX_STREAMS, REPLACED, type Stream } from "../../contract/stream.ts";
import { accountPrefix } from "../../contract/topics.ts";
import { rightsOf } from "../../routing/access.ts";
import { because, REASONS, type Reason } from "../../session/reason.ts";
import { type CommonDependencies, HubModule } from "../module.ts";
import { callerOf, type VerifiedCaller } from "../rights/bearer.ts";
import type { RightsChanges } from "../rights/rights-changes.ts";
import { tokenPrincipal } from "../rights/token-principal.ts";
import type { Connection } from "../socket/connection.ts";

export type StreamDependencies = Pick<CommonDependencies, "store" | "connections" | "turns">;

/** `stream` names the ticket's maker in place of the ticket. `unreadable`: the rights cannot be read now. */
export type StreamCheck =
  | { caller: VerifiedCaller; stream: Stream }
  | { lacked: LackedScope }
  | { unreadable: true }
  | null;

const WORDS = `An account has at most ${MAX_STREAMS} streams. This one was furthest behind, and ended for a newer one.`;
export const TOO_MANY_STREAMS: Reason = { ...because(REASONS.quotaExceeded, WORDS), close: REPLACED };
export const RESUMED = because(REASONS.sessionTakenOver, "Its ticket opened the stream again.");

/** Most steps that a reader reports. */
const MAX_STEPS = 9;

export class Streams extends HubModule<StreamDependencies> {
  #isReconciled = false;

  /** Null for an unknown ticket, or when the copy of the rights does not know the bearer. */
  check(
    asked: Stream,
    filters: readonly string[],
    changes: Pick<RightsChanges, "held">,
    now: number,
  ): StreamCheck {
    const stream = asked.bearer.kind === "ticket" ? this.#redeemed(asked, now) : asked;
    if (stream === null) return null;
    const caller = callerOf(stream.bearer, { store: this.deps.store, changes }, now);
    if (caller === null) return null;
    const lacked = this.#lacked(caller, stream.events, filters);
    return lacked === null ? { caller, stream } : { lacked };
  }

  /** A used ticket opens its stream only again: for a reader that names the last id that it got. */
  #redeemed(asked: Stream, now: number): Stream | null {
    const { digest } = asked.bearer;
    this.reconcile(now);
    const ticket = this.deps.store.tickets.find(digest, now);
    if (ticket === null || !(ticket.isNew || asked.resumes)) return null;
    return { ...asked, bearer: ticket.bearer, ticket: digest };
  }

  hasTicket({ digest }: Bearer, now: number): boolean {
    return this.deps.store.tickets.find(digest, now) !== null;
  }

  sameTicket({ ticket }: Stream): Connection[] {
    if (ticket === undefined) return [];
    return [...this.deps.connections.streams].filter(({ edge }) => edge.stream?.ticket === ticket);
  }

  /** Of readers that are equally far behind, the one that is open for longest. */
  furthestBehind(): Connection | undefined {
    const streams = [...this.deps.connections.streams];
    return streams.sort((a, b) => b.stepsBehind - a.stepsBehind || a.openedAt - b.openedAt)[0];
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

  #lacked(caller: VerifiedCaller, events: boolean, filters: readonly string[]): LackedScope | null {
    if (caller.kind === "session") return null;
    const { label: name, scopes } = caller;
    if (events && !scopes.includes("events:read")) return { name, scope: "events:read" };
    const userId = this.deps.store.meta.get("userId");
    const { maySubscribe } = rightsOf(userId, tokenPrincipal(caller));
    const filter = filters.find((each) => !maySubscribe(accountPrefix(userId) + each));
    return filter === undefined ? null : { name, scope: `messages:read:${filter}` };
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
