/** Checks a PUBLISH before it is acknowledged: its age, and room for it in rows, retained messages and queues. */

import { isMistake, type Mistake } from "../../contract/mistake.ts";
import { loginOf } from "../../routing/access.ts";
import { commandIn } from "../../routing/control.ts";
import { roomOf } from "../../session/deliver.ts";
import type { Message } from "../../session/message.ts";
import { queuedBytes } from "../../storage/delivery-row.ts";
import type { BrokerStore } from "../../storage/store.ts";
import type { Target } from "../delivery/target.ts";
import type { Queues } from "../queues/queues.ts";
import type { Measurements } from "../series/measurements.ts";
import type { Connections } from "../socket/connections.ts";
import type { TopicRoutes } from "./topic-route.ts";

export interface AcceptanceDependencies {
  store: BrokerStore;
  routes: TopicRoutes;
  connections: Connections;
  queues: Queues;
  measurements: Measurements;
}

export class Acceptance {
  readonly #deps: AcceptanceDependencies;

  constructor(deps: AcceptanceDependencies) {
    this.#deps = deps;
  }

  isTooOld(topic: string, payload: Uint8Array, now: number): boolean {
    const { series } = this.#deps.routes.of(topic);
    return series !== null && this.#deps.measurements.isTooOld(series, payload, now);
  }

  /** How many samples a message counts as. */
  samplesIn(topic: string, payload: Uint8Array, now: number): number {
    const { series } = this.#deps.routes.of(topic);
    return series === null ? 1 : this.#deps.measurements.countIn(series, payload, now);
  }

  /** The mistake in a message on a topic with a meaning; null for none. The stages that read it find the same one. */
  mistakeIn(message: Pick<Message, "topic" | "payload" | "retain">, now: number): Mistake | null {
    const { command, controls, series } = this.#deps.routes.of(message.topic);
    const order = command === null ? null : commandIn(message.payload, controls);
    if (isMistake(order)) return order;
    return series === null ? null : this.#deps.measurements.mistakeIn(series, message, now);
  }

  /** Whether this principal may store one more retained message. A command or reply is never retained. */
  mayRetain(message: Message, principal: string, now: number): boolean {
    const { store, routes } = this.#deps;
    const { command, reply } = routes.of(message.topic);
    if (command !== null || reply?.isInternal) return true;
    return store.retained.hasRoomFor(message, loginOf(principal), now);
  }

  /** Returns false when the account has written all rows of the day and the message needs one. */
  mayStore(message: Message, now: number): boolean {
    const { rows } = this.#deps.store;
    return !rows.mayBeOver || !rows.isOver(now) || !this.#needsRows(message);
  }

  #needsRows({ topic, qos, retain }: Message): boolean {
    const { command, discovered, series, targets, groups } = this.#deps.routes.of(topic);
    if (retain || qos === 2 || command !== null || discovered !== null) return true;
    if (qos === 0) return false;
    const isKept = ({ session, qos: granted }: Target): boolean =>
      granted > 0 && (this.#deps.connections.mayOutlive(session) || this.#waits(session));
    // one kept member is enough, whichever member receives it
    return series !== null || targets.some(isKept) || groups.some(({ members }) => members.some(isKept));
  }

  /** Returns whether every reader that cannot receive it now has room for it in its queue. */
  mayQueue(message: Message): boolean {
    const { targets, groups } = this.#deps.routes.of(message.topic);
    const waits = ({ session, qos }: Target): boolean => qos > 0 && this.#waits(session);
    // the next member of a group is not known yet: check the first
    const first = groups.length === 0 ? [] : groups.flatMap(({ members }) => members.slice(0, 1));
    // usually no reader has to wait
    if (!targets.some(waits) && !first.some(waits)) return true;
    const waiting = [...targets, ...first].filter(waits);
    const { room } = this.#deps.queues;
    const bytes = queuedBytes(message);
    let { left } = room;
    // usually there is room for all of them, whatever principals they belong to
    if (left >= bytes * waiting.length) return true;
    // the sessions of one principal share their room: check each principal once
    const served = new Set<number>();
    for (const { session } of waiting) {
      if (served.has(session)) continue;
      for (const sibling of room.siblings(session)) served.add(sibling);
      if (left >= bytes) left -= bytes;
      else if (!room.has(session, bytes, left)) return false;
    }
    return true;
  }

  #waits(session: number): boolean {
    const state = this.#deps.connections.holder(session)?.session;
    return state?.state !== "connected" || state.backlog || roomOf(state) === 0;
  }
}
