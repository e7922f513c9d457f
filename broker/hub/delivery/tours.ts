/**
 * What is retained goes to a new subscription in slices, a turn each, in the order of its topics' last writes. A tour goes
 * on when its reader has room: in its window at QoS 1 and 2, and below the bytes that it may be behind by. What waits is
 * not a copy but the position, in a row, so that neither a nap nor a queue's limits cost any of it. A message that is
 * published on a topic before the tour has come there takes what is retained with it, and the tour passes that topic by.
 */

import type { Subscription } from "../../protocol/effect.ts";
import type { Delivery } from "../../protocol/message.ts";
import type { Held } from "../../storage/sql.ts";
import type { Store } from "../../storage/store.ts";
import type { TourRow } from "../../storage/tours.ts";
import type { Queues } from "../queues/queues.ts";
import type { Connection, TurnPlan } from "../sockets/connection.ts";
import type { Turns } from "../turn/turns.ts";
import type { Outbound } from "./outbound.ts";
import { type Ahead, type TourMessageDependencies, TourMessages } from "./tour-messages.ts";
import { obstacleOf, type Paced, TourTurns } from "./tour-turns.ts";

const SLICE = 100;

export interface TourDependencies extends TourMessageDependencies {
  queues: Queues;
  outbound: Outbound;
  turns: Turns<Connection>;
  wakeAt: (at: number) => void;
}

interface Tour extends TourRow, Paced {
  /** The position as it is in its row; null where it has none. */
  saved: number | null;
  ahead: Ahead | null;
}

type ToursBySession = Map<number, Tour[]>;

export class Tours {
  readonly #deps: TourDependencies;
  readonly #tours: Held<ToursBySession>;
  readonly #turns: TourTurns<Tour>;
  readonly #messages: TourMessages;
  isIdle = false;

  constructor(deps: TourDependencies) {
    this.#deps = deps;
    this.#messages = new TourMessages(deps);
    this.#tours = deps.store.hold(() => read(deps.store));
    const nextSlice = () => deps.turns.turn((plan) => this.#next(plan));
    this.#turns = new TourTurns(deps, () => this.#known(), nextSlice);
  }

  /** After turns: those go on whose readers have room again. */
  goOn(): void {
    this.#turns.goOn();
    this.isIdle = this.#tours.peek()?.size === 0;
  }

  /** Memory may hold others than before. */
  lookAgain(): void {
    this.isIdle = false;
  }

  /** [MQTT-3.3.1-6] [MQTT-3.3.1-9] a new subscription, or one that is made again: from the beginning. */
  start(plan: TurnPlan, connection: Connection, { filter }: Subscription): void {
    const session = connection.planningClient?.sessionId ?? 0;
    this.stop(plan, session, filter);
    plan.follow((next) => this.#begin(next, connection, session, filter));
  }

  #begin(plan: TurnPlan, connection: Connection, session: number, filter: string): void {
    if (connection.session.state !== "connected") return;
    const tour: Tour = {
      ...{ session, filter, seq: 0, until: this.#deps.store.retained.lastSeq },
      ...{ passed: new Set<string>(), missed: new Set<string>() },
      ...{ saved: null, ahead: null, waitsFor: "turn" },
    };
    this.isIdle = false;
    const isFirst = !this.#tours.get().has(session);
    plan.fact(() => {
      const tours = this.#tours.get();
      tours.set(session, [...(tours.get(session) ?? []), tour]);
    });
    if (isFirst) this.#slice(plan, tour, connection);
    else this.#rest(plan, tour, 0, "turn");
  }

  stop(plan: TurnPlan, session: number, filter: string): void {
    const tour = this.#tours
      .get()
      .get(session)
      ?.find((each) => each.filter === filter);
    if (tour !== undefined) this.#end(plan, tour);
  }

  #end(plan: TurnPlan, tour: Tour): void {
    const { session } = tour;
    if (tour.saved !== null) plan.write(() => this.#deps.store.tours.remove(tour));
    plan.fact(() => {
      const tours = this.#tours.get();
      const left = (tours.get(session) ?? []).filter((each) => each !== tour);
      if (left.length > 0) tours.set(session, left);
      else tours.delete(session);
    });
  }

  end(plan: TurnPlan, session: number): void {
    for (const tour of this.#tours.get().get(session) ?? []) this.#end(plan, tour);
  }

  /**
   * A message is about to be given to this session: what is retained on its topic goes before it. False where it must
   * not go, for a reader at QoS 0 that is too far behind for both.
   */
  overtaken(plan: TurnPlan, session: number, live: Delivery): boolean {
    const tours = this.#tours.get().get(session);
    if (tours === undefined || plan.gone.has(session)) return true;
    const { topic, retain } = live.message;
    const owing = this.#owing(tours, topic, plan.now);
    const connection = this.#deps.connections.holder(session);
    const first = owing.map(({ delivery }) => delivery);
    // nobody is there who could get it, or takes it
    const isLost =
      live.qos === 0 && (connection === undefined || this.#isBehind(plan, connection, first, live));
    if (isLost) {
      if (retain) this.#miss(plan, owing, topic);
      return connection === undefined;
    }
    for (const delivery of first) {
      if (connection === undefined) this.#deps.queues.away(session).hold(plan, delivery);
      else this.#deps.outbound.hand(plan, connection, delivery);
    }
    for (const { tour } of owing) this.#pass(plan, tour, topic, retain);
    return true;
  }

  /** It was written and is not told to this session, which wrote it itself. */
  untold(plan: TurnPlan, session: number, topic: string): void {
    const tours = this.#tours.get().get(session);
    if (tours !== undefined) this.#miss(plan, this.#owing(tours, topic, plan.now), topic);
  }

  #owing(tours: readonly Tour[], topic: string, now: number): { tour: Tour; delivery: Delivery }[] {
    return tours.flatMap((tour) => {
      const delivery = this.#messages.owed(tour, topic, now);
      return delivery === null ? [] : [{ tour, delivery }];
    });
  }

  #isBehind(plan: TurnPlan, connection: Connection, first: readonly Delivery[], live: Delivery): boolean {
    if (first.length === 0) return false;
    const sizes = [...first, live].map((each) => this.#deps.outbound.sizeOf(plan, connection, each));
    const bytes = sizes.filter(Number.isFinite).reduce((sum, size) => sum + size, 0);
    if (!connection.credit.isOver(bytes)) return false;
    plan.fact(() => connection.credit.refuses(bytes));
    return true;
  }

  /** What is retained there will have another number, and is still to come. */
  #miss(plan: TurnPlan, owing: readonly { tour: Tour }[], topic: string): void {
    for (const { tour } of owing) {
      this.#rest(plan, tour, tour.seq, tour.waitsFor, tour.ahead);
      plan.write(() => this.#deps.store.tours.miss(tour, topic));
      plan.fact(() => tour.missed.add(topic));
    }
  }

  /** One that is retained itself leaves the part that the tour goes through, unless the one before it was missed. */
  #pass(plan: TurnPlan, tour: Tour, topic: string, retain: boolean): void {
    const { tours } = this.#deps.store;
    if (retain && !tour.missed.has(topic)) return;
    this.#rest(plan, tour, tour.seq, tour.waitsFor, tour.ahead);
    plan.write(() => (retain ? tours.unmark(tour, topic) : tours.pass(tour, topic)));
    plan.fact(() => {
      tour.missed.delete(topic);
      if (!retain) tour.passed.add(topic);
    });
  }

  #slice(plan: TurnPlan, tour: Tour, connection: Connection): void {
    const ahead = tour.ahead ?? this.#messages.ahead(tour, tour.seq);
    let { seq } = tour;
    let [sent, planned] = [0, 0];
    for (const each of ahead?.seqs ?? []) {
      const delivery = each > tour.seq ? this.#messages.delivery(tour, each, plan.now) : null;
      if (delivery !== null) {
        const bytes = delivery.message.payload.length + delivery.message.topic.length;
        const obstacle = sent === SLICE ? "turn" : obstacleOf(connection, delivery, bytes, planned);
        if (obstacle !== null) {
          this.#rest(plan, tour, seq, obstacle, ahead);
          return;
        }
        this.#deps.outbound.hand(plan, connection, delivery);
        sent++;
        planned += bytes;
      }
      seq = each;
    }
    if (ahead === null || this.#messages.isDone(tour, ahead.reach)) this.#end(plan, tour);
    else this.#rest(plan, tour, ahead.reach, "turn");
  }

  #rest(
    plan: TurnPlan,
    tour: Tour,
    seq: number,
    waitsFor: Tour["waitsFor"],
    ahead: Ahead | null = null,
  ): void {
    const isNew = tour.saved !== seq;
    if (isNew) plan.write(() => this.#deps.store.tours.put({ ...tour, seq }));
    plan.fact(() => Object.assign(tour, { seq, waitsFor, ahead, ...(isNew && { saved: seq }) }));
  }

  /** One slice for the first of these readers that has room; the next one is another reader's. */
  #next(plan: TurnPlan): void {
    const next = this.#turns.next();
    if (next === null) return;
    const { tour, connection } = next;
    plan.touch(connection);
    this.#slice(plan, tour, connection);
    plan.fact(() => {
      const tours = this.#tours.get();
      const left = tours.get(tour.session);
      if (left === undefined) return;
      tours.delete(tour.session);
      tours.set(tour.session, left);
    });
  }

  /** By session; none where storage cannot be read now: it is read after the next turn. */
  #known(): ReadonlyMap<number, readonly Tour[]> {
    try {
      return this.#tours.get();
    } catch {
      return new Map();
    }
  }
}

function read(store: Store): ToursBySession {
  const tours: ToursBySession = new Map();
  for (const row of store.tours.all()) {
    const tour: Tour = { ...row, saved: row.seq, ahead: null, waitsFor: "turn" };
    tours.set(row.session, [...(tours.get(row.session) ?? []), tour]);
  }
  return tours;
}
