/**
 * Limits of queues, per session and account. A session over its limits loses its oldest messages. The account's bytes
 * are shared by principals: the queues of one hold at most as much as is free for all others, so the first one can fill
 * half, a second one half of the rest. A principal that would hold more loses its own oldest messages; a message that
 * still has no room is not stored, and not acknowledged.
 */

import { BROKER_LIMITS, type BrokerLimits } from "../../contract/limits.ts";
import type { Receipt } from "../../session/message.ts";
import type { Load } from "../../storage/deliveries.ts";
import type { BrokerStore } from "../../storage/store.ts";
import type { Connections } from "../socket/connections.ts";
import type { QueueLoad } from "./queue-load.ts";
import type { SentCursors } from "./sent-cursors.ts";
import type { WaitingLines } from "./waiting-lines.ts";

const MIB = 1_048_576;
const NOTHING: Load = { messages: 0, bytes: 0 };

export interface QueueDependencies {
  store: BrokerStore;
  limits: BrokerLimits;
  connections: Connections;
}

interface Waiting {
  load: QueueLoad;
  lines: WaitingLines;
  sentCursors: SentCursors;
}

interface QueueLimits {
  /** Messages of one session; 0 for no limit. */
  messages: number;
  /** Bytes of one session and of the account. */
  sessionBytes: number;
  accountBytes: number;
}

function limitsOf({ MQTT_MAX_QUEUED: messages }: BrokerLimits): QueueLimits {
  const scale = messages / BROKER_LIMITS.MQTT_MAX_QUEUED.default;
  return { messages, sessionBytes: scale * MIB, accountBytes: 16 * scale * MIB };
}

export class QueueRoom {
  #store: BrokerStore;
  #limits: QueueLimits;
  #rows: QueueLoad;
  #lines: WaitingLines;
  #sentCursors: SentCursors;
  #connections: Connections;

  constructor({ store, limits, connections }: QueueDependencies, waiting: Waiting) {
    this.#store = store;
    this.#limits = limitsOf(limits);
    this.#connections = connections;
    this.#rows = waiting.load;
    this.#lines = waiting.lines;
    this.#sentCursors = waiting.sentCursors;
  }

  get left(): number {
    const { messages, accountBytes } = this.#limits;
    return messages === 0 ? Number.POSITIVE_INFINITY : accountBytes - this.#rows.bytes - this.#lines.bytes;
  }

  has(session: number, bytes: number, left = this.left): boolean {
    return left >= bytes || this.#bytes(this.siblings(session)) >= bytes;
  }

  /** Whether messages must be removed after one was appended to this queue. */
  isShort(session: number): boolean {
    const { messages, accountBytes } = this.#limits;
    if (messages === 0) return false;
    return this.#isOver(this.#load(session, null)) || this.left < accountBytes / 2;
  }

  /**
   * In a transaction, after a message of `bytes` was appended: removes the oldest until it fits. Messages in memory are
   * removed by facts.
   */
  make(session: number, bytes: number, fact: (work: () => void) => void): void {
    if (!this.isShort(session)) return;
    const leaving = new Leaving(this.#lines, fact);
    const drop = (each: number): boolean => this.#drop(each, leaving);
    const left = () => this.left + leaving.bytes;
    const isOver = (load: Load): boolean => this.#isOver(load) && load.messages > 1;
    while (isOver(this.#load(session, leaving)) && drop(session));
    if (left() >= this.#limits.accountBytes / 2) return;
    const siblings = this.siblings(session);
    const held = () => siblings.reduce((sum, each) => sum + this.#load(each, leaving).bytes, 0);
    // it need not shrink because others grew, but it does not grow
    const before = held() - bytes;
    while (left() < 0 || held() > Math.max(before, left())) {
      const [fullest] = siblings
        .map((each) => ({ each, load: this.#load(each, leaving) }))
        .filter(({ each, load }) => load.messages > (each === session ? 1 : 0))
        .sort((a, b) => b.load.bytes - a.load.bytes);
      if (fullest === undefined || !drop(fullest.each)) break;
    }
  }

  #drop(session: number, leaving: Leaving): boolean {
    const isInMemory = this.#rows.of(session).messages === 0;
    const isDropped = isInMemory ? leaving.add(session) : this.#dropRow(session, leaving);
    if (isDropped) this.count();
    return isDropped;
  }

  #dropRow(session: number, leaving: Leaving): boolean {
    const dropped = this.#store.deliveries.dropOldest(session, this.#sentCursors.cursor(session));
    if (dropped === null) return false;
    this.#rows.charge(session, -1, -dropped.bytes);
    leaving.noteLost(session, dropped.receipt);
    return true;
  }

  /** In a transaction: one message is lost for lack of room. */
  count(): void {
    const { meta } = this.#store;
    meta.set("dropped", meta.get("dropped") + 1);
  }

  #load(session: number, leaving: Leaving | null): Load {
    const [rows, line] = [this.#rows.of(session), this.#lines.load(session)];
    const gone = leaving?.of(session) ?? NOTHING;
    return {
      messages: rows.messages + line.messages - gone.messages,
      bytes: rows.bytes + line.bytes - gone.bytes,
    };
  }

  #isOver({ messages, bytes }: Load): boolean {
    return messages > this.#limits.messages || bytes > this.#limits.sessionBytes;
  }

  #bytes = (sessions: readonly number[]): number =>
    sessions.reduce((sum, each) => sum + this.#rows.of(each).bytes + this.#lines.load(each).bytes, 0);

  siblings(session: number): number[] {
    const ref = this.#connections.principalOf(session);
    return ref === undefined ? [session] : this.#connections.sessionsOf(ref).map(({ id }) => id);
  }
}

class Leaving {
  bytes = 0;
  #lines: WaitingLines;
  #fact: (work: () => void) => void;
  #loads = new Map<number, Load>();

  constructor(lines: WaitingLines, fact: (work: () => void) => void) {
    this.#lines = lines;
    this.#fact = fact;
  }

  of(session: number): Load {
    return this.#loads.get(session) ?? NOTHING;
  }

  /** Chooses the oldest message that is not leaving yet. Returns false when none remains. */
  add(session: number): boolean {
    const { messages, bytes } = this.of(session);
    const next = this.#lines.at(session, messages);
    if (next === null) return false;
    this.#loads.set(session, { messages: messages + 1, bytes: bytes + next.bytes });
    this.bytes += next.bytes;
    this.#fact(() => this.#lines.shift(session));
    this.noteLost(session, next.delivery.receipt);
    return true;
  }

  /** The publisher of a dropped message does not wait for this reader. */
  noteLost(session: number, receipt: Receipt | undefined): void {
    if (receipt !== undefined) this.#fact(() => receipt.answered(session, false));
  }
}
