/** One reader of a stream: a WebSocket to the account's object, and an HTTP response. */

import { StoredEvent } from "../../broker/contract/account.ts";
import { stored } from "../../broker/contract/json.ts";
import { EVENTS_TOPIC } from "../../broker/contract/stream.ts";
import type { PublishPacket } from "../../broker/session/packet.ts";
import { eventOf } from "../present/event.ts";
import { Backlog } from "./backlog.ts";
import { StreamPackets } from "./packets.ts";
import { COMMENT, messageOf, RETRY, sse } from "./sse.ts";

/** Parses an event that the account's object sends to a stream. */
const storedEvent = stored(StoredEvent);

const COMMENT_MS = 25_000;
/** Normal closure (RFC 6455, 7.4.1). */
const DONE = 1000;

/** The events stored by the account's object. */
export interface Stored {
  /** The time of the event with this id; null when it is not stored. Milliseconds since 1970. */
  timeOf(id: string): Promise<number | null>;
  /** A page of events after this time, oldest first. */
  after(at: number): Promise<StoredEvent[]>;
}

/**
 * After this many bytes the reader sends a ping. Without packets from it the object assumes that it has stalled, and
 * drops messages.
 */
const READ_BYTES = 128 * 1024;
const PINGREQ = new Uint8Array([0xc0, 0]);

const now = () => new Date().toISOString();

export class StreamReader {
  readonly body: ReadableStream<Uint8Array>;
  readonly #socket: WebSocket;
  readonly #backlog = new Backlog();
  readonly #packets: StreamPackets;
  readonly #opened = Promise.withResolvers<void>();
  readonly #timer: ReturnType<typeof setInterval>;
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  readonly #readable: Readable;
  #isReplaying = false;
  /** An event arrived while older ones were read. */
  #hasNews = false;
  /** Ids of replayed events that may still arrive live. */
  #replayed = new Set<string>();
  /** Bytes received since the last packet to the object. */
  #unsaid = 0;
  /** The time of the last event that was sent. Milliseconds since 1970. */
  #sentAt = 0;
  #isOver = false;
  #wake: (() => void) | null = null;

  constructor(socket: WebSocket, readable: Readable) {
    this.#socket = socket;
    this.#readable = readable;
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

  /** Resolves when the subscription is active, or the stream has ended. */
  get opened(): Promise<void> {
    return this.#opened.promise;
  }

  /** Sends what happened since the last id: one gap for messages, then the events in order. */
  resume(id: string, stored: Stored): void {
    this.#isReplaying = this.#readable.events;
    this.#replay(id, stored).catch(() => this.end());
  }

  /** The id of a stream without events is a time. */
  async #replay(id: string, { timeOf, after }: Stored): Promise<void> {
    await this.opened;
    const at = /^\d{13}$/.test(id) ? Number(id) : await timeOf(id);
    if (at === null || this.#readable.messages) this.#push(missed(at));
    this.#sentAt = at ?? 0;
    while (this.#isReplaying && !this.#isOver) {
      this.#hasNews = false;
      const page = await after(this.#sentAt);
      await this.#room();
      for (const event of page) this.#device(event);
      if (page.length > 0) this.#replayed = new Set(page.map((event) => event.id));
      else this.#isReplaying = this.#hasNews;
    }
  }

  /** Waits until the reader has taken most of its backlog. */
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
    for (const message of messages) this.#message(message);
    if (this.#isOver) return;
    if (acks !== null) this.#socket.send(acks);
    this.#unsaid += data.byteLength;
    if (this.#unsaid < READ_BYTES) return;
    this.#unsaid = 0;
    this.#socket.send(PINGREQ);
  }

  #message(message: PublishPacket): void {
    if (message.topic === EVENTS_TOPIC) {
      const event = storedEvent(new TextDecoder().decode(message.payload));
      // events during the replay are stored, and read with the rest
      if (this.#isReplaying) this.#hasNews = true;
      else if (!this.#replayed.delete(event.id)) this.#device(event);
      return;
    }
    // not worth writing it for a reader that does not read
    if (this.#backlog.isLosing) return;
    // with events, the id is that of the last event
    const id = this.#readable.events ? undefined : String(Date.now());
    this.#push(messageOf(message, now(), id));
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

  /** The object closed: the caller lost its rights, or the object restarts. The backlog is not delivered. */
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

/** What a stream is opened with. */
export interface Readable {
  messages: boolean;
  events: boolean;
}

const missed = (at: number | null): string =>
  sse("gap", {
    from: at === null ? null : new Date(at).toISOString(),
    to: now(),
    why:
      at === null
        ? "The event of Last-Event-ID is not kept any more."
        : "Messages that came while no stream was open are not repeated.",
  });
