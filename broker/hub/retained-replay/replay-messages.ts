/** What a retained replay brings: which messages it owes its reader, and each as its reader is to get it now. */

import { isHidden, matches } from "../../routing/filter.ts";
import type { Delivery, Message } from "../../session/message.ts";
import { lowerQoS } from "../../session/profile.ts";
import type { ReplayRow } from "../../storage/retained-replays.ts";
import type { Store } from "../../storage/store.ts";
import type { Router } from "../delivery/router.ts";
import type { Connections } from "../socket/connections.ts";

const LOOK = 500;

export interface ReplayMessageDependencies {
  store: Store;
  router: Router;
  connections: Connections;
}

export interface Ahead {
  seqs: readonly number[];
  reach: number;
}

export class ReplayMessages {
  readonly #deps: ReplayMessageDependencies;

  constructor(deps: ReplayMessageDependencies) {
    this.#deps = deps;
  }

  isDone = (replay: ReplayRow, after: number): boolean => after >= this.#end(replay);

  /** What was written since it began was given to its reader when it was, but for what was missed. */
  #end({ until, missed }: ReplayRow): number {
    const { lastSeq } = this.#deps.store.retained;
    return until === null || missed.size > 0 ? lastSeq : until;
  }

  /** After this number. Null where nothing is left. */
  ahead(replay: ReplayRow, after: number): Ahead | null {
    const end = this.#end(replay);
    if (after >= end) return null;
    const found = this.#deps.store.retained.ahead(replay.filter, after, end, LOOK);
    const seqs = found
      .filter(({ seq, topic }) => covers(replay, topic) && isDue(replay, seq, topic))
      .map(({ seq }) => seq);
    return { seqs, reach: found.length < LOOK ? end : (found.at(-1)?.seq ?? end) };
  }

  /** What is retained on this topic and still to come; null for nothing. */
  owed(replay: ReplayRow, topic: string, now: number): Delivery | null {
    if (!covers(replay, topic)) return null;
    const seq = this.#deps.store.retained.seqOf(topic);
    return seq > replay.seq && isDue(replay, seq, topic) ? this.delivery(replay, seq, now) : null;
  }

  /** Null where it is gone, or not for this reader. Rights are looked at now, when it is sent. */
  delivery(replay: ReplayRow, seq: number, now: number): Delivery | null {
    const message = this.#deps.store.retained.at(seq, now);
    // a message may have overtaken it since its number was read
    return message === null || replay.passed.has(message.topic) ? null : this.#for(replay, message);
  }

  #for({ session, filter }: ReplayRow, message: Message): Delivery | null {
    const { router, connections } = this.#deps;
    const subscription = router.subscription(session, filter);
    const rights = router.rightsOf(session);
    if (subscription === null || !rights?.mayRead(message.topic)) return null;
    if (isHidden(rights.root, filter, message.topic)) return null;
    // one that goes on where nothing retained is offered brings nothing
    if (connections.holder(session)?.planningClient?.profile === "classic") return null;
    const { qos, identifier } = subscription;
    const identifiers = identifier > 0 ? [identifier] : [];
    return { message, qos: lowerQoS(qos, message.qos), retain: true, identifiers, owed: true };
  }
}

const covers = ({ filter, passed }: ReplayRow, topic: string): boolean =>
  !passed.has(topic) && matches(filter, topic);

const isDue = ({ until, missed }: ReplayRow, seq: number, topic: string): boolean =>
  until === null || seq <= until || missed.has(topic);
