/** How long a connection may say nothing, and who looks for those that said nothing for longer. */

import type { Connection } from "./connection.ts";
import type { Connections } from "./connections.ts";

/** Milliseconds of silence that end a connection, for each second of its keep alive [MQTT-3.1.2-22]. */
const SILENCE = 1500;
/** Of several clients, one may be silent for so much longer while no other says anything: milliseconds for each second. */
const GRACE = 500;
/** Shorter keep alives have no grace: a client chooses one to be missed soon. Seconds. */
const SHORT = 30;
/** Between a frame that finds a client overdue and the alarm that ends it: the client's own frame may be on its way. */
const LAST_CHANCE_MS = 1000;

/** When it ends unless it says something; Infinity for never. Milliseconds since 1970. `connectDeadline` in seconds. */
export function silentAt({ session, lastSeen, openedAt }: Connection, connectDeadline: number): number {
  if (session.state === "connected") {
    const { keepAlive, until = Infinity } = session.client;
    return Math.min(until, keepAlive === 0 ? Infinity : lastSeen + keepAlive * SILENCE);
  }
  return connectDeadline === 0 ? Infinity : openedAt + connectDeadline * 1000;
}

export interface KeepAliveDependencies {
  connections: Connections;
  limits: { readonly MQTT_CONNECT_DEADLINE: number };
  wakeAt: (at: number) => void;
}

/**
 * Each frame that comes looks for overdue clients. So the alarm, which is billed as a row, is for the case that nobody
 * says anything: it is set for the client that was heard last, and at most half a keep alive after a client is due.
 */
export class KeepAliveCheck {
  readonly #deps: KeepAliveDependencies;
  /** No client is overdue before this time: `look` has nothing to do. Milliseconds since 1970. */
  clearUntil = 0;

  constructor(deps: KeepAliveDependencies) {
    this.#deps = deps;
  }

  #dueOf = (connection: Connection): number => silentAt(connection, this.#deps.limits.MQTT_CONNECT_DEADLINE);

  isOverdue(connection: Connection, now: number): boolean {
    return this.#dueOf(connection) <= now;
  }

  next(): number {
    let last = 0;
    for (const connection of this.#deps.connections.holders()) {
      if (keepAliveOf(connection) > 0) last = Math.max(last, this.#dueOf(connection));
    }
    let next = Infinity;
    for (const connection of this.#deps.connections.all()) {
      const due = this.#dueOf(connection);
      const keepAlive = keepAliveOf(connection);
      const grace = keepAlive < SHORT ? 0 : keepAlive * GRACE;
      next = Math.min(next, Math.min(Math.max(due, last), due + grace));
    }
    return next;
  }

  /** After a frame, from `clearUntil` on: an overdue client is ended soon, unless the alarm rings before. */
  look(now: number): void {
    const { connections, wakeAt } = this.#deps;
    const due = Math.min(...connections.all().map(this.#dueOf));
    if (due <= now) wakeAt(now + LAST_CHANCE_MS);
    this.clearUntil = Math.max(due, now + LAST_CHANCE_MS);
  }
}

/** Seconds; 0 where silence does not end the connection, or its right to be here ends first. */
function keepAliveOf({ session, lastSeen }: Connection): number {
  if (session.state !== "connected") return 0;
  const { keepAlive, until = Infinity } = session.client;
  return until < lastSeen + keepAlive * (SILENCE + GRACE) ? 0 : keepAlive;
}
