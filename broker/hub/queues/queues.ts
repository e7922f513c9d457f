/** The queues of the account's sessions and their shared limits. */

import type { Delivery } from "../../session/message.ts";
import type { TurnPlan } from "../socket/connection.ts";
import { DurableQueue } from "./durable-queue.ts";
import { QueueLoad } from "./queue-load.ts";
import { type QueueDependencies, QueueRoom } from "./queue-room.ts";
import { SentCursors } from "./sent-cursors.ts";
import type { SessionQueue } from "./session-queue.ts";
import { SharedInflight } from "./shared-inflight.ts";
import { VolatileQueue, type VolatileStock } from "./volatile-queue.ts";
import { WaitingLines } from "./waiting-lines.ts";

export class Queues {
  readonly #stock: VolatileStock;
  readonly lines = new WaitingLines();
  readonly sentCursors = new SentCursors();
  readonly sharedInflight = new SharedInflight();
  readonly #live = new Map<number, SessionQueue>();

  constructor(deps: QueueDependencies) {
    const { store, connections } = deps;
    const { lines, sentCursors, sharedInflight } = this;
    const load = new QueueLoad(store, sentCursors);
    const room = new QueueRoom(deps, { load, lines, sentCursors });
    const { deliveries } = store;
    this.#stock = { store, deliveries, connections, lines, sentCursors, sharedInflight, load, room };
  }

  get room(): QueueRoom {
    return this.#stock.room;
  }

  /** A session has a connection: chooses the kind of its queue. `expiry` in seconds. */
  begin(session: number, expiry: number): void {
    const queue =
      expiry === 0 ? new VolatileQueue(session, this.#stock) : new DurableQueue(session, this.#stock);
    this.#live.set(session, queue);
  }

  end(session: number): void {
    this.#live.delete(session);
  }

  of = (session: number): SessionQueue => this.#live.get(session) ?? this.away(session);

  away = (session: number): SessionQueue => new DurableQueue(session, this.#stock);

  /** Deletes rows that were sent, and writes messages that have been in memory since then, in order. */
  settleUp(plan: TurnPlan, since: number): void {
    const { deliveries, connections, lines, sentCursors, sharedInflight, load } = this.#stock;
    const gone = [...sentCursors];
    const moving = new Set([...sharedInflight.since(since), ...lines.since(since)]);
    for (const session of moving) {
      const connection = connections.holder(session);
      if (connection !== undefined) connections.record(plan, connection);
    }
    plan.write(() => {
      for (const [session, { seq }] of gone) deliveries.removeUpTo(session, seq);
      for (const session of moving) {
        for (const [packetId, { delivery }] of sharedInflight.of(session)) {
          deliveries.keep(session, delivery, packetId, "puback");
        }
        for (const { delivery } of lines.first(session, Number.POSITIVE_INFINITY)) {
          load.charge(session, 1, deliveries.append(session, delivery));
        }
      }
    });
    plan.fact(() => {
      for (const [session] of gone) sentCursors.forget(session);
      for (const session of moving) {
        sharedInflight.remove(session);
        lines.remove(session);
      }
    });
  }

  /** Returns the messages that pass to other members of its shared groups. */
  shared(session: number, inRows: boolean): Delivery[] {
    const { deliveries, lines, sharedInflight } = this.#stock;
    const rows = inRows ? deliveries.shared(session) : [];
    const sent = [...sharedInflight.of(session).values()].map(({ delivery }) => delivery);
    const waiting = lines.first(session, Number.POSITIVE_INFINITY).map(({ delivery }) => delivery);
    return [...rows, ...sent, ...waiting.filter(({ share }) => share !== undefined)];
  }

  /** Removes messages on this topic that were never sent. Their publishers do not wait for this reader. */
  dropWaiting(plan: TurnPlan, session: number, topic: string): void {
    const { deliveries, load } = this.#stock;
    plan.write(() => {
      const { messages, bytes, receipts } = deliveries.dropWaiting(session, topic);
      load.charge(session, -messages, -bytes);
      for (const receipt of receipts) plan.fact(() => receipt.answered(session, false));
    });
  }

  /** The session is over. `inRows`: it may have rows. */
  remove(plan: TurnPlan, session: number, inRows: boolean): void {
    const { deliveries, lines, sentCursors, sharedInflight, load } = this.#stock;
    if (inRows) {
      plan.write(() => {
        load.remove(session);
        deliveries.removeAll(session);
      });
    }
    plan.fact(() => {
      lines.remove(session);
      sharedInflight.remove(session);
      sentCursors.forget(session);
    });
  }
}
