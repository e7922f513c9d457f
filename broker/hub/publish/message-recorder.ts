/**
 * Keeps messages for the history. At QoS 0 they wait in memory for less than a minute. At QoS 1 the acknowledgement waits
 * until the message is stored: the first one at once, those of the next milliseconds together, in one row. At QoS 2, and
 * for a caller over HTTP, the message is stored in the turn that accepts it, because a repeated one is not routed again.
 */

import { AT_MOST_MS, GROUP, GROUP_MS, IDLE_MS, MAX_WAITING } from "../../contract/history-cost.ts";
import type { HistoryUse } from "../../contract/message-history.ts";
import { writerText } from "../../contract/writer.ts";
import { DAY, HOUR } from "../../history/levels.ts";
import { nextStamp, packMessage, type StampedMessage } from "../../history/messages.ts";
import type { FreshMessages } from "../../storage/message-history.ts";
import type { BrokerStore } from "../../storage/store.ts";
import type { Connection, TurnPlan } from "../socket/connection.ts";
import type { Connections } from "../socket/connections.ts";
import type { Egress } from "../socket/egress.ts";
import type { DueWork } from "../turn/due-work.ts";
import type { Turns } from "../turn/turns.ts";
import type { Publication } from "./topic-route.ts";
import { writerOf } from "./writer.ts";

export interface RecorderDependencies {
  store: BrokerStore;
  turns: Turns<Connection>;
  connections: Connections;
  egress: Egress;
  due: DueWork;
  /** Milliseconds since 1970. */
  clock: () => number;
  wakeAt: (at: number | null) => void;
}

/** Bytes of the largest message: a row has at most 2 MB. */
const MAX_MESSAGE = 1_500_000;
/** After a failed transaction. */
const AGAIN_MS = 1000;

interface Waiting extends FreshMessages {
  packed: Uint8Array[];
  bytes: number;
  /** When the first and the last of them came. Milliseconds since 1970. */
  since: number;
  lastAt: number;
}

const nothing = (): Waiting => ({
  packed: [],
  bytes: 0,
  last: 0,
  oldest: Number.POSITIVE_INFINITY,
  since: 0,
  lastAt: 0,
});

type Unstamped = Omit<StampedMessage, "stamp">;

export class MessageRecorder {
  readonly #deps: RecorderDependencies;
  #waiting = nothing();
  /** What the present transaction writes: it waits again if that fails. */
  #written: Waiting[] = [];
  #lastStamp: number | null = null;
  /** When the last group was written. Milliseconds since 1970. */
  #groupAt = 0;
  #group: ReturnType<typeof setTimeout> | null = null;
  #idle: ReturnType<typeof setTimeout> | null = null;
  /** Messages that were not kept since the count was stored. */
  #missed = 0;

  constructor(deps: RecorderDependencies) {
    this.#deps = deps;
  }

  note(plan: TurnPlan, { message, from, by: author }: Publication, filter: number): void {
    const { store, connections } = this.#deps;
    const { topic, payload, qos, retain } = message;
    const by = writerText(writerOf(store, connections.principalOf(from) ?? "", author));
    const record = { filter, topic, payload, qos, retain, at: plan.now, by };
    const isDurable = qos === 2 || (qos === 1 && from <= 0);
    if (isDurable) plan.write(() => this.#has(record) && this.#append(plan, record));
    else plan.fact(() => this.#has(record) && this.#keep(record, from));
  }

  /** Whether there is room for it; counts it otherwise. */
  #has({ topic, payload, at }: Unstamped): boolean {
    const { rows } = this.#deps.store;
    const isTooLarge = topic.length + payload.length > MAX_MESSAGE;
    if (!isTooLarge && !rows.isOver(at) && !rows.isOverFor("historyRows", at)) return true;
    this.#missed++;
    this.#startIdle();
    return false;
  }

  #stamped(record: Unstamped): StampedMessage {
    const last = this.#lastStamp ?? this.#deps.store.messageHistory.lastStamp;
    this.#lastStamp = nextStamp(last, record.at);
    return { ...record, stamp: this.#lastStamp };
  }

  #keep(record: Unstamped, from: number): void {
    this.#add(this.#stamped(record));
    const connection = record.qos === 1 ? this.#deps.connections.holder(from) : undefined;
    if (connection !== undefined) this.#hold(connection);
    else {
      if (this.#isDue(record.at)) this.#deps.due.require("writeHistory");
      this.#startIdle();
    }
  }

  #add(message: StampedMessage): void {
    const waiting = this.#waiting;
    const packed = packMessage(message);
    waiting.packed.push(packed);
    waiting.bytes += packed.length;
    waiting.last = message.stamp;
    waiting.oldest = Math.min(waiting.oldest, message.at);
    waiting.since ||= message.at;
    waiting.lastAt = message.at;
  }

  /** Its acknowledgement is sent when the message is stored. */
  #hold(connection: Connection): void {
    this.#deps.egress.held.add(connection);
    this.#deps.due.require("writeHistory");
  }

  #isDue(now: number): boolean {
    const { bytes, since } = this.#waiting;
    return bytes >= MAX_WAITING || Math.abs(now - since) >= AT_MOST_MS;
  }

  /** After the turns: writes, or lets the acknowledgements wait for more messages. */
  writeDue(): void {
    const { now } = this.#deps.turns;
    const elapsed = Math.abs(now - this.#groupAt);
    const isGroup = this.#waiting.packed.length >= GROUP;
    if (isGroup || this.#isDue(now) || elapsed >= GROUP_MS) this.write();
    else this.#group ??= setTimeout(() => this.write(), GROUP_MS - elapsed);
  }

  /** Writes all that waits. Throws inside a turn. */
  write(): void {
    this.#stopGroup();
    if (this.#waiting.packed.length === 0) return;
    const isDone = this.#deps.turns.turn((plan) => plan.write(() => this.#append(plan)));
    if (!isDone) this.#group = setTimeout(() => this.write(), AGAIN_MS);
  }

  #append(plan: TurnPlan, own?: Unstamped): void {
    const { rows, messageHistory } = this.#deps.store;
    const waiting = this.#waiting;
    this.#waiting = nothing();
    this.#written.push(waiting);
    const all = { ...waiting };
    if (own !== undefined) {
      const message = this.#stamped(own);
      all.packed = [...waiting.packed, packMessage(message)];
      all.last = message.stamp;
      all.oldest = Math.min(waiting.oldest, message.at);
    }
    const isFirst = rows.countFor("historyRows", () => messageHistory.append(all));
    plan.fact(() => {
      if (isFirst) this.#deps.wakeAt(messageHistory.nextPrune());
      this.#written = [];
      this.#groupAt = plan.now;
      this.#deps.egress.held.clear();
    });
  }

  /** A turn failed: what its transaction would have written waits again. */
  recover(): void {
    for (const written of this.#written.reverse()) {
      const later = this.#waiting;
      this.#waiting = {
        packed: [...written.packed, ...later.packed],
        bytes: written.bytes + later.bytes,
        last: Math.max(written.last, later.last),
        oldest: Math.min(written.oldest, later.oldest),
        since: written.since || later.since,
        lastAt: later.lastAt || written.lastAt,
      };
    }
    this.#written = [];
  }

  /** A running timer keeps the object awake, so hibernation loses nothing. A row is cheaper than to stay awake for long. */
  #startIdle(): void {
    this.#idle ??= setTimeout(() => {
      this.#idle = null;
      const now = this.#deps.clock();
      this.#storeMissed(now);
      const { packed, lastAt } = this.#waiting;
      if (packed.length === 0) return;
      if (this.#isDue(now) || Math.abs(now - lastAt) >= IDLE_MS) this.write();
      else this.#startIdle();
    }, IDLE_MS);
  }

  #missedOn(now: number): number {
    const { meta } = this.#deps.store;
    return meta.get("missedDay") === Math.floor(now / DAY) ? meta.get("missed") : 0;
  }

  #storeMissed(now: number): void {
    const { meta } = this.#deps.store;
    if (this.#missed === 0) return;
    const missed = this.#missedOn(now) + this.#missed;
    const isDone = this.#deps.turns.turn((plan) =>
      plan.write(() => {
        meta.set("missed", missed);
        meta.set("missedDay", Math.floor(now / DAY));
      }),
    );
    if (isDone) this.#missed = 0;
  }

  use(now: number): HistoryUse {
    const { messageHistory, rows } = this.#deps.store;
    const stored = messageHistory.use(now - HOUR);
    const { packed, bytes } = this.#waiting;
    return {
      messages: stored.messages + packed.length,
      bytes: stored.bytes + bytes,
      oldestAt: stored.oldestAt ?? (packed.length === 0 ? null : this.#waiting.oldest),
      lastHour: {
        messages: stored.lastHour.messages + packed.length,
        bytes: stored.lastHour.bytes + bytes,
      },
      rows: rows.ofHistory(now),
      missed: this.#missedOn(now) + this.#missed,
    };
  }

  #stopGroup(): void {
    if (this.#group !== null) clearTimeout(this.#group);
    this.#group = null;
  }

  /** Before a restart: nothing waits afterwards. */
  leave(): void {
    this.write();
    this.#storeMissed(this.#deps.clock());
    this.stop();
  }

  stop(): void {
    this.#stopGroup();
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
  }
}
