/** Streams: connections of the worker that carry messages and events to readers over HTTP. */

import { encode } from "../../codec/encoder.ts";
import type { Bearer } from "../../contract/bearer.ts";
import { EVENTS_TOPIC, type LackedScope, MAX_STREAMS, type Stream } from "../../contract/stream.ts";
import { accountPrefix } from "../../contract/topics.ts";
import { rightsOf } from "../../routing/access.ts";
import { type CommonDependencies, HubModule } from "../module.ts";
import { callerOf, type VerifiedCaller } from "../rights/bearer.ts";
import type { RightsChanges } from "../rights/rights-changes.ts";
import { tokenPrincipal } from "../rights/token-principal.ts";

export type StreamDependencies = Pick<CommonDependencies, "store" | "connections" | "turns">;

/** `retryAfterSeconds` when the account has its most streams. */
export type StreamCheck =
  | { caller: VerifiedCaller }
  | { lacked: LackedScope }
  | { retryAfterSeconds: number }
  | null;

const RETRY_AFTER_SECONDS = 10;

export class Streams extends HubModule<StreamDependencies> {
  /** Null when the copy of the rights does not know the bearer. A ticket represents its owner, once. */
  check(
    { bearer, events }: Stream,
    filters: readonly string[],
    changes: Pick<RightsChanges, "held">,
    now: number,
  ): StreamCheck {
    const { store, connections } = this.deps;
    const caller = callerOf(bearer, { store, changes }, now);
    if (caller === null) return null;
    const lacked = this.#lacked(caller, events, filters);
    if (lacked !== null) return { lacked };
    const open = connections.all().filter(({ edge }) => edge.stream !== undefined).length;
    return open < MAX_STREAMS ? { caller } : { retryAfterSeconds: RETRY_AFTER_SECONDS };
  }

  /** Returns the ticket's owner; null for an unknown or used ticket. */
  redeem(ticket: Bearer, now: number): Bearer | null {
    return this.deps.store.tickets.take(ticket.digest, now);
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
      const bytes = packetOf(JSON.stringify(event));
      turns.turn((plan) => {
        for (const reader of connections.eventReaders) {
          plan.touch(reader);
          plan.sendDroppable(reader, bytes);
        }
      });
    }
  }
}

const packetOf = (text: string): Uint8Array =>
  encode(
    {
      ...{ type: "publish", topic: EVENTS_TOPIC, payload: new TextEncoder().encode(text) },
      ...{ qos: 0, retain: false, dup: false, packetId: 0, properties: {} },
    },
    5,
  );
