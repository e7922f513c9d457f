/**
 * Retained replay: sends the retained messages of a new subscription in slices, one turn each, ordered by the last
 * write of their topics. A replay continues when its reader has room: in its window at QoS 1 and 2, and in its outbound
 * buffer. A row stores the position, not copies, so that neither hibernation nor queue limits lose any message.
 *
 * A message published on a topic before the replay has reached it sends the retained one first; the replay then passes
 * that topic.
 */

import type { Subscription } from "../../session/effect.ts";
import type { Delivery } from "../../session/message.ts";
import type { ReplayRow } from "../../storage/retained-replays.ts";
import type { BrokerStore } from "../../storage/store.ts";
import type { Outbound } from "../delivery/outbound.ts";
import { type CommonDependencies, HubModule } from "../module.ts";
import type { Queues } from "../queues/queues.ts";
import type { Connection, TurnPlan } from "../socket/connection.ts";
import {
  type Ahead,
  obstacleOf,
  type Paced,
  type ReplayMessageDependencies,
  ReplayMessages,
  ReplayTurns,
} from "./replay-turns.ts";

const SLICE = 100;

export interface ReplayDependencies
  extends ReplayMessageDependencies,
    Pick<CommonDependencies, "turns" | "wakeAt" | "due"> {
  queues: Queues;
  outbound: Outbound;
}

interface Replay extends ReplayRow, Paced {
  /** The position in its row; null without a row. */
  saved: number | null;
  ahead: Ahead | null;
}

interface Beginning extends Pick<Replay, "filter" | "session" | "ahead"> {
  connection: Connection;
}

type ReplaysBySession = Map<number, Replay[]>;

export class RetainedReplays extends HubModule<ReplayDependencies> {
  readonly #replays = this.deps.store.hold(() => read(this.deps.store));
  readonly #nextSlice = () => this.deps.turns.turn((plan) => this.#next(plan));
  readonly #turns = new ReplayTurns<Replay>(this.deps, () => this.#known(), this.#nextSlice);
  readonly #messages = new ReplayMessages(this.deps);
  isIdle = false;
  /** The filters of the SUBSCRIBE that this plan handles. */
  #starting = { plan: 0, connection: "", filters: [] as string[] };

  /** After turns: continues the replays whose readers have room again. */
  goOn(): void {
    this.#turns.goOn();
    this.isIdle = this.#replays.peek()?.size === 0;
    if (!this.isIdle) this.deps.due.require("continueReplays");
  }

  /** After a failed transaction: reads the replays from storage again. */
  lookAgain(): void {
    this.isIdle = false;
    this.deps.due.require("continueReplays");
  }

  /** [MQTT-3.3.1-6] [MQTT-3.3.1-9] a new or repeated subscription replays from the beginning. */
  start(plan: TurnPlan, connection: Connection, { filter }: Subscription): void {
    const session = connection.planningClient?.sessionId ?? 0;
    this.stop(plan, session, filter);
    if (this.#starting.plan === plan.number && this.#starting.connection === connection.id) {
      this.#starting.filters.push(filter);
      return;
    }
    const filters = [filter];
    this.#starting = { plan: plan.number, connection: connection.id, filters };
    plan.follow((next) => {
      if (filters.length === 1) this.#begin(next, { connection, session, filter, ahead: null });
      else this.#beginAll(next, connection, session, filters);
    });
  }

  /** The filters of one packet: those that match nothing need no replay. */
  #beginAll(plan: TurnPlan, connection: Connection, session: number, filters: readonly string[]): void {
    for (const [at, ahead] of this.#messages.aheadOfAll(filters).entries()) {
      const filter = filters[at] as string;
      if (ahead !== null) plan.follow((next) => this.#begin(next, { connection, session, filter, ahead }));
    }
  }

  #begin(plan: TurnPlan, { connection, session, filter, ahead }: Beginning): void {
    if (connection.session.state !== "connected") return;
    const replay: Replay = {
      session,
      filter,
      seq: 0,
      until: this.deps.store.retained.lastSeq,
      passed: new Set<string>(),
      missed: new Set<string>(),
      saved: null,
      ahead,
      waitsFor: "turn",
    };
    this.isIdle = false;
    plan.require("continueReplays");
    const isFirst = !this.#replays.get().has(session);
    plan.fact(() => {
      const replays = this.#replays.get();
      replays.set(session, [...(replays.get(session) ?? []), replay]);
    });
    if (isFirst) this.#slice(plan, replay, connection);
    else this.#rest(plan, replay, 0, "turn", ahead);
  }

  stop(plan: TurnPlan, session: number, filter: string): void {
    const replay = this.#replays
      .get()
      .get(session)
      ?.find((each) => each.filter === filter);
    if (replay !== undefined) this.#end(plan, replay);
  }

  #end(plan: TurnPlan, replay: Replay): void {
    const { session } = replay;
    if (replay.saved !== null) plan.write(() => this.deps.store.replays.remove(replay));
    plan.fact(() => {
      const replays = this.#replays.get();
      const left = (replays.get(session) ?? []).filter((each) => each !== replay);
      if (left.length > 0) replays.set(session, left);
      else replays.delete(session);
    });
  }

  end(plan: TurnPlan, session: number): void {
    for (const replay of this.#replays.get().get(session) ?? []) this.#end(plan, replay);
  }

  /**
   * Called before a message is delivered to this session: the retained message of its topic is sent first. Returns
   * false when the message must not be sent because a reader at QoS 0 has no room for both.
   */
  sendRetainedFirst(plan: TurnPlan, session: number, live: Delivery): boolean {
    const replays = this.#replays.get().get(session);
    if (replays === undefined || plan.gone.has(session)) return true;
    const { topic, retain } = live.message;
    const owing = this.#owing(replays, topic, plan.now);
    const connection = this.deps.connections.holder(session);
    const first = owing.map(({ delivery }) => delivery);
    // the session has no connection, or no room
    const isLost =
      live.qos === 0 && (connection === undefined || this.#isBehind(plan, connection, first, live));
    if (isLost) {
      if (retain) this.#miss(plan, owing, topic);
      return connection === undefined;
    }
    for (const delivery of first) {
      if (connection === undefined) this.deps.queues.away(session).hold(plan, delivery);
      else this.deps.outbound.deliver(plan, connection, delivery);
    }
    for (const { replay } of owing) this.#pass(plan, replay, topic, retain);
    return true;
  }

  /** A publisher does not receive its own message (No Local): its replay still owes the new retained message. */
  missOwnMessage(plan: TurnPlan, session: number, topic: string): void {
    const replays = this.#replays.get().get(session);
    if (replays !== undefined) this.#miss(plan, this.#owing(replays, topic, plan.now), topic);
  }

  #owing(replays: readonly Replay[], topic: string, now: number): { replay: Replay; delivery: Delivery }[] {
    return replays.flatMap((replay) => {
      const delivery = this.#messages.dueDelivery(replay, topic, now);
      return delivery === null ? [] : [{ replay, delivery }];
    });
  }

  #isBehind(plan: TurnPlan, connection: Connection, first: readonly Delivery[], live: Delivery): boolean {
    if (first.length === 0) return false;
    const sizes = [...first, live].map((each) => this.deps.outbound.sizeOf(plan, connection, each));
    const bytes = sizes.filter(Number.isFinite).reduce((sum, size) => sum + size, 0);
    if (!connection.outboundBuffer.isOver(bytes)) return false;
    plan.fact(() => connection.drops(bytes));
    return true;
  }

  /** The retained message of the topic gets a new number and is still to be sent. */
  #miss(plan: TurnPlan, owing: readonly { replay: Replay }[], topic: string): void {
    for (const { replay } of owing) {
      this.#rest(plan, replay, replay.seq, replay.waitsFor, replay.ahead);
      plan.write(() => this.deps.store.replays.miss(replay, topic));
      plan.fact(() => replay.missed.add(topic));
    }
  }

  /** A message that becomes retained leaves the range of the replay, unless the one before it was missed. */
  #pass(plan: TurnPlan, replay: Replay, topic: string, retain: boolean): void {
    const { replays } = this.deps.store;
    if (retain && !replay.missed.has(topic)) return;
    this.#rest(plan, replay, replay.seq, replay.waitsFor, replay.ahead);
    plan.write(() => (retain ? replays.unmark(replay, topic) : replays.pass(replay, topic)));
    plan.fact(() => {
      replay.missed.delete(topic);
      if (!retain) replay.passed.add(topic);
    });
  }

  #slice(plan: TurnPlan, replay: Replay, connection: Connection): void {
    const ahead = replay.ahead ?? this.#messages.ahead(replay, replay.seq);
    let { seq } = replay;
    let [sent, planned] = [0, 0];
    for (const each of ahead?.seqs ?? []) {
      const delivery = each > replay.seq ? this.#messages.delivery(replay, each, plan.now) : null;
      if (delivery !== null) {
        const bytes = delivery.message.payload.length + delivery.message.topic.length;
        const obstacle = sent === SLICE ? "turn" : obstacleOf(connection, delivery, bytes, planned);
        if (obstacle !== null) {
          this.#rest(plan, replay, seq, obstacle, ahead);
          return;
        }
        this.deps.outbound.deliver(plan, connection, delivery);
        sent++;
        planned += bytes;
      }
      seq = each;
    }
    if (ahead === null || this.#messages.isDone(replay, ahead.reach)) this.#end(plan, replay);
    else this.#rest(plan, replay, ahead.reach, "turn");
  }

  #rest(
    plan: TurnPlan,
    replay: Replay,
    seq: number,
    waitsFor: Replay["waitsFor"],
    ahead: Ahead | null = null,
  ): void {
    const isNew = replay.saved !== seq;
    if (isNew) plan.write(() => this.deps.store.replays.put({ ...replay, seq }));
    plan.fact(() => Object.assign(replay, { seq, waitsFor, ahead, ...(isNew && { saved: seq }) }));
  }

  /** Sends one slice to the first of these readers that has room. The next slice goes to another reader. */
  #next(plan: TurnPlan): void {
    const next = this.#turns.next();
    if (next === null) return;
    const { replay, connection } = next;
    plan.touch(connection);
    this.#slice(plan, replay, connection);
    plan.fact(() => {
      const replays = this.#replays.get();
      const left = replays.get(replay.session);
      if (left === undefined) return;
      replays.delete(replay.session);
      replays.set(replay.session, left);
    });
  }

  /** Replays by session. Empty when storage cannot be read: read again after the next turn. */
  #known(): ReadonlyMap<number, readonly Replay[]> {
    try {
      return this.#replays.get();
    } catch {
      return new Map();
    }
  }
}

function read(store: BrokerStore): ReplaysBySession {
  const replays: ReplaysBySession = new Map();
  for (const row of store.replays.all()) {
    const replay: Replay = { ...row, saved: row.seq, ahead: null, waitsFor: "turn" };
    replays.set(row.session, [...(replays.get(row.session) ?? []), replay]);
  }
  return replays;
}
