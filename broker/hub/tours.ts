/**
 * What is retained goes to a new subscription in slices, a turn each, in the order of topics. A tour goes on when its
 * reader has room: in its window at QoS 1 and 2, and below the bytes that it may be behind by. What waits is not a copy
 * but the position, in a row, so that neither a nap nor a queue's limits cost any of it. A message that is published on
 * a topic before the tour has come there takes what is retained with it, and the tour passes that topic by.
 */

import type { Connection } from "../connection.ts";
import { roomOf } from "../protocol/deliver.ts";
import type { Subscription } from "../protocol/effect.ts";
import type { Delivery } from "../protocol/message.ts";
import { lowerQoS } from "../protocol/profile.ts";
import { matches } from "../routing/filter.ts";
import { isBehind } from "../routing/utf8.ts";
import type { Store } from "../storage/store.ts";
import type { TourRow } from "../storage/tours.ts";
import type { People } from "./people.ts";
import type { Router } from "./router.ts";
import { type Paced, TourTurns } from "./tour-turns.ts";

/** Messages of one slice, and topics that it looks at. */
const SLICE = 100;
const LOOK = 1000;

/** What it needs of the switchboard. */
interface Surroundings {
  readonly store: Store;
  readonly router: Router;
  readonly people: People;
  readonly bySession: ReadonlyMap<number, Connection>;
  readonly now: number;
  turn(work: () => void): boolean;
  touch(connection: Connection): void;
  wakeAt(at: number): void;
}

/** What it needs of the courier. */
interface Hands {
  hand(connection: Connection, delivery: Delivery): void;
  sizeOf(connection: Connection, delivery: Delivery): number;
  /** For a session that is away. */
  hold(session: number, delivery: Delivery): void;
}

interface Tour extends TourRow, Paced {
  /** The position as it is in its row; null where it has none. */
  saved: string | null;
}

export class Tours {
  #around: Surroundings;
  #hands: Hands;
  /** By session, the one that goes first; read when first asked for after waking. */
  #tours: Map<number, Tour[]> | null = null;
  #turns: TourTurns<Tour>;

  constructor(around: Surroundings, hands: Hands) {
    this.#around = around;
    this.#hands = hands;
    const nextSlice = () => around.turn(() => this.#next());
    this.#turns = new TourTurns(around, () => this.#known(), nextSlice);
  }

  #all(): Map<number, Tour[]> {
    if (this.#tours !== null) return this.#tours;
    const tours = new Map<number, Tour[]>();
    for (const row of this.#around.store.tours.all()) {
      const tour: Tour = { ...row, saved: row.position, waitsFor: "turn" };
      tours.set(row.session, [...(tours.get(row.session) ?? []), tour]);
    }
    this.#tours = tours;
    return tours;
  }

  /** The turn did not happen, or is done over. */
  forget(): void {
    this.#tours = null;
  }

  /** [MQTT-3.3.1-6] [MQTT-3.3.1-9] a new subscription, or one that is made again: from the beginning. */
  start(connection: Connection, { filter }: Subscription): void {
    const session = connection.client?.sessionId ?? 0;
    this.stop(session, filter);
    const tour: Tour = { session, filter, position: "", passed: new Set(), saved: null, waitsFor: "turn" };
    const before = this.#all().get(session);
    this.#all().set(session, [...(before ?? []), tour]);
    if (before === undefined) this.#slice(tour, connection);
    else this.#rest(tour, "turn");
  }

  /** The subscription is gone, or all of it is sent. */
  stop(session: number, filter: string): void {
    const tours = this.#all().get(session);
    const tour = tours?.find((each) => each.filter === filter);
    if (tours === undefined || tour === undefined) return;
    if (tour.saved !== null || tour.passed.size > 0) this.#around.store.tours.remove(tour);
    const left = tours.filter((each) => each !== tour);
    if (left.length > 0) this.#all().set(session, left);
    else this.#all().delete(session);
  }

  /** The session is gone. */
  end(session: number): void {
    for (const { filter } of this.#all().get(session) ?? []) this.stop(session, filter);
  }

  /**
   * A message is about to be given to this session: what is retained on its topic goes before it. False where it must
   * not go, for a reader at QoS 0 that is too far behind for both.
   */
  overtaken(session: number, live: Delivery): boolean {
    const tours = this.#all().get(session);
    if (tours === undefined) return true;
    const { topic } = live.message;
    const owing = tours.filter((each) => owes(each, topic));
    const connection = this.#around.bySession.get(session);
    // nobody is there who could get it
    if (owing.length === 0 || (connection === undefined && live.qos === 0)) return true;
    const first = owing.flatMap((tour) => this.#delivery(tour, topic) ?? []);
    if (connection !== undefined && live.qos === 0) {
      const sizes = [...first, live].map((each) => this.#hands.sizeOf(connection, each));
      if (connection.credit.refuses(sizes.reduce((sum, size) => sum + size, 0))) return false;
    }
    for (const delivery of first) {
      if (connection === undefined) this.#hands.hold(session, delivery);
      else this.#hands.hand(connection, delivery);
    }
    const isDone = first.length > 0 || live.message.retain;
    for (const tour of isDone ? owing : []) this.#pass(tour, topic);
    return true;
  }

  #pass(tour: Tour, topic: string): void {
    if (tour.saved === null) this.#rest(tour, tour.waitsFor);
    this.#around.store.tours.pass(tour, topic);
  }

  /** Null where nothing is retained, or not for this reader. Rights are looked at now, when it is sent. */
  #delivery({ session, filter, passed }: Tour, topic: string): Delivery | null {
    const { store, router, people, now } = this.#around;
    if (passed.has(topic) || !matches(filter, topic)) return null;
    const subscription = router.subscription(session, filter);
    if (subscription === null || !people.rights(router.refOf(session)).mayRead(topic)) return null;
    const message = store.retained.get(topic, now);
    if (message === null) return null;
    const { qos, identifier } = subscription;
    const identifiers = identifier > 0 ? [identifier] : [];
    return { message, qos: lowerQoS(qos, message.qos), retain: true, identifiers, owed: true };
  }

  /** As many as there is room for now. */
  #slice(tour: Tour, connection: Connection): void {
    const topics = this.#around.store.retained.topics(tour.filter, tour.position, LOOK);
    let sent = 0;
    for (const topic of topics) {
      const delivery = this.#delivery(tour, topic);
      if (delivery !== null) {
        const obstacle = sent === SLICE ? "turn" : this.#obstacle(connection, delivery);
        if (obstacle !== null) {
          this.#rest(tour, obstacle);
          return;
        }
        this.#hands.hand(connection, delivery);
        sent++;
      }
      tour.position = topic;
    }
    if (topics.length < LOOK) this.stop(tour.session, tour.filter);
    else this.#rest(tour, "turn");
  }

  #obstacle({ session, credit }: Connection, delivery: Delivery): Tour["waitsFor"] | null {
    if (session.state !== "connected") return "window";
    // [MQTT-3.3.4-9] what waits in the queue came before, and goes before
    if (delivery.qos > 0 && (session.backlog || roomOf(session) === 0)) return "window";
    const bytes = delivery.message.payload.length + delivery.message.topic.length;
    return credit.has(bytes) ? null : bytes;
  }

  #rest(tour: Tour, waitsFor: Tour["waitsFor"]): void {
    tour.waitsFor = waitsFor;
    if (tour.saved === tour.position) return;
    this.#around.store.tours.put(tour);
    tour.saved = tour.position;
  }

  /** After every turn: whoever has room gets the next slice. */
  goOn(): void {
    this.#turns.goOn();
  }

  /** One slice for the first of these readers that has room; the next one is another reader's. */
  #next(): void {
    const next = this.#turns.next();
    if (next === null) return;
    const { tour, connection } = next;
    this.#around.touch(connection);
    this.#slice(tour, connection);
    const tours = this.#all().get(tour.session);
    if (tours === undefined) return;
    this.#all().delete(tour.session);
    this.#all().set(tour.session, tours);
  }

  /** By session; none where storage cannot be read now: it is read after the next turn. */
  #known(): ReadonlyMap<number, readonly Tour[]> {
    try {
      return this.#all();
    } catch {
      return new Map();
    }
  }
}

const owes = ({ filter, position, passed }: Tour, topic: string): boolean =>
  matches(filter, topic) && !passed.has(topic) && isBehind(topic, position);
