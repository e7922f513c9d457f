/**
 * Schedules retained replays: each slice is a turn of its own, as soon as the reader has room, so that other work runs
 * in between.
 */

import { isHidden, matches } from "../../routing/filter.ts";
import { TopicTree } from "../../routing/topic-tree.ts";
import { roomOf } from "../../session/deliver.ts";
import type { Delivery, Message } from "../../session/message.ts";
import { lowerQoS } from "../../session/profile.ts";
import type { ReplayRow } from "../../storage/retained-replays.ts";
import type { Router } from "../delivery/router.ts";
import type { CommonDependencies } from "../module.ts";
import { HubModule } from "../module.ts";
import type { Connection } from "../socket/connection.ts";

// Selects the retained messages that a replay still has to send, and makes their deliveries.

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

  /** Returns the first messages of several new replays, by their filters; null where nothing matches. One query for all. */
  aheadOfAll(filters: readonly string[]): (Ahead | null)[] {
    const { retained } = this.deps.store;
    const end = retained.lastSeq;
    const found = end === 0 ? [] : retained.aheadOfAll(filters, end, LOOK);
    const reach = found.length < LOOK ? end : (found.at(-1)?.seq ?? end);
    const wanting = new TopicTree<number>();
    for (const [at, filter] of filters.entries()) wanting.insert(filter, at);
    const seqs = filters.map((): number[] => []);
    for (const { seq, topic } of found) {
      for (const at of wanting.match(topic)) if (seqs[at]?.at(-1) !== seq) seqs[at]?.push(seq);
    }
    return seqs.map((own) => (own.length === 0 && reach === end ? null : { seqs: own, reach }));
  }

  /** Returns the retained message of this topic that is still to be sent; null for none. */
  dueDelivery(replay: ReplayRow, topic: string, now: number): Delivery | null {
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
    return { message, qos: lowerQoS(qos, message.qos), retain: true, identifiers, isReplay: true };
  }
}

const covers = ({ filter, passed }: ReplayRow, topic: string): boolean =>
  !passed.has(topic) && matches(filter, topic);

const isDue = ({ until, missed }: ReplayRow, seq: number, topic: string): boolean =>
  until === null || seq <= until || missed.has(topic);

/** Delay after a failed turn. Milliseconds. */
const AFTER_FAILURE = 1000;
/** Delay of the alarm that continues replays whose timer was lost with the object's memory. Milliseconds. */
const LOST = 5000;

export interface Paced {
  /** The next turn, a free place in the window, or room for this many bytes. */
  waitsFor: "turn" | "window" | number;
}

interface TourTurnDependencies extends Pick<CommonDependencies, "connections" | "wakeAt"> {
  turns: { readonly now: number };
}

export class ReplayTurns<T extends Paced> {
  readonly #deps: TourTurnDependencies;
  #replays: () => ReadonlyMap<number, readonly T[]>;
  /** Runs a turn for the next replay; returns false when it failed. */
  #turn: () => boolean;
  #soon = false;
  #later = false;

  constructor(
    deps: TourTurnDependencies,
    replays: () => ReadonlyMap<number, readonly T[]>,
    turn: () => boolean,
  ) {
    this.#deps = deps;
    this.#replays = replays;
    this.#turn = turn;
  }

  goOn(): void {
    const wait = this.next() === null ? this.#wait() : 0;
    if (wait === Number.POSITIVE_INFINITY) return;
    if (wait > 0) this.#lookAgain(wait);
    else if (!this.#soon) {
      this.#soon = true;
      setTimeout(() => this.#go(), 0);
    }
    // a running timer keeps the object awake; if memory is lost all the same, the alarm continues
    this.#deps.wakeAt(this.#deps.turns.now + LOST);
  }

  next(): { replay: T; connection: Connection } | null {
    for (const [session, [replay]] of this.#replays()) {
      const connection = this.#deps.connections.holder(session);
      if (replay !== undefined && connection !== undefined && hasRoom(connection, replay)) {
        return { replay, connection };
      }
    }
    return null;
  }

  /** Milliseconds until time makes room for a replay; Infinity when only its reader can. */
  #wait(): number {
    let wait = Number.POSITIVE_INFINITY;
    for (const [session, [replay]] of this.#replays()) {
      const credit = this.#deps.connections.holder(session)?.outboundBuffer;
      if (credit === undefined || typeof replay?.waitsFor !== "number") continue;
      wait = Math.min(wait, Math.max(1, credit.wait(replay.waitsFor)));
    }
    return wait;
  }

  #lookAgain(milliseconds: number): void {
    if (this.#later) return;
    this.#later = true;
    setTimeout(() => {
      this.#later = false;
      // the buffers of readers that wait for time are drained
      for (const [replay] of this.#replays().values()) {
        if (typeof replay?.waitsFor === "number") replay.waitsFor = "turn";
      }
      this.goOn();
    }, milliseconds);
  }

  #go(): void {
    const done = this.#turn();
    this.#soon = false;
    if (done) this.goOn();
    else this.#lookAgain(AFTER_FAILURE);
  }
}

function hasRoom({ session, outboundBuffer }: Connection, { waitsFor }: Paced): boolean {
  if (session.state !== "connected") return false;
  if (waitsFor === "turn") return true;
  return waitsFor === "window" ? !session.backlog && roomOf(session) > 0 : outboundBuffer.has(waitsFor);
}

/** Returns what keeps a delivery of this many bytes from being sent after the planned ones; null for nothing. */
export function obstacleOf(
  connection: Connection,
  { qos }: Delivery,
  bytes: number,
  planned: number,
): Paced["waitsFor"] | null {
  const session = connection.planned ?? connection.session;
  if (session.state !== "connected") return "window";
  // [MQTT-3.3.4-9] queued messages are older and are sent first
  if (qos > 0 && (session.backlog || roomOf(session) === 0)) return "window";
  return connection.outboundBuffer.has(bytes, planned) ? null : bytes;
}
