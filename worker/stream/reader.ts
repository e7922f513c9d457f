/** One reader of a stream: a WebSocket to the account's object on one side, an HTTP answer on the other. */

import type { StoredEvent } from "../../broker/contract/account.ts";
import { EVENTS_TOPIC } from "../../broker/contract/stream.ts";
import { eventOf } from "../present/event.ts";
import { Backlog } from "./backlog.ts";
import { StreamPackets } from "./packets.ts";
import { COMMENT, messageOf, RETRY, sse } from "./sse.ts";
import { storedEvent } from "./stored-event.ts";

const COMMENT_MS = 25_000;
/** Normal closure [RFC 6455, 7.4.1]. */
const DONE = 1000;

/** Reads events that were stored after the one with this id, and when that one was; null where it is not kept. */
export type EventsSince = (id: string) => Promise<{ at: number; events: StoredEvent[] } | null>;

const now = () => new Date().toISOString();

export class StreamReader {
  readonly body: ReadableStream<Uint8Array>;
  readonly #socket: WebSocket;
  readonly #backlog = new Backlog();
  readonly #packets: StreamPackets;
  readonly #opened = Promise.withResolvers<void>();
  readonly #timer: ReturnType<typeof setInterval>;
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  /** Events that came while older ones are read; null once those are sent. */
  #held: StoredEvent[] | null = null;
  /** When the last event was that was sent. Milliseconds since 1970. */
  #sentAt = 0;
  #isOver = false;
  #wake: (() => void) | null = null;

  constructor(socket: WebSocket, readable: Readable) {
    this.#socket = socket;
    this.#packets = new StreamPackets(readable);
    socket.binaryType = "arraybuffer";
    socket.addEventListener("message", ({ data }) => this.#heard(data));
    socket.addEventListener("close", () => this.end());
    socket.addEventListener("error", () => this.end());
    socket.accept();
    this.#timer = setInterval(() => this.#push(COMMENT), COMMENT_MS);
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => this.#drain(),
        cancel: () => this.#leave(),
      },
      { highWaterMark: 1 },
    );
    this.#push(RETRY);
  }

  /** Until nothing that happens is missed any more, or the stream is over. */
  get opened(): Promise<void> {
    return this.#opened.promise;
  }

  /** What happened since the reader had this event: one gap for the messages, and events in their order. */
  resume(id: string, readable: Readable, since: EventsSince): void {
    // what happens meanwhile is sent behind it
    if (readable.events) this.#held = [];
    this.#replay(id, readable, since).catch(() => this.end());
  }

  async #replay(id: string, { messages, events }: Readable, since: EventsSince): Promise<void> {
    const first = await since(id);
    if (first === null || messages) this.#push(missed(first));
    let page = events ? (first?.events ?? []) : [];
    while (page.length > 0 && !this.#isOver) {
      for (const event of page) this.#device(event);
      await this.#room();
      page = (await since(page.at(-1)?.id ?? id))?.events ?? [];
    }
    const held = this.#held ?? [];
    this.#held = null;
    for (const event of held) if (event.at > this.#sentAt) this.#device(event);
  }

  /** Until the reader has taken most of what waits for it. */
  async #room(): Promise<void> {
    while (!this.#backlog.hasRoom && !this.#isOver) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  #heard(data: unknown): void {
    if (!(data instanceof ArrayBuffer)) return;
    const { messages, acks } = this.#packets.push(new Uint8Array(data));
    if (this.#packets.isOpen) this.#opened.resolve();
    for (const message of messages) {
      if (message.topic === EVENTS_TOPIC) this.#event(storedEvent(new TextDecoder().decode(message.payload)));
      else this.#push(messageOf(message, now()));
    }
    if (acks !== null && !this.#isOver) this.#socket.send(acks);
  }

  #event(event: StoredEvent): void {
    if (this.#held === null) this.#device(event);
    else this.#held.push(event);
  }

  #device(event: StoredEvent): void {
    this.#sentAt = event.at;
    this.#push(sse("device", eventOf(event), event.id));
  }

  #push(text: string): void {
    if (this.#isOver) return;
    this.#backlog.push(text, now());
    this.#drain();
  }

  #drain(): void {
    const controller = this.#controller;
    while (controller !== null && (controller.desiredSize ?? 0) > 0) {
      const chunk = this.#backlog.take(now());
      if (chunk === null) break;
      controller.enqueue(chunk);
    }
    this.#wake?.();
  }

  /** The object closed: the caller may not read any more, or it restarts. Nothing that waits is delivered. */
  end(): void {
    if (this.#isOver) return;
    this.#leave();
    this.#controller?.close();
  }

  #leave(): void {
    this.#isOver = true;
    this.#opened.resolve();
    clearInterval(this.#timer);
    this.#backlog.clear();
    this.#wake?.();
    this.#socket.close(DONE);
  }
}

/** What a stream is read for. */
export interface Readable {
  messages: boolean;
  events: boolean;
}

const missed = (last: { at: number } | null): string =>
  sse("gap", {
    from: last === null ? null : new Date(last.at).toISOString(),
    to: now(),
    why:
      last === null
        ? "The event of Last-Event-ID is not kept any more."
        : "Messages that came while no stream was open are not repeated.",
  });
