/** Writes the standards' data types one after the other. */

import type { UserProperty } from "../session/packet.ts";

const utf8 = new TextEncoder();

const MAX_LENGTH = 0xffff;

/** Up to this length, writing the text here is faster than a call to the platform. Characters. */
const SHORT_TEXT = 128;
const FIRST_ROOM = 4096;
/** A buffer that grew beyond this is released after the packet. Bytes. */
const KEPT_ROOM = 262_144;

export class Writer {
  static readonly HEADER_ROOM = 5;
  #bytes = new Uint8Array(FIRST_ROOM);
  at = 0;

  /** Starts a packet, with room for the header that `finish` writes in front. */
  start(): void {
    this.at = Writer.HEADER_ROOM;
  }

  u8(value: number): void {
    this.#room(1);
    this.#bytes[this.at++] = value;
  }

  u16(value: number): void {
    this.#room(2);
    this.#bytes[this.at++] = value >> 8;
    this.#bytes[this.at++] = value;
  }

  u32(value: number): void {
    this.u16(value >>> 16);
    this.u16(value & 0xffff);
  }

  /** In the shortest form [MQTT-1.5.5-1]. */
  varint(value: number): void {
    this.#room(4);
    this.at = putVarint(this.#bytes, this.at, value);
  }

  raw(value: Uint8Array): void {
    this.#room(value.length);
    this.#bytes.set(value, this.at);
    this.at += value.length;
  }

  binary(value: Uint8Array): void {
    if (value.length > MAX_LENGTH) throw new RangeError("Binary data is longer than 65,535 bytes.");
    this.u16(value.length);
    this.raw(value);
  }

  text(value: string): void {
    this.#room(2 + value.length * 3);
    const written = this.#ascii(value) ?? utf8.encodeInto(value, this.#bytes.subarray(this.at + 2)).written;
    if (written > MAX_LENGTH) throw new RangeError("A text is longer than 65,535 bytes.");
    this.u16(written);
    this.at += written;
  }

  /** Writes ASCII text. Returns its bytes; null when it is long or not ASCII, where the platform is faster. */
  #ascii(value: string): number | null {
    if (value.length > SHORT_TEXT) return null;
    let at = this.at + 2;
    for (let next = 0; next < value.length; next++) {
      const code = value.charCodeAt(next);
      if (code >= 0x80) return null;
      this.#bytes[at++] = code;
    }
    return value.length;
  }

  pair([name, value]: UserProperty): void {
    this.text(name);
    this.text(value);
  }

  /** Inserts the length of everything since `from` in front of it. */
  measure(from: number): void {
    const length = this.at - from;
    this.#room(4);
    const shift = varintSize(length);
    this.#bytes.copyWithin(from + shift, from, this.at);
    putVarint(this.#bytes, from, length);
    this.at += shift;
  }

  finish(first: number): { bytes: Uint8Array; header: number } {
    const remaining = this.at - Writer.HEADER_ROOM;
    const header = 1 + varintSize(remaining);
    const start = Writer.HEADER_ROOM - header;
    this.#bytes[start] = first;
    putVarint(this.#bytes, start + 1, remaining);
    const bytes = this.#bytes.slice(start, this.at);
    if (this.#bytes.length > KEPT_ROOM) this.#bytes = new Uint8Array(FIRST_ROOM);
    return { bytes, header };
  }

  #room(count: number): void {
    if (this.at + count <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.at + count, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.at));
    this.#bytes = larger;
  }
}

const varintSize = (value: number): number =>
  value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x200000 ? 3 : 4;

function putVarint(bytes: Uint8Array, at: number, value: number): number {
  let left = value;
  while (left >= 0x80) {
    bytes[at++] = (left & 0x7f) | 0x80;
    left >>>= 7;
  }
  bytes[at++] = left;
  return at;
}
