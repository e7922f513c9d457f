/** Keep alive: how long a connection may be silent, and the check for overdue clients. */

import type { Connection } from "./connection.ts";
import type { Connections } from "./connections.ts";

/** Milliseconds of silence that end a connection, per second of its keep alive [MQTT-3.1.2-22]. */
const SILENCE = 1500;
/**
 * While no other client sends anything, a client may be silent this much longer. Milliseconds per second of keep alive.
 */
const GRACE = 500;
/** Shorter keep alives have no grace: the client chose to be missed soon. Seconds. */
const SHORT = 30;
/**
 * Time between the frame that finds a client overdue and the alarm that ends it: the client's frame may be on its way.
 */
const LAST_CHANCE_MS = 1000;

/**
 * A client whose CONNECT arrived waits for us, and not we for it: it is dropped after three deadlines, about when
 * clients give up by themselves. Dropped earlier, it would come again and make a slow login slower.
 */
const DEADLINES_OF_LOGIN = 3;

/**
 * Returns when silence ends the connection; Infinity for never. Milliseconds since 1970. `connectDeadline` in seconds.
 */
export function silentAt({ session, lastSeen, openedAt }: Connection, connectDeadline: number): number {
  if (session.state === "connected") {
    const { keepAlive, until = Infinity } = session.client;
    return Math.min(until, keepAlive === 0 ? Infinity : lastSeen + keepAlive * SILENCE);
  }
  const deadlines = session.state === "authenticating" ? DEADLINES_OF_LOGIN : 1;
  return connectDeadline === 0 ? Infinity : openedAt + deadlines * connectDeadline * 1000;
}

export interface KeepAliveDependencies {
  connections: Connections;
  limits: { readonly MQTT_CONNECT_DEADLINE: number };
  wakeAt: (at: number) => void;
}

/**
 * Each frame checks for overdue clients. The alarm, which is billed as a row, is for an account in which nothing
 * arrives: it is set for the client whose last frame is the newest, and at most half a keep alive after a client is
 * overdue.
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

  /** After a frame, from `clearUntil` on: sets the alarm for an overdue client. */
  look(now: number): void {
    const { connections, wakeAt } = this.#deps;
    const due = Math.min(...connections.all().map(this.#dueOf));
    if (due <= now) wakeAt(now + LAST_CHANCE_MS);
    this.clearUntil = Math.max(due, now + LAST_CHANCE_MS);
  }
}

/** Seconds; 0 when silence does not end the connection, or its right to be connected ends first. */
function keepAliveOf({ session, lastSeen }: Connection): number {
  if (session.state !== "connected") return 0;
  const { keepAlive, until = Infinity } = session.client;
  return until < lastSeen + keepAlive * (SILENCE + GRACE) ? 0 : keepAlive;
}
