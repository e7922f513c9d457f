/** The queue of a session that outlives its connection: rows. */

import type { Delivery, Message, Phase } from "../../session/message.ts";
import type { Deliveries } from "../../storage/deliveries.ts";
import { queuedBytes } from "../../storage/delivery-row.ts";
import type { BrokerStore } from "../../storage/store.ts";
import type { TurnPlan } from "../socket/connection.ts";
import type { QueueLoad } from "./queue-load.ts";
import type { QueueRoom } from "./queue-room.ts";
import type { SentDelivery, SessionQueue } from "./session-queue.ts";
import { inPlaceOf, recordOn } from "./waiting-commands.ts";

export interface DurableStock {
  store: BrokerStore;
  deliveries: Deliveries;
  load: QueueLoad;
  room: QueueRoom;
}

/** Every row is sent to a new connection: none waits behind another connection's. */
const ALL = -1;

/** Without room a message is not stored: its publisher does not wait for this reader. */
export function noteNotHeld(plan: TurnPlan, session: number, { receipt }: Delivery): void {
  if (receipt !== undefined) plan.fact(() => receipt.answered(session, false));
}

export class DurableQueue implements SessionQueue {
  readonly #session: number;
  readonly #stock: DurableStock;

  constructor(session: number, stock: DurableStock) {
    this.#session = session;
    this.#stock = stock;
  }

  hold(plan: TurnPlan, delivery: Delivery): void {
    const { deliveries, load, room } = this.#stock;
    plan.write(() => {
      if (!room.has(this.#session, queuedBytes(delivery.message))) {
        room.count();
        noteNotHeld(plan, this.#session, delivery);
        return;
      }
      const held = delivery.byBroker ? this.#inPlaceOfOthers(delivery, plan.now) : delivery;
      const bytes = deliveries.append(this.#session, held);
      load.charge(this.#session, 1, bytes);
      room.make(this.#session, bytes, (work) => plan.fact(work));
    });
  }

  #inPlaceOfOthers(delivery: Delivery, now: number): Delivery {
    const { topic } = delivery.message;
    const record = recordOn(this.#stock.store, topic);
    return inPlaceOf(this.takeCommands(topic, ALL), delivery, record, now);
  }

  /** In a transaction: removes the broker's commands that wait after this row. */
  takeCommands(topic: string, after: number): Message[] {
    const { deliveries, load } = this.#stock;
    const { messages, bytes, commands } = deliveries.takeCommands(this.#session, topic, after);
    load.charge(this.#session, -messages, -bytes);
    return commands;
  }

  keep(plan: TurnPlan, delivery: Delivery, packetId: number, phase: Phase): void {
    plan.write(() => this.#stock.deliveries.keep(this.#session, delivery, packetId, phase));
  }

  next(_plan: TurnPlan, underWay: readonly number[], room: number) {
    const rows = this.#stock.deliveries.next(this.#session, ALL, underWay, room + 1);
    return { stored: rows.slice(0, room), more: rows.length > room };
  }

  sent(plan: TurnPlan, { seq, packetId, phase }: SentDelivery): void {
    plan.write(() => this.#left(this.#stock.deliveries.sent(seq, packetId, phase)));
  }

  discard(plan: TurnPlan, seq: number): void {
    plan.write(() => this.#left(this.#stock.deliveries.discard(seq)));
  }

  /** Null for a delivery that was not waiting. */
  #left(bytes: number | null): void {
    if (bytes !== null) this.#stock.load.charge(this.#session, -1, -bytes);
  }

  advance(plan: TurnPlan, packetId: number): void {
    plan.write(() => this.#stock.deliveries.advance(this.#session, packetId));
  }

  settle(plan: TurnPlan, packetId: number): void {
    plan.write(() => this.#stock.deliveries.settle(this.#session, packetId));
  }

  receive(plan: TurnPlan, packetId: number): void {
    plan.write(() => this.#stock.deliveries.receive(this.#session, packetId));
  }

  release(plan: TurnPlan, packetId: number): void {
    plan.write(() => this.#stock.deliveries.release(this.#session, packetId));
  }
}
