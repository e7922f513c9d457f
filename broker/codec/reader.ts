/** Reads the standards' data types from the bytes of one packet, and refuses malformed ones. */

import { decodeUtf8 } from "../contract/utf8.ts";
import type { ProtocolVersion, UserProperty } from "../session/packet.ts";
import { malformed, protocolError } from "./malformed.ts";

const EMPTY = new Uint8Array(0);

export class Reader {
  bytes: Uint8Array = EMPTY;
  start = 0;
  /** Whether the remaining length has its shortest form. */
  shortest = true;
  at = 0;
  end = 0;
  /** Null before CONNECT. */
  version: ProtocolVersion | null = null;
  topic = "";

  get left(): number {
    return this.end - this.at;
  }

  u8(): number {
    return this.bytes[this.#take(1)] as number;
  }

  u16(): number {
    const at = this.#take(2);
    return ((this.bytes[at] as number) << 8) | (this.bytes[at + 1] as number);
  }

  u32(): number {
    return this.u16() * 0x10000 + this.u16();
  }

  /** A variable byte integer: at most four bytes, in the shortest form [MQTT-1.5.5-1]. */
  varint(): number {
    let value = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.u8();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) {
        if (byte === 0 && shift > 0) throw malformed("MQTT-1.5.5-1", "A number uses more bytes than needed.");
        return value;
      }
    }
    throw malformed(null, "A number is longer than four bytes.");
  }

  binary(): Uint8Array {
    return this.#slice(this.u16());
  }

  rest(): Uint8Array {
    return this.#slice(this.left);
  }

  /**
   * Well-formed UTF-8 without surrogates [MQTT-1.5.4-1] and without U+0000 [MQTT-1.5.4-2], in 3.1.1 [MQTT-1.5.3-1]
   * [MQTT-1.5.3-2] [MQTT-1.5.3-3]. The standard lets a broker refuse control characters; this one accepts them.
   */
  text(): string {
    const at = this.#take(this.u16());
    const text = decodeUtf8(this.bytes, at, this.at);
    if (text === null) throw malformed("MQTT-1.5.4-1", "A text is not well-formed UTF-8.");
    if (text.includes("\0")) throw malformed("MQTT-1.5.4-2", "A text contains U+0000.");
    return text;
  }

  pair(): UserProperty {
    const name = this.text();
    return [name, this.text()];
  }

  /** Never 0 [MQTT-2.2.1-3], in 3.1.1 [MQTT-2.3.1-1]. */
  packetId(): number {
    const packetId = this.u16();
    if (packetId === 0) throw protocolError("MQTT-2.2.1-3", "The packet id is 0.");
    return packetId;
  }

  finish(): void {
    if (this.at !== this.end) throw malformed(null, "The packet is longer than its content.");
  }

  /** Reads this text if it comes next. Returns false for another text, an empty one, and text that is not ASCII. */
  skipText(text: string): boolean {
    const { bytes, at } = this;
    const { length } = text;
    if (length === 0 || at + 2 + length > this.end) return false;
    if ((((bytes[at] as number) << 8) | (bytes[at + 1] as number)) !== length) return false;
    // topics usually differ at their end
    for (let next = length - 1; next >= 0; next--) {
      const byte = bytes[at + 2 + next] as number;
      if (byte !== text.charCodeAt(next) || byte >= 0x80) return false;
    }
    this.at = at + 2 + length;
    return true;
  }

  /** A hash of the end of the next text. */
  hashOfText(): number {
    const { bytes, at } = this;
    const end = Math.min(this.end, at + 2 + (((bytes[at] as number) << 8) | (bytes[at + 1] as number)));
    let hash = end - at;
    for (let next = Math.max(at, end - 4); next < end; next++) hash = hash * 31 + (bytes[next] as number);
    return hash;
  }

  #slice(length: number): Uint8Array {
    const at = this.#take(length);
    const { buffer, byteOffset } = this.bytes;
    // half the cost of 'subarray'
    return new Uint8Array(buffer, byteOffset + at, length);
  }

  #take(count: number): number {
    const { at } = this;
    if (at + count > this.end) throw malformed(null, "The packet ends before its content does.");
    this.at = at + count;
    return at;
  }
}
