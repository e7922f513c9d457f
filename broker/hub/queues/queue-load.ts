/** Messages and bytes that wait in rows, by session. */

import type { Load } from "../../storage/deliveries.ts";
import type { Held } from "../../storage/sql.ts";
import type { BrokerStore } from "../../storage/store.ts";
import type { SentCursors } from "./sent-cursors.ts";

const NOTHING: Load = { messages: 0, bytes: 0 };

interface Loads {
  bySession: Map<number, Load>;
  bytes: number;
}

export class QueueLoad {
  #loads: Held<Loads>;

  constructor(store: BrokerStore, sentCursors: SentCursors) {
    this.#loads = store.hold(() => counted(store, sentCursors));
  }

  of(session: number): Load {
    return this.#loads.get().bySession.get(session) ?? NOTHING;
  }

  get bytes(): number {
    return this.#loads.get().bytes;
  }

  /** After rows changed. A session that is not counted yet will include the change. */
  charge(session: number, messages: number, bytes: number): void {
    const loads = this.#loads.peek();
    if (loads !== null) charge(loads, session, messages, bytes);
  }

  remove(session: number): void {
    const loads = this.#loads.peek();
    const load = loads?.bySession.get(session);
    if (loads === null || load === undefined) return;
    loads.bytes -= load.bytes;
    loads.bySession.delete(session);
  }
}

function charge(loads: Loads, session: number, messages: number, bytes: number): void {
  const before = loads.bySession.get(session) ?? NOTHING;
  loads.bytes += bytes;
  loads.bySession.set(session, { messages: before.messages + messages, bytes: before.bytes + bytes });
}

function counted({ deliveries }: BrokerStore, sentCursors: SentCursors): Loads {
  const loads: Loads = { bySession: new Map(), bytes: 0 };
  for (const [session, { messages, bytes }] of deliveries.waiting()) charge(loads, session, messages, bytes);
  for (const [session, { seq }] of sentCursors) {
    const { messages, bytes } = deliveries.waitingUpTo(session, seq);
    charge(loads, session, -messages, -bytes);
  }
  return loads;
}
