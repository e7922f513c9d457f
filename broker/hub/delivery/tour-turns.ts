/** When tours go on: each slice in a turn of its own, as soon as its reader has room, so that others come in between. */

import { roomOf } from "../../protocol/deliver.ts";
import type { Delivery } from "../../protocol/message.ts";
import type { Connection } from "../sockets/connection.ts";
import type { Connections } from "../sockets/connections.ts";

/** After a turn that failed. Milliseconds. */
const AFTER_FAILURE = 1000;
/** When the alarm looks after tours whose timer was lost with the object's memory. Milliseconds. */
const LOST = 5000;

export interface Paced {
  /** Its turn, a free place in the window, or room for so many bytes. */
  waitsFor: "turn" | "window" | number;
}

interface TourTurnDependencies {
  connections: Connections;
  turns: { readonly now: number };
  wakeAt: (at: number) => void;
}

export class TourTurns<T extends Paced> {
  readonly #deps: TourTurnDependencies;
  #tours: () => ReadonlyMap<number, readonly T[]>;
  /** A turn for the next one; false when it failed. */
  #turn: () => boolean;
  #soon = false;
  #later = false;

  constructor(
    deps: TourTurnDependencies,
    tours: () => ReadonlyMap<number, readonly T[]>,
    turn: () => boolean,
  ) {
    this.#deps = deps;
    this.#tours = tours;
    this.#turn = turn;
  }

  goOn(): void {
    const wait = this.next() === null ? this.#wait() : 0;
    if (wait === Number.POSITIVE_INFINITY) return;
    if (wait > 0) this.#lookAgain(wait);
    else if (!this.#soon) {
      this.#soon = true;
      setTimeout(() => this.#go(), 0);
    }
    // no object sleeps while a timer runs; should memory be lost all the same, the alarm goes on
    this.#deps.wakeAt(this.#deps.turns.now + LOST);
  }

  next(): { tour: T; connection: Connection } | null {
    for (const [session, [tour]] of this.#tours()) {
      const connection = this.#deps.connections.holder(session);
      if (tour !== undefined && connection !== undefined && hasRoom(connection, tour)) {
        return { tour, connection };
      }
    }
    return null;
  }

  /** Until time makes room for one of them; without end where only its reader can. Milliseconds. */
  #wait(): number {
    let wait = Number.POSITIVE_INFINITY;
    for (const [session, [tour]] of this.#tours()) {
      const credit = this.#deps.connections.holder(session)?.credit;
      if (credit === undefined || typeof tour?.waitsFor !== "number") continue;
      wait = Math.min(wait, Math.max(1, credit.wait(tour.waitsFor)));
    }
    return wait;
  }

  #lookAgain(milliseconds: number): void {
    if (this.#later) return;
    this.#later = true;
    setTimeout(() => {
      this.#later = false;
      // time has passed for those who wait for it
      for (const [tour] of this.#tours().values()) {
        if (typeof tour?.waitsFor === "number") tour.waitsFor = "turn";
      }
      this.goOn();
    }, milliseconds);
  }

  #go(): void {
    const done = this.#turn();
    this.#soon = false;
    if (done) this.goOn();
    else this.#lookAgain(AFTER_FAILURE);
  }
}

function hasRoom({ session, credit }: Connection, { waitsFor }: Paced): boolean {
  if (session.state !== "connected") return false;
  if (waitsFor === "turn") return true;
  return waitsFor === "window" ? !session.backlog && roomOf(session) > 0 : credit.has(waitsFor);
}

/** What keeps a delivery of so many bytes from being sent now, behind those that are planned; null for nothing. */
export function obstacleOf(
  connection: Connection,
  { qos }: Delivery,
  bytes: number,
  planned: number,
): Paced["waitsFor"] | null {
  const session = connection.planned ?? connection.session;
  if (session.state !== "connected") return "window";
  // [MQTT-3.3.4-9] what waits in the queue came before, and goes before
  if (qos > 0 && (session.backlog || roomOf(session) === 0)) return "window";
  return connection.credit.has(bytes, planned) ? null : bytes;
}
