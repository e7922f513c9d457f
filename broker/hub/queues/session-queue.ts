/** What a session has to wait for, and what it has not acknowledged. Which kind it has is chosen when it begins. */

import type { Delivery, Phase, StoredDelivery } from "../../session/message.ts";
import type { TurnPlan } from "../socket/connection.ts";

export interface Sent {
  seq: number;
  delivery: Delivery;
  packetId: number;
  phase: Phase;
}

export interface SessionQueue {
  /** To the end of the queue; others may have to go for it, or it finds no room. */
  hold(plan: TurnPlan, delivery: Delivery): void;
  /** It is sent at once, and has a row until it is acknowledged. */
  keep(plan: TurnPlan, delivery: Delivery, packetId: number, phase: Phase): void;
  /** The next ones in order that are not under way on this connection, and whether there are more. */
  next(
    plan: TurnPlan,
    underWay: readonly number[],
    room: number,
  ): { stored: StoredDelivery[]; more: boolean };
  sent(plan: TurnPlan, sent: Sent): void;
  /** Of what `next` brought, one that is not wanted any more. */
  discard(plan: TurnPlan, seq: number, delivery: Delivery): void;
  advance(plan: TurnPlan, packetId: number): void;
  settle(plan: TurnPlan, packetId: number): void;
  receive(plan: TurnPlan, packetId: number): void;
  release(plan: TurnPlan, packetId: number): void;
}
