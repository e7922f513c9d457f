/**
 * What racing clients of one account sent and received. All of it has a place in one order of time, so an operation
 * whose answer came before another one was sent was done before that one; the others may have been done in either order.
 */

import type { Member } from "../swarm/oracle.ts";

export type QoS = 0 | 1 | 2;
export type Rights = Pick<Member, "kind" | "topics" | "deviceTopics" | "control" | "account" | "revoked">;

/** An operation: when it was sent, and when it was certainly done. */
interface Span {
  from: number;
  to: number;
}

/** A client id of one login. Its connections share one session, one after the other. */
export interface Seat {
  name: string;
  login: number;
  /** Of shared subscriptions: a seat joins only this one. */
  group: string;
}

export interface Publication extends Span {
  text: string;
  topic: string;
  qos: QoS;
  retain: boolean;
  by: Connection;
  /** A will is published at the end of its connection. */
  isWill: boolean;
  /** Of a will, in seconds. */
  delay: number;
  /** What its acknowledgement said; null before one, and at QoS 0. */
  reason: number | null;
  /** It was processed, because the client had an answer to a later packet. */
  isProcessed: boolean;
  /** Connections of the resumed session that sent it again. */
  repeatedBy: Connection[];
}

export interface Reception {
  publication: Publication;
  connection: Connection;
  at: number;
  qos: QoS;
  dup: boolean;
  retain: boolean;
  /** When its acknowledgement was certainly processed. */
  settled: number;
}

export interface SubscriptionRequest extends Span {
  connection: Connection;
  filter: string;
  isAdded: boolean;
  /** Null before the answer. */
  granted: number | null;
}

export interface Connection extends Span {
  name: string;
  seat: number;
  version: 4 | 5;
  clean: boolean;
  kept: boolean;
  /** The session of a lost connection ends within the time that passes at once. */
  isShort: boolean;
  acknowledges: "all" | "odd" | "none";
  will: Publication | null;
  /** Null before CONNACK. */
  code: number | null;
  present: boolean;
  /** How the client left, and when. `quit`: a DISCONNECT that ends the session. */
  how: "cut" | "disconnect" | "quit" | null;
  left: number;
  /** When its end was certainly processed. */
  ended: number;
}

/** Rights that may have been in force between the announcement of their change and the end of the next change. */
export interface Reign extends Span {
  rights: Rights;
}

export class History {
  readonly seats: Seat[] = [];
  /** By login. */
  readonly reigns: Reign[][] = [];
  readonly connections: Connection[] = [];
  readonly publications: Publication[] = [];
  readonly receptions: Reception[] = [];
  readonly requests: SubscriptionRequest[] = [];
  /** While these were under way the clock went forward, and the alarm rang. */
  readonly leaps: Span[] = [];
  /** When the last connections began, which acknowledge everything. */
  reaped = Number.POSITIVE_INFINITY;
  #now = 0;

  now = (): number => this.#now++;

  of = (seat: number): Connection[] =>
    this.connections.filter((each) => each.seat === seat && each.code === 0);

  rights(seat: number, from: number, to: number): Rights[] {
    const reigns = this.reigns[(this.seats[seat] as Seat).login] as Reign[];
    return reigns.filter((each) => each.from <= to && each.to >= from).map((each) => each.rights);
  }

  /** Nothing is under way: every operation is done, with an answer or without. */
  settle(open: ReadonlySet<Connection>): void {
    const now = this.now();
    const done = (span: Span) => {
      span.to = Math.min(span.to, now);
    };
    for (const each of this.connections) {
      done(each);
      if (!open.has(each)) each.ended = Math.min(each.ended, now);
    }
    this.requests.forEach(done);
    for (const each of this.publications) {
      if (each.isWill && (open.has(each.by) || each.delay > 0)) continue;
      done(each);
      each.isProcessed ||= open.has(each.by);
    }
    for (const each of this.receptions) {
      if (open.has(each.connection) && each.settled === PENDING) each.settled = now;
    }
  }
}

/** The acknowledgement was sent; later than every time, and earlier than never. */
export const PENDING = Number.MAX_VALUE;
