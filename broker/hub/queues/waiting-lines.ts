/**
 * Messages that wait for room on a connection whose session ends with it. They are in memory, because writing and
 * deleting a row costs more than everything else for a message. Long-waiting ones are moved to storage, so that the
 * object may sleep.
 */

import type { Delivery, Message } from "../../session/message.ts";
import type { Load } from "../../storage/deliveries.ts";

export interface Waiting {
  /** Negative; the number of a stored message is positive. */
  seq: number;
  delivery: Delivery;
  bytes: number;
  /** When it began to wait. Milliseconds since 1970. */
  at: number;
}

interface Line {
  /** Entries before `head` are gone. */
  all: Waiting[];
  head: number;
  bytes: number;
}

/** From this many on, gone entries are removed from the array. */
const COMPACT = 64;
const NOTHING: Load = { messages: 0, bytes: 0 };

export class WaitingLines {
  readonly bySession = new Map<number, Line>();
  #lastSeq = 0;
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  load(session: number): Load {
    const line = this.bySession.get(session);
    return line === undefined ? NOTHING : { messages: line.all.length - line.head, bytes: line.bytes };
  }

  put(session: number, delivery: Delivery, bytes: number, at: number): void {
    this.#lastSeq -= 1;
    this.#append(session, { seq: this.#lastSeq, delivery, bytes, at });
  }

  #append(session: number, waiting: Waiting): void {
    let line = this.bySession.get(session);
    if (line === undefined) {
      line = { all: [], head: 0, bytes: 0 };
      this.bySession.set(session, line);
    }
    line.all.push(waiting);
    line.bytes += waiting.bytes;
    this.#bytes += waiting.bytes;
  }

  first(session: number, count: number): readonly Waiting[] {
    const line = this.bySession.get(session);
    return line === undefined ? [] : line.all.slice(line.head, line.head + count);
  }

  /** Returns null when fewer wait. */
  at(session: number, index: number): Waiting | null {
    const line = this.bySession.get(session);
    return line?.all[line.head + index] ?? null;
  }

  shift(session: number): void {
    const line = this.bySession.get(session);
    const first = line?.all[line.head];
    if (line === undefined || first === undefined) return;
    line.head++;
    line.bytes -= first.bytes;
    this.#bytes -= first.bytes;
    if (line.head === line.all.length) this.bySession.delete(session);
    else if (line.head >= COMPACT && line.head * 2 >= line.all.length) {
      line.all.splice(0, line.head);
      line.head = 0;
    }
  }

  /** Removes the commands of the broker on this topic, and returns their messages. */
  takeCommands(session: number, topic: string): Message[] {
    const waiting = this.first(session, Number.POSITIVE_INFINITY);
    const commands = waiting.filter(({ delivery }) => delivery.byBroker && delivery.message.topic === topic);
    if (commands.length === 0) return [];
    const gone = new Set(commands);
    this.remove(session);
    for (const each of waiting) if (!gone.has(each)) this.#append(session, each);
    return commands.map(({ delivery }) => delivery.message);
  }

  remove(session: number): void {
    this.#bytes -= this.bySession.get(session)?.bytes ?? 0;
    this.bySession.delete(session);
  }

  since(at: number): number[] {
    const sessions: number[] = [];
    for (const [session, line] of this.bySession) {
      if ((line.all[line.head] as Waiting).at <= at) sessions.push(session);
    }
    return sessions;
  }
}
