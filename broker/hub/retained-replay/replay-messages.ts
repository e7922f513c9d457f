/** Selects the retained messages that a replay still has to send, and makes their deliveries. */

import { isHidden, matches } from "../../routing/filter.ts";
import type { Delivery, Message } from "../../session/message.ts";
import { lowerQoS } from "../../session/profile.ts";
import type { ReplayRow } from "../../storage/retained-replays.ts";
import type { Router } from "../delivery/router.ts";
import { type CommonDependencies, HubModule } from "../module.ts";

const LOOK = 500;

export interface ReplayMessageDependencies extends Pick<CommonDependencies, "store" | "connections"> {
  router: Router;
}

export interface Ahead {
  seqs: readonly number[];
  reach: number;
}

export class ReplayMessages extends HubModule<ReplayMessageDependencies> {
  isDone = (replay: ReplayRow, after: number): boolean => after >= this.#end(replay);

  /** Messages written since the start were delivered when they were published, except the missed ones. */
  #end({ until, missed }: ReplayRow): number {
    const { lastSeq } = this.deps.store.retained;
    return until === null || missed.size > 0 ? lastSeq : until;
  }

  /** Returns the next messages after this number; null at the end. */
  ahead(replay: ReplayRow, after: number): Ahead | null {
    const end = this.#end(replay);
    if (after >= end) return null;
    const found = this.deps.store.retained.ahead(replay.filter, after, end, LOOK);
    const seqs = found
      .filter(({ seq, topic }) => covers(replay, topic) && isDue(replay, seq, topic))
      .map(({ seq }) => seq);
    return { seqs, reach: found.length < LOOK ? end : (found.at(-1)?.seq ?? end) };
  }

  /** Returns the retained message of this topic that is still to be sent; null for none. */
  owed(replay: ReplayRow, topic: string, now: number): Delivery | null {
    if (!covers(replay, topic)) return null;
    const seq = this.deps.store.retained.seqOf(topic);
    return seq > replay.seq && isDue(replay, seq, topic) ? this.delivery(replay, seq, now) : null;
  }

  /** Returns null when the message is gone, or its reader has no right to it at the moment of sending. */
  delivery(replay: ReplayRow, seq: number, now: number): Delivery | null {
    const message = this.deps.store.retained.at(seq, now);
    // the topic may have been passed since its number was read
    return message === null || replay.passed.has(message.topic) ? null : this.#for(replay, message);
  }

  #for({ session, filter }: ReplayRow, message: Message): Delivery | null {
    const { router, connections } = this.deps;
    const subscription = router.subscription(session, filter);
    const rights = router.rightsOf(session);
    if (subscription === null || !rights?.mayRead(message.topic)) return null;
    if (isHidden(rights.root, filter, message.topic)) return null;
    // a resumed replay on a connection whose profile has no retained messages sends nothing
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
