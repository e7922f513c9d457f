/**
 * QoS 1 messages of shared groups that were sent and not acknowledged, in memory: if the session of the member ends,
 * another member receives them. This is enough while all sessions of the group end with their connections, because a
 * crash ends them all. Messages that stay unacknowledged are moved to storage, so that the object may sleep.
 */

import type { Delivery } from "../../session/message.ts";

interface Sent {
  delivery: Delivery;
  /** Milliseconds since 1970. */
  at: number;
}

const NOTHING: ReadonlyMap<number, Sent> = new Map();

export class SharedInflight {
  /** By packet id, in the order sent. Only sessions with messages. */
  readonly bySession = new Map<number, Map<number, Sent>>();

  put(session: number, packetId: number, sent: Sent): void {
    const own = this.bySession.get(session) ?? new Map<number, Sent>();
    this.bySession.set(session, own.set(packetId, sent));
  }

  of(session: number): ReadonlyMap<number, Sent> {
    return this.bySession.get(session) ?? NOTHING;
  }

  delete(session: number, packetId: number): void {
    const own = this.bySession.get(session);
    own?.delete(packetId);
    if (own?.size === 0) this.bySession.delete(session);
  }

  remove(session: number): void {
    this.bySession.delete(session);
  }

  since(at: number): number[] {
    const sessions: number[] = [];
    for (const [session, own] of this.bySession) {
      const [first] = own.values();
      if (first !== undefined && first.at <= at) sessions.push(session);
    }
    return sessions;
  }
}
