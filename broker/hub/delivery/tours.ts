/**
 * What is retained goes to a new subscription in slices, a turn each, in the order of topics. A tour goes on when its
 * reader has room: in its window at QoS 1 and 2, and below the bytes that it may be behind by. What waits is not a copy
 * but the position, in a row, so that neither a nap nor a queue's limits cost any of it. A message that is published on
 * a topic before the tour has come there takes what is retained with it, and the tour passes that topic by.
 */

import { isBehind } from "../../contract/utf8.ts";
import { roomOf } from "../../protocol/deliver.ts";
import type { Subscription } from "../../protocol/effect.ts";
import type { Delivery } from "../../protocol/message.ts";
import { lowerQoS } from "../../protocol/profile.ts";
import { isHidden, matches } from "../../routing/filter.ts";
import type { Held } from "../../storage/sql.ts";
import type { Store } from "../../storage/store.ts";
import type { TourRow } from "../../storage/tours.ts";
import type { Queues } from "../queues/queues.ts";
import type { Connection, TurnPlan } from "../sockets/connection.ts";
import type { Connections } from "../sockets/connections.ts";
import type { Turns } from "../turn/turns.ts";
import type { Outbound } from "./outbound.ts";
import type { Router } from "./router.ts";
import { type Paced, TourTurns } from "./tour-turns.ts";

/** Messages of one slice, and topics that it looks at. */
const SLICE = 100;
const LOOK = 1000;

export interface TourDependencies {
  store: Store;
  router: Router;
  connections: Connections;
  queues: Queues;
  outbound: Outbound;
  turns: Turns<Connection>;
  wakeAt: (at: number) => void;
}

interface Tour extends TourRow, Paced {
  /** The position as it is in its row; null where it has none. */
  saved: string | null;
}

/** By session, the one that goes first. */
type ToursBySession = Map<number, Tour[]>;

export class Tours {
  readonly #deps: TourDependencies;
  readonly #tours: Held<ToursBySession>;
  readonly #turns: TourTurns<Tour>;

  constructor(deps: TourDependencies) {
    this.#deps = deps;
    this.#tours = deps.store.hold(() => read(deps.store));
    const nextSlice = () => deps.turns.turn((plan) => this.#next(plan));
    this.#turns = new TourTurns(deps, () => this.#known(), nextSlice);
    deps.turns.onSettled(() => this.#turns.goOn());
  }

  /** [MQTT-3.3.1-6] [MQTT-3.3.1-9] a new subscription, or one that is made again: from the beginning. */
  start(plan: TurnPlan, connection: Connection, { filter }: Subscription): void {
    const session = connection.planningClient?.sessionId ?? 0;
    this.stop(plan, session, filter);
    plan.follow((next) => this.#begin(next, connection, session, filter));
  }

  #begin(plan: TurnPlan, connection: Connection, session: number, filter: string): void {
    if (connection.session.state !== "connected") return;
    const tour: Tour = { session, filter, position: "", passed: new Set(), saved: null, waitsFor: "turn" };
    const isFirst = !this.#tours.get().has(session);
    plan.fact(() => {
      const tours = this.#tours.get();
      tours.set(session, [...(tours.get(session) ?? []), tour]);
    });
    if (isFirst) this.#slice(plan, tour, connection);
    else this.#rest(plan, tour, "", "turn");
  }

  /** The subscription is gone, or all of it is sent. */
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

  /** The session is gone. */
  end(plan: TurnPlan, session: number): void {
    for (const tour of this.#tours.get().get(session) ?? []) this.#end(plan, tour);
  }

  /**
   * A message is about to be given to this session: what is retained on its topic goes before it. False where it must
   * not go, for a reader at QoS 0 that is too far behind for both.
   */
  overtaken(plan: TurnPlan, session: number, live: Delivery): boolean {
    const tours = this.#tours.get().get(session);
    if (tours === undefined) return true;
    const { connections, outbound, queues } = this.#deps;
    const { topic } = live.message;
    const owing = tours.filter((each) => owes(each, topic));
    const connection = connections.holder(session);
    // nobody is there who could get it
    if (owing.length === 0 || plan.gone.has(session) || (connection === undefined && live.qos === 0))
      return true;
    const first = owing.flatMap((tour) => this.#delivery(tour, topic, plan.now) ?? []);
    if (connection !== undefined && live.qos === 0) {
      const sizes = [...first, live].map((each) => outbound.sizeOf(plan, connection, each));
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      if (connection.credit.isOver(bytes)) {
        plan.fact(() => connection.credit.refuses(bytes));
        return false;
      }
    }
    for (const delivery of first) {
      if (connection === undefined) queues.away(session).hold(plan, delivery);
      else outbound.hand(plan, connection, delivery);
    }
    const isDone = first.length > 0 || live.message.retain;
    for (const tour of isDone ? owing : []) this.#pass(plan, tour, topic);
    return true;
  }

  #pass(plan: TurnPlan, tour: Tour, topic: string): void {
    this.#rest(plan, tour, tour.position, tour.waitsFor);
    plan.write(() => this.#deps.store.tours.pass(tour, topic));
    plan.fact(() => tour.passed.add(topic));
  }

  /** Null where nothing is retained, or not for this reader. Rights are looked at now, when it is sent. */
  #delivery({ session, filter, passed }: Tour, topic: string, now: number): Delivery | null {
    const { store, router } = this.#deps;
    if (passed.has(topic) || !matches(filter, topic)) return null;
    const subscription = router.subscription(session, filter);
    const rights = router.rightsOf(session);
    if (subscription === null || !rights?.mayRead(topic) || isHidden(rights.root, filter, topic)) return null;
    const message = store.retained.get(topic, now);
    if (message === null) return null;
    const { qos, identifier } = subscription;
    const identifiers = identifier > 0 ? [identifier] : [];
    return { message, qos: lowerQoS(qos, message.qos), retain: true, identifiers, owed: true };
  }

  /** As many as there is room for now. */
  #slice(plan: TurnPlan, tour: Tour, connection: Connection): void {
    const topics = this.#deps.store.retained.topics(tour.filter, tour.position, LOOK);
    let { position } = tour;
    let [sent, planned] = [0, 0];
    for (const topic of topics) {
      const delivery = this.#delivery(tour, topic, plan.now);
      if (delivery !== null) {
        const bytes = delivery.message.payload.length + topic.length;
        const obstacle = sent === SLICE ? "turn" : obstacleOf(connection, delivery, bytes, planned);
        if (obstacle !== null) {
          this.#rest(plan, tour, position, obstacle);
          return;
        }
        this.#deps.outbound.hand(plan, connection, delivery);
        sent++;
        planned += bytes;
      }
      position = topic;
    }
    if (topics.length < LOOK) this.#end(plan, tour);
    else this.#rest(plan, tour, position, "turn");
  }

  /** It has come so far. */
  #rest(plan: TurnPlan, tour: Tour, position: string, waitsFor: Tour["waitsFor"]): void {
    const isNew = tour.saved !== position;
    if (isNew) plan.write(() => this.#deps.store.tours.put({ ...tour, position }));
    plan.fact(() => Object.assign(tour, { position, waitsFor, ...(isNew && { saved: position }) }));
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
    const tour: Tour = { ...row, saved: row.position, waitsFor: "turn" };
    tours.set(row.session, [...(tours.get(row.session) ?? []), tour]);
  }
  return tours;
}

/** What keeps a delivery of so many bytes from being sent now, behind those that are planned; null for nothing. */
function obstacleOf(
  connection: Connection,
  { qos }: Delivery,
  bytes: number,
  planned: number,
): Tour["waitsFor"] | null {
  const session = connection.planned ?? connection.session;
  if (session.state !== "connected") return "window";
  // [MQTT-3.3.4-9] what waits in the queue came before, and goes before
  if (qos > 0 && (session.backlog || roomOf(session) === 0)) return "window";
  return connection.credit.has(bytes, planned) ? null : bytes;
}

const owes = ({ filter, position, passed }: Tour, topic: string): boolean =>
  matches(filter, topic) && !passed.has(topic) && isBehind(topic, position);
