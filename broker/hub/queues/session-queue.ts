/**
 * Messages that wait for a session, and those it has not acknowledged. The kind of queue is chosen when the session
 * begins.
 */

import type { Delivery, Phase, StoredDelivery } from "../../session/message.ts";
import type { TurnPlan } from "../socket/connection.ts";

export interface SentDelivery {
  seq: number;
  delivery: Delivery;
  packetId: number;
  phase: Phase;
}

export interface SessionQueue {
  /** Appends a message. Others may have to be removed for it; or it is not stored. */
  hold(plan: TurnPlan, delivery: Delivery): void;
  /** A message that is sent at once has a row until it is acknowledged. */
  keep(plan: TurnPlan, delivery: Delivery, packetId: number, phase: Phase): void;
  /** Returns the next messages in order that are not in flight on this connection, and whether there are more. */
  next(
    plan: TurnPlan,
    underWay: readonly number[],
    room: number,
  ): { stored: StoredDelivery[]; more: boolean };
  sent(plan: TurnPlan, sent: SentDelivery): void;
  /** Removes a message returned by `next` that is not to be sent any more. */
  discard(plan: TurnPlan, seq: number, delivery: Delivery): void;
  advance(plan: TurnPlan, packetId: number): void;
  settle(plan: TurnPlan, packetId: number): void;
  receive(plan: TurnPlan, packetId: number): void;
  release(plan: TurnPlan, packetId: number): void;
}
