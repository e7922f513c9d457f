/** When retained replays go on: each slice in a turn of its own, as soon as its reader has room, so that others come in between. */

import { roomOf } from "../../session/deliver.ts";
import type { Delivery } from "../../session/message.ts";
import type { Connection } from "../socket/connection.ts";
import type { Connections } from "../socket/connections.ts";

/** After a turn that failed. Milliseconds. */
const AFTER_FAILURE = 1000;
/** When the alarm looks after retained replays whose timer was lost with the object's memory. Milliseconds. */
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

export class ReplayTurns<T extends Paced> {
  readonly #deps: TourTurnDependencies;
  #replays: () => ReadonlyMap<number, readonly T[]>;
  /** A turn for the next one; false when it failed. */
  #turn: () => boolean;
  #soon = false;
  #later = false;

  constructor(
    deps: TourTurnDependencies,
    replays: () => ReadonlyMap<number, readonly T[]>,
    turn: () => boolean,
  ) {
    this.#deps = deps;
    this.#replays = replays;
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

  next(): { replay: T; connection: Connection } | null {
    for (const [session, [replay]] of this.#replays()) {
      const connection = this.#deps.connections.holder(session);
      if (replay !== undefined && connection !== undefined && hasRoom(connection, replay)) {
        return { replay, connection };
      }
    }
    return null;
  }

  /** Until time makes room for one of them; without end where only its reader can. Milliseconds. */
  #wait(): number {
    let wait = Number.POSITIVE_INFINITY;
    for (const [session, [replay]] of this.#replays()) {
      const credit = this.#deps.connections.holder(session)?.outboundBuffer;
      if (credit === undefined || typeof replay?.waitsFor !== "number") continue;
      wait = Math.min(wait, Math.max(1, credit.wait(replay.waitsFor)));
    }
    return wait;
  }

  #lookAgain(milliseconds: number): void {
    if (this.#later) return;
    this.#later = true;
    setTimeout(() => {
      this.#later = false;
      // time has passed for those who wait for it
      for (const [replay] of this.#replays().values()) {
        if (typeof replay?.waitsFor === "number") replay.waitsFor = "turn";
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

function hasRoom({ session, outboundBuffer }: Connection, { waitsFor }: Paced): boolean {
  if (session.state !== "connected") return false;
  if (waitsFor === "turn") return true;
  return waitsFor === "window" ? !session.backlog && roomOf(session) > 0 : outboundBuffer.has(waitsFor);
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
  return connection.outboundBuffer.has(bytes, planned) ? null : bytes;
}
