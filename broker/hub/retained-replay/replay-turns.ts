/**
 * Schedules retained replays: each slice is a turn of its own, as soon as the reader has room, so that other work runs
 * in between.
 */

import { roomOf } from "../../session/deliver.ts";
import type { Delivery } from "../../session/message.ts";
import type { CommonDependencies } from "../module.ts";
import type { Connection } from "../socket/connection.ts";

/** Delay after a failed turn. Milliseconds. */
const AFTER_FAILURE = 1000;
/** Delay of the alarm that continues replays whose timer was lost with the object's memory. Milliseconds. */
const LOST = 5000;

export interface Paced {
  /** The next turn, a free place in the window, or room for this many bytes. */
  waitsFor: "turn" | "window" | number;
}

interface TourTurnDependencies extends Pick<CommonDependencies, "connections" | "wakeAt"> {
  turns: { readonly now: number };
}

export class ReplayTurns<T extends Paced> {
  readonly #deps: TourTurnDependencies;
  #replays: () => ReadonlyMap<number, readonly T[]>;
  /** Runs a turn for the next replay; returns false when it failed. */
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
    // a running timer keeps the object awake; if memory is lost all the same, the alarm continues
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

  /** Milliseconds until time makes room for a replay; Infinity when only its reader can. */
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
      // the buffers of readers that wait for time are drained
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

/** Returns what keeps a delivery of this many bytes from being sent after the planned ones; null for nothing. */
export function obstacleOf(
  connection: Connection,
  { qos }: Delivery,
  bytes: number,
  planned: number,
): Paced["waitsFor"] | null {
  const session = connection.planned ?? connection.session;
  if (session.state !== "connected") return "window";
  // [MQTT-3.3.4-9] queued messages are older and are sent first
  if (qos > 0 && (session.backlog || roomOf(session) === 0)) return "window";
  return connection.outboundBuffer.has(bytes, planned) ? null : bytes;
}
