/** What a session has to wait for, and what it has not acknowledged: in memory or in rows, as long as it lives. */

import type { Connection } from "../connection.ts";
import type { Effect, Input } from "../protocol/effect.ts";
import type { Delivery } from "../protocol/message.ts";
import type { Store } from "../storage/store.ts";
import type { Forms } from "./forms.ts";

/** What it needs of the switchboard. */
interface Surroundings {
  readonly store: Store;
  readonly now: number;
  input(connection: Connection, input: Input): void;
}

export type QueueEffect = Extract<
  Effect,
  {
    type: "hold" | "keep" | "sent" | "discard" | "advance" | "settle" | "refill" | "receive" | "release";
  }
>;

/** At most so many waiting messages are read at once. */
const REFILL_BATCH = 64;

export class Queues {
  #around: Surroundings;
  #forms: Forms;

  constructor(around: Surroundings, forms: Forms) {
    this.#around = around;
    this.#forms = forms;
  }

  hold(session: number, delivery: Delivery, endsWithConnection: boolean): void {
    const { deliveries, meta } = this.#around.store;
    const dropped = endsWithConnection
      ? deliveries.holdInMemory(session, delivery, this.#around.now)
      : deliveries.hold(session, delivery);
    if (dropped > 0) meta.set("dropped", meta.get("dropped") + dropped);
  }

  obey(connection: Connection, effect: QueueEffect): void {
    const session = connection.client?.sessionId ?? 0;
    const { deliveries } = this.#around.store;
    switch (effect.type) {
      case "hold":
        this.hold(session, effect.delivery, connection.client?.sessionExpiry === 0);
        break;
      case "keep":
        deliveries.keep(session, effect.delivery, effect.packetId, effect.phase);
        break;
      case "sent":
        this.#sent(connection, effect);
        break;
      case "discard":
        if (endsWithConnection(connection, effect)) deliveries.take(session, effect.seq);
        else deliveries.discard(session, effect.seq);
        break;
      case "advance":
        deliveries.advance(session, effect.packetId);
        break;
      case "settle":
        deliveries.settle(session, effect.packetId);
        break;
      case "refill":
        this.#refill(connection, effect.room);
        break;
      case "receive":
        if (connection.client?.sessionExpiry !== 0) deliveries.receive(session, effect.packetId);
        break;
      case "release":
        if (connection.client?.sessionExpiry !== 0) deliveries.release(session, effect.packetId);
        break;
    }
  }

  #sent(connection: Connection, effect: Extract<Effect, { type: "sent" }>): void {
    const session = connection.client?.sessionId ?? 0;
    const { deliveries } = this.#around.store;
    const { seq, delivery, packetId, phase } = effect;
    if (endsWithConnection(connection, effect)) deliveries.take(session, seq);
    else deliveries.sent(session, seq, packetId, phase);
    // memory had it, and it must be there for another member should this one end
    if (seq < 0 && delivery.share !== undefined) deliveries.keep(session, delivery, packetId, phase);
  }

  #refill(connection: Connection, room: number): void {
    const { session } = connection;
    if (session.state !== "connected" || room === 0) return;
    const underWay = session.inflight.map((each) => each.packetId);
    const { deliveries } = this.#around.store;
    const { stored, more } = deliveries.next(
      session.client.sessionId,
      underWay,
      Math.min(room, REFILL_BATCH),
      session.client.sessionExpiry === 0,
    );
    const sized = stored.map((each) => ({
      ...each,
      size: this.#forms.template(each.delivery, connection.version, this.#around.now).bytes.length,
    }));
    this.#around.input(connection, { type: "refill", stored: sized, more });
  }
}

/** Whether what is given is over with it; a row that serves a shared group stays until it is acknowledged. */
const endsWithConnection = (
  { client }: Connection,
  { seq, delivery }: { seq: number; delivery: Delivery },
): boolean => client?.sessionExpiry === 0 && (seq < 0 || delivery.share === undefined);
