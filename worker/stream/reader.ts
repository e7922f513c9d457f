/** One reader of a stream: a WebSocket to the account's object, and an HTTP response. */

import { StoredEvent } from "../../broker/contract/account.ts";
import { stored } from "../../broker/contract/json.ts";
import { REPLACED } from "../../broker/contract/stream.ts";
import { utf8Length } from "../../broker/contract/utf8.ts";
import type { PublishPacket } from "../../broker/session/packet.ts";
import { MAX_UNREAD } from "../contract/limits.ts";
import { eventOf } from "../present/event.ts";
import { Backlog, lostOnTheWay, missed, replaced, tooLarge } from "./backlog.ts";
import { StreamPackets } from "./packets.ts";
import { COMMENT, messageOf, preamble, sse } from "./sse.ts";
import { unreadBytes, writtenLength } from "./unread-bytes.ts";

/** Parses an event that the account's object sends to a stream. */
const storedEvent = stored(StoredEvent);

const COMMENT_MS = 25_000;
/** Normal closure (RFC 6455, 7.4.1). */
const DONE = 1000;
/** Without a close frame. */
const FAILED = 1006;

/** The events stored by the account's object. */
export interface Stored {
  /** The time of the event with this id; null when it is not stored. Milliseconds since 1970. */
  timeOf(id: string): Promise<number | null>;
  /** A page of events after this time, oldest first. */
  after(at: number): Promise<StoredEvent[]>;
}

/** What a stream is opened with. */
export interface Readable {
  messages: boolean;
  events: boolean;
}

interface StreamRequest {
  userId: string;
  /** The reader's last id; empty for a new one. */
  lastId: string;
  /** The end of the request: its client is gone. */
  signal: AbortSignal;
}

/**
 * After this many bytes the reader sends a ping. Without packets from it the object assumes that it has stalled, and
 * drops messages.
 */
const READ_BYTES = 128 * 1024;
const PINGREQ = new Uint8Array([0xc0, 0]);
/** The object knows how far behind a reader is in steps of this many bytes. */
const STEP_BYTES = MAX_UNREAD / 4;

/** A text of the object that is no event: since when messages are lost. */
const TIME = /^\d+$/;

const now = () => new Date().toISOString();
/** A character has at most three bytes, or two and its pair two. */
const fits = (text: string): boolean => 3 * text.length <= MAX_UNREAD || utf8Length(text) <= MAX_UNREAD;

export class StreamReader {
  readonly body: ReadableStream<Uint8Array>;
  readonly #socket: WebSocket;
  readonly #backlog: Backlog;
  readonly #packets: StreamPackets;
  readonly #opened = Promise.withResolvers<void>();
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #readable: Readable;
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  /** The response waits for a chunk. */
  #isAsked = false;
  #isReplaying = false;
  /** An event arrived while older ones were read. */
  #hasNews = false;
  /** Ids of replayed events that may still arrive live. */
  #replayed = new Set<string>();
  /** Bytes received since the last packet to the object. */
  #unsaid = 0;
  /** Steps that it was behind at the last report. */
  #reported = 0;
  /** The time of the last event that was sent. Milliseconds since 1970. */
  #sentAt = 0;
  #isOver = false;
  /** The last chunk ends the response. */
  #isLast = false;
  #wake: (() => void) | null = null;

  constructor(socket: WebSocket, readable: Readable, { userId, lastId, signal }: StreamRequest) {
    this.#socket = socket;
    this.#readable = readable;
    this.#backlog = new Backlog(userId, unreadBytes);
    this.#packets = new StreamPackets(readable);
    socket.binaryType = "arraybuffer";
    socket.addEventListener("message", ({ data }) => this.#heard(data));
    socket.addEventListener("close", ({ code }) => this.#closed(code));
    socket.addEventListener("error", () => this.#closed(FAILED));
    socket.accept();
    this.#timer = setInterval(() => this.#tick(), COMMENT_MS);
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => this.#pulled(),
        cancel: () => this.#cancelled(),
      },
      // a chunk is made when the one before is written, and nothing waits in the stream itself
      { highWaterMark: 0 },
    );
    signal.addEventListener("abort", () => this.end());
    if (signal.aborted) this.end();
    // the id of a new reader's first block must not hide what a reader that comes back has missed
    this.#push(preamble(lastId === "" ? Date.now() : null));
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
    if (at === null || this.#readable.messages) this.#push(missed(at, now()));
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
    if (typeof data === "string") this.#text(data);
    else if (data instanceof ArrayBuffer) this.#packet(new Uint8Array(data));
    else return;
    if (this.#isOver) return;
    this.#unsaid += typeof data === "string" ? data.length : data.byteLength;
    if (this.#unsaid < READ_BYTES) return;
    this.#unsaid = 0;
    this.#socket.send(PINGREQ);
  }

  #text(text: string): void {
    if (!TIME.test(text)) {
      this.#event(storedEvent(text));
      return;
    }
    this.#push(lostOnTheWay(new Date(Number(text)).toISOString(), now()));
    // the object drops messages until it knows that everything before the notice was read
    if (!this.#isOver) this.#socket.send(PINGREQ);
  }

  #packet(bytes: Uint8Array): void {
    const { messages, acks } = this.#packets.push(bytes);
    if (this.#packets.isOpen) this.#opened.resolve();
    for (const message of messages) this.#message(message);
    if (acks !== null && !this.#isOver) this.#socket.send(acks);
  }

  #event(event: StoredEvent): void {
    // events during the replay are stored, and read with the rest
    if (this.#isReplaying) this.#hasNews = true;
    else if (!this.#replayed.delete(event.id)) this.#device(event);
  }

  /** Nothing is decoded and written for a reader that has no room for it. */
  #message(message: PublishPacket): void {
    const { payload, topic } = message;
    if (this.#backlog.isLosing) return;
    const length = payload.length > MAX_UNREAD ? payload.length : writtenLength(payload);
    if (length > MAX_UNREAD) this.#push(tooLarge(topic, payload.length, now()));
    else if (length > this.#backlog.room) this.#lose();
    else this.#push(this.#written(message));
  }

  #written(message: PublishPacket): string {
    // with events, the id is that of the last event
    const id = this.#readable.events ? undefined : String(Date.now());
    const text = messageOf(message, now(), id);
    return fits(text) ? text : tooLarge(message.topic, message.payload.length, now());
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

  #lose(): void {
    this.#backlog.lose(now());
    this.#drain();
  }

  #tick(): void {
    this.#backlog.report();
    if (this.#backlog.isEmpty) this.#push(COMMENT);
    // other readers may have made room
    this.#wake?.();
  }

  #pulled(): void {
    this.#isAsked = true;
    this.#backlog.noteDrained();
    this.#drain();
  }

  #drain(): void {
    if (this.#isAsked) {
      const chunk = this.#backlog.take(now());
      if (chunk !== null) {
        this.#isAsked = false;
        this.#controller?.enqueue(chunk);
        if (this.#isLast) this.#close();
      }
    }
    this.#report();
    this.#wake?.();
  }

  /** The object ends the reader that is furthest behind when an account opens too many. */
  #report(): void {
    if (this.#isOver) return;
    const { bytes, isLosing } = this.#backlog;
    const steps = isLosing ? MAX_UNREAD / STEP_BYTES + 1 : Math.floor(bytes / STEP_BYTES);
    if (steps === this.#reported) return;
    this.#reported = steps;
    this.#socket.send(String(steps));
  }

  #closed(code: number): void {
    if (this.#isOver) return;
    if (code === REPLACED) this.#endWith(replaced(now()));
    else this.end();
  }

  #endWith(text: string): void {
    this.#leave();
    this.#isLast = true;
    this.#backlog.end(text);
    this.#drain();
  }

  /** The object closed: the caller lost its rights, or the object restarts. The backlog is not delivered. */
  end(): void {
    if (this.#isOver && !this.#isLast) return;
    this.#leave();
    this.#close();
  }

  #close(): void {
    this.#isLast = false;
    this.#controller?.close();
  }

  #cancelled(): void {
    this.#isLast = false;
    this.#leave();
    this.#backlog.noteDrained();
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
