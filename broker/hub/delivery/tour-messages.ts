/** What a tour brings: which messages it owes its reader, and each as its reader is to get it now. */

import type { Delivery, Message } from "../../protocol/message.ts";
import { lowerQoS } from "../../protocol/profile.ts";
import { isHidden, matches } from "../../routing/filter.ts";
import type { Store } from "../../storage/store.ts";
import type { TourRow } from "../../storage/tours.ts";
import type { Connections } from "../sockets/connections.ts";
import type { Router } from "./router.ts";

const LOOK = 500;

export interface TourMessageDependencies {
  store: Store;
  router: Router;
  connections: Connections;
}

export interface Ahead {
  seqs: readonly number[];
  reach: number;
}

export class TourMessages {
  readonly #deps: TourMessageDependencies;

  constructor(deps: TourMessageDependencies) {
    this.#deps = deps;
  }

  isDone = (tour: TourRow, after: number): boolean => after >= this.#end(tour);

  /** What was written since it began was given to its reader when it was, but for what was missed. */
  #end({ until, missed }: TourRow): number {
    const { lastSeq } = this.#deps.store.retained;
    return until === null || missed.size > 0 ? lastSeq : until;
  }

  /** After this number. Null where nothing is left. */
  ahead(tour: TourRow, after: number): Ahead | null {
    const end = this.#end(tour);
    if (after >= end) return null;
    const found = this.#deps.store.retained.ahead(tour.filter, after, end, LOOK);
    const seqs = found
      .filter(({ seq, topic }) => covers(tour, topic) && isDue(tour, seq, topic))
      .map(({ seq }) => seq);
    return { seqs, reach: found.length < LOOK ? end : (found.at(-1)?.seq ?? end) };
  }

  /** What is retained on this topic and still to come; null for nothing. */
  owed(tour: TourRow, topic: string, now: number): Delivery | null {
    if (!covers(tour, topic)) return null;
    const seq = this.#deps.store.retained.seqOf(topic);
    return seq > tour.seq && isDue(tour, seq, topic) ? this.delivery(tour, seq, now) : null;
  }

  /** Null where it is gone, or not for this reader. Rights are looked at now, when it is sent. */
  delivery(tour: TourRow, seq: number, now: number): Delivery | null {
    const message = this.#deps.store.retained.at(seq, now);
    // a message may have overtaken it since its number was read
    return message === null || tour.passed.has(message.topic) ? null : this.#for(tour, message);
  }

  #for({ session, filter }: TourRow, message: Message): Delivery | null {
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

const covers = ({ filter, passed }: TourRow, topic: string): boolean =>
  !passed.has(topic) && matches(filter, topic);

const isDue = ({ until, missed }: TourRow, seq: number, topic: string): boolean =>
  until === null || seq <= until || missed.has(topic);
