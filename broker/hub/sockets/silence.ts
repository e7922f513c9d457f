/** How long a connection may say nothing. */

import type { Connection } from "./connection.ts";

/** Milliseconds of silence that end a connection, for each second of its keep alive [MQTT-3.1.2-22]. */
const SILENCE = 1500;

/** When it ends unless it says something; Infinity for never. Milliseconds since 1970. `connectDeadline` in seconds. */
export function silentAt({ session, lastSeen, openedAt }: Connection, connectDeadline: number): number {
  if (session.state === "connected") {
    const { keepAlive, until = Infinity } = session.client;
    return Math.min(until, keepAlive === 0 ? Infinity : lastSeen + keepAlive * SILENCE);
  }
  return connectDeadline === 0 ? Infinity : openedAt + connectDeadline * 1000;
}
