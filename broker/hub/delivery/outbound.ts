/** Sends messages to one reader: passes them to its session, encodes them, and refills from its queue. */

import type { Log } from "../../log.ts";
import type { Effect } from "../../session/effect.ts";
import type { Delivery } from "../../session/message.ts";
import { HubModule } from "../module.ts";
import type { Queues } from "../queues/queues.ts";
import type { Connection, TurnPlan } from "../socket/connection.ts";
import type { MeterReader } from "../socket/meter-reader.ts";
import { Encodings } from "./encodings.ts";

const REFILL_BATCH = 64;

export interface OutboundDependencies {
  queues: Queues;
  log: Log;
  meterReader: MeterReader;
}

export class Outbound extends HubModule<OutboundDependencies> {
  readonly #encodings = new Encodings();
  #isLogged = false;

  deliver(plan: TurnPlan, connection: Connection, delivery: Delivery): void {
    const size = this.sizeOf(plan, connection, delivery);
    plan.input(connection, { type: "deliver", delivery, size });
  }

  /**
   * Returns the bytes of the PUBLISH; Infinity when no packet can hold it. That message is dropped, its reader stays
   * connected.
   */
  sizeOf({ now }: TurnPlan, connection: Connection, delivery: Delivery): number {
    try {
      return this.#encodings.template(delivery, connection, now).bytes.length;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.#reportUnsendable(error);
      return Number.POSITIVE_INFINITY;
    }
  }

  /** Counts each, and logs the first since the object woke. */
  #reportUnsendable(error: RangeError): void {
    const { log, meterReader } = this.deps;
    meterReader.failed();
    if (!this.#isLogged) log.error("a message fits into no packet and is dropped", error);
    this.#isLogged = true;
  }

  publish(plan: TurnPlan, connection: Connection, effect: Extract<Effect, { type: "publish" }>): void {
    const { delivery, alias, packetId, dup } = effect;
    const { bytes, packetIdAt } = this.#encodings.outgoing(effect, connection, plan.now);
    if (delivery.qos > 0) plan.send(connection, { bytes, packetIdAt, packetId, dup });
    // a packet that introduces an alias must arrive, or the alias means nothing to the client
    else if (delivery.owed || alias?.known === false) plan.send(connection, bytes);
    else plan.sendDroppable(connection, bytes);
  }

  refill(plan: TurnPlan, connection: Connection, room: number): void {
    const { session } = connection;
    if (session.state !== "connected" || room === 0) return;
    const underWay = session.inflight.map((each) => each.packetId);
    const queue = this.deps.queues.of(session.client.sessionId);
    const { stored, more } = queue.next(plan, underWay, Math.min(room, REFILL_BATCH));
    const sized = stored.map((each) => ({ ...each, size: this.sizeOf(plan, connection, each.delivery) }));
    plan.input(connection, { type: "refill", stored: sized, more });
  }
}
