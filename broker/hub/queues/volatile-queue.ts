/**
 * The queue of a session that ends with its connection: memory, and the rows to which long-waiting messages were moved,
 * which come first. A message for a shared group is kept until it is acknowledged: if the session ends, another member
 * receives it. It has a row if a member of the group survives a crash, and otherwise waits in memory.
 */

import { type Delivery, type Phase, type StoredDelivery, withOwnBuffer } from "../../session/message.ts";
import { firstPhase, queuedBytes } from "../../storage/delivery-row.ts";
import type { TurnPlan } from "../socket/connection.ts";
import type { Connections } from "../socket/connections.ts";
import { DurableQueue, type DurableStock, noteNotHeld } from "./durable-queue.ts";
import type { SentCursors } from "./sent-cursors.ts";
import type { SentDelivery, SessionQueue } from "./session-queue.ts";
import type { SharedInflight } from "./shared-inflight.ts";
import { inPlaceOf, recordOn } from "./waiting-commands.ts";
import type { WaitingLines } from "./waiting-lines.ts";

export interface VolatileStock extends DurableStock {
  connections: Connections;
  lines: WaitingLines;
  sentCursors: SentCursors;
  sharedInflight: SharedInflight;
}

const BATCH = 256;

export class VolatileQueue implements SessionQueue {
  readonly #session: number;
  readonly #stock: VolatileStock;
  readonly #rows: DurableQueue;
  /** False once it is known to have no rows. */
  #mayHaveRows = true;
  #read = new Map<number, number | null>();

  constructor(session: number, stock: VolatileStock) {
    this.#session = session;
    this.#stock = stock;
    this.#rows = new DurableQueue(session, stock);
  }

  hold(plan: TurnPlan, delivery: Delivery): void {
    const { room } = this.#stock;
    const bytes = queuedBytes(delivery.message);
    if (!room.has(this.#session, bytes)) {
      plan.write(() => room.count());
      noteNotHeld(plan, this.#session, delivery);
      return;
    }
    if (delivery.byBroker) this.#holdCommand(plan, delivery);
    else plan.fact(() => this.#put(plan, { ...delivery, message: withOwnBuffer(delivery.message) }, bytes));
  }

  #put(plan: TurnPlan, delivery: Delivery, bytes: number): void {
    const { lines, room } = this.#stock;
    lines.put(this.#session, delivery, bytes, plan.now);
    plan.require("moveOverflow");
    if (room.isShort(this.#session)) plan.follow((next) => this.#makeRoom(next, bytes));
  }

  /** It takes the place of commands in rows and in memory. */
  #holdCommand(plan: TurnPlan, delivery: Delivery): void {
    const { store, lines, sentCursors, load } = this.#stock;
    const { topic } = delivery.message;
    const { now } = plan;
    plan.write(() => {
      const record = recordOn(store, topic);
      const mayHaveRows = load.of(this.#session).messages > 0;
      const inRows = mayHaveRows ? this.#rows.takeCommands(topic, sentCursors.cursor(this.#session)) : [];
      plan.fact(() => {
        const superseded = [...inRows, ...lines.takeCommands(this.#session, topic)];
        const last = inPlaceOf(superseded, delivery, record, now);
        this.#put(plan, last, queuedBytes(last.message));
      });
    });
  }

  #makeRoom(plan: TurnPlan, bytes: number): void {
    plan.write(() => this.#stock.room.make(this.#session, bytes, (work) => plan.fact(work)));
  }

  keep(plan: TurnPlan, delivery: Delivery, packetId: number, phase: Phase): void {
    if (delivery.qos === 1 && delivery.survives !== true) {
      const { now: at } = plan;
      const kept = { ...delivery, message: withOwnBuffer(delivery.message) };
      plan.fact(() => this.#stock.sharedInflight.put(this.#session, packetId, { delivery: kept, at }));
      plan.require("moveOverflow");
      return;
    }
    const connection = this.#stock.connections.holder(this.#session);
    if (connection !== undefined) this.#stock.connections.record(plan, connection);
    this.#rows.keep(plan, delivery, packetId, phase);
  }

  next(plan: TurnPlan, underWay: readonly number[], room: number) {
    const { lines } = this.#stock;
    this.#removeGiven(plan);
    const rows = this.#nextRows(underWay, room + 1);
    const memory = lines.first(this.#session, room + 1 - rows.length).map(({ seq, delivery }) => ({
      seq,
      delivery,
      packetId: null,
      phase: firstPhase(delivery),
    }));
    const stored: StoredDelivery[] = [...rows, ...memory];
    return { stored: stored.slice(0, room), more: stored.length > room };
  }

  #nextRows(underWay: readonly number[], count: number): StoredDelivery[] {
    const { deliveries, sentCursors, load } = this.#stock;
    if (!this.#mayHaveRows && load.of(this.#session).messages === 0) return [];
    const rows = deliveries.next(this.#session, sentCursors.cursor(this.#session), underWay, count);
    this.#mayHaveRows = rows.length > 0;
    this.#read = new Map(rows.map(({ seq, waits }) => [seq, waits]));
    return rows;
  }

  #removeGiven(plan: TurnPlan): void {
    const { deliveries, sentCursors } = this.#stock;
    if (sentCursors.count(this.#session) < BATCH) return;
    plan.write(() => deliveries.removeUpTo(this.#session, sentCursors.cursor(this.#session)));
    plan.fact(() => sentCursors.forget(this.#session));
  }

  sent(plan: TurnPlan, sent: SentDelivery): void {
    const { seq, delivery, packetId, phase } = sent;
    if (seq >= 0 && delivery.share !== undefined) {
      this.#rows.sent(plan, sent);
      return;
    }
    this.#give(plan, seq);
    if (delivery.share !== undefined) this.keep(plan, delivery, packetId, phase);
  }

  discard(plan: TurnPlan, seq: number, delivery: Delivery): void {
    if (seq >= 0 && delivery.share !== undefined) this.#rows.discard(plan, seq);
    else this.#give(plan, seq);
  }

  #give(plan: TurnPlan, seq: number): void {
    const { lines, sentCursors, load } = this.#stock;
    const waits = this.#read.get(seq) ?? null;
    plan.fact(() => {
      if (seq < 0) {
        lines.shift(this.#session);
        return;
      }
      if (waits !== null) load.charge(this.#session, -1, -waits);
      sentCursors.take(this.#session, seq);
      plan.require("moveOverflow");
    });
  }

  advance(plan: TurnPlan, packetId: number): void {
    this.#rows.advance(plan, packetId);
  }

  settle(plan: TurnPlan, packetId: number): void {
    const { sharedInflight } = this.#stock;
    if (!sharedInflight.of(this.#session).has(packetId)) this.#rows.settle(plan, packetId);
    else plan.fact(() => sharedInflight.delete(this.#session, packetId));
  }

  /** packet ids end with the connection, like the session */
  receive(): void {}
  release(): void {}
}
