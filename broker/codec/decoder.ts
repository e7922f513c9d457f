/** Decodes the bytes from a client into packets, in whatever pieces they arrive. */

import { decodeUtf8 } from "../contract/utf8.ts";
import type { Packet, ProtocolVersion } from "../session/packet.ts";
import { readAck, readAuth, readDisconnect } from "./acknowledge.ts";
import { readConnect } from "./connect.ts";
import { type Malformed, MalformedError, malformed, packetTooLarge, protocolError } from "./malformed.ts";
import { readPublish } from "./publish.ts";
import { Reader } from "./reader.ts";
import { readSubscribe, readUnsubscribe } from "./subscribe.ts";

export type { Malformed } from "./malformed.ts";

export interface DecoderOptions {
  /** Bytes of one packet with its fixed header; 0 for no limit. */
  maximumPacketSize: number;
  /** Null or omitted before CONNECT. */
  version?: ProtocolVersion | null;
  /** An incomplete packet from before hibernation. */
  pending?: Uint8Array;
}

const EMPTY = new Uint8Array(0);
/** Most bytes of a CONNECT, whatever the limit of later packets: its sender is not authenticated yet. */
export const MAX_CONNECT_BYTES = 65_536;
const CONNECT = 1;

export class PacketDecoder {
  version: ProtocolVersion | null;
  readonly #maximum: number;
  readonly #reader = new Reader();
  /** A buffer with spare capacity. Its first `#heldLength` bytes are an incomplete packet. */
  #held: Uint8Array;
  #heldLength: number;
  /** Bytes of the incomplete packet once its length is known; 0 before. */
  #expected = 0;
  #failure: Malformed | null = null;

  constructor({ maximumPacketSize, version = null, pending = EMPTY }: DecoderOptions) {
    this.version = version;
    this.#maximum = maximumPacketSize === 0 ? Number.POSITIVE_INFINITY : maximumPacketSize;
    this.#held = pending.length === 0 ? EMPTY : pending.slice();
    this.#heldLength = pending.length;
  }

  /**
   * Returns the packets that the chunk completes. Their payloads are views of it: the caller must not write to it
   * afterwards. After a failure every later chunk returns the same failure and no packet.
   */
  push(chunk: Uint8Array): { packets: Packet[]; failure: Malformed | null } {
    const packets: Packet[] = [];
    if (this.#failure !== null) return { packets, failure: this.#failure };
    const { bytes, length } = this.#together(chunk);
    let at = 0;
    try {
      while (at < length) {
        const next = this.#readPacket(bytes, at, length, packets);
        if (next === at) break;
        at = next;
      }
      this.#hold(bytes, at, length);
    } catch (error) {
      if (!(error instanceof MalformedError)) throw error;
      this.#failure = error.toMalformed(this.#reader.version);
      this.#hold(EMPTY, 0, 0);
    }
    return { packets, failure: this.#failure };
  }

  /** The bytes of the incomplete packet, valid until the next chunk. */
  get pending(): Uint8Array {
    return this.#held.subarray(0, this.#heldLength);
  }

  get pendingLength(): number {
    return this.#heldLength;
  }

  #together(chunk: Uint8Array): { bytes: Uint8Array; length: number } {
    if (this.#heldLength === 0) return { bytes: chunk, length: chunk.length };
    const length = this.#heldLength + chunk.length;
    if (length > this.#held.length) {
      // double it, so that a packet in one-byte pieces is not copied for each byte, up to the length of the packet
      const doubled = Math.min(this.#held.length * 2, this.#expected || Infinity);
      const larger = new Uint8Array(Math.max(length, doubled));
      larger.set(this.#held.subarray(0, this.#heldLength));
      this.#held = larger;
    }
    this.#held.set(chunk, this.#heldLength);
    return { bytes: this.#held, length };
  }

  #hold(bytes: Uint8Array, at: number, length: number): void {
    // packets were read from this buffer: it belongs to their payloads now
    if (at > 0 || bytes !== this.#held) this.#held = at === length ? EMPTY : bytes.slice(at, length);
    this.#heldLength = length - at;
  }

  /** Returns the offset of the next packet; the offset of this one when it is incomplete. */
  #readPacket(bytes: Uint8Array, start: number, length: number, packets: Packet[]): number {
    const reader = this.#reader;
    reader.version = this.version;
    this.#expected = 0;
    const first = bytes[start] as number;
    checkFirstByte(first, this.version);
    let at = start + 1;
    let remaining = 0;
    let byte = 0x80;
    for (let shift = 0; byte >= 0x80; shift += 7) {
      if (shift === 28) throw malformed(null, "The remaining length is longer than four bytes.");
      if (at === length) return start;
      byte = bytes[at++] as number;
      remaining |= (byte & 0x7f) << shift;
    }
    const end = at + remaining;
    const isConnect = first >> 4 === CONNECT;
    const most = isConnect ? Math.min(this.#maximum, MAX_CONNECT_BYTES) : this.#maximum;
    if (end - start > most) {
      if (isConnect) reader.version = peekVersion(bytes, at, length);
      const topic = first >> 4 === PUBLISH ? peekTopic(bytes, at, Math.min(end, length)) : null;
      throw packetTooLarge(end - start, most, topic);
    }
    if (end > length) {
      this.#expected = end - start;
      return start;
    }
    const padded = byte === 0 && at - start > 2;
    if (isConnect) checkConnectBits(first, bytes, at, end);
    reader.bytes = bytes;
    reader.start = start;
    reader.shortest = !padded;
    reader.at = at;
    reader.end = end;
    packets.push(readBody(reader, first));
    // 3.1.1 does not require the shortest form, and small clients write a fixed one
    if (padded && reader.version === 5) {
      packets.pop();
      throw malformed("MQTT-1.5.5-1", "The remaining length uses more bytes than needed.");
    }
    this.version ??= reader.version;
    return end;
  }
}

const PUBLISH = 3;
const DUP = 0x08;
const RETAIN = 0x01;

/** By packet type: the required flags [MQTT-2.1.3-1], in 3.1.1 [MQTT-2.2.2-1] [MQTT-2.2.2-2]; null for any. Those of
 * CONNECT depend on the version that it names. */
const FLAGS: (number | null)[] = [-1, null, -1, null, 0, 0, 2, 0, 2, -1, 2, -1, 0, -1, 0, 0];

function checkFirstByte(first: number, version: ProtocolVersion | null): void {
  const type = first >> 4;
  const flags = FLAGS[type];
  // [MQTT-3.1.0-1]
  if (version === null && type !== 1) throw protocolError("MQTT-3.1.0-1", "The first packet is not CONNECT.");
  if (type === 0 || (type === 15 && version !== 5)) throw malformed(null, `There is no packet type ${type}.`);
  if (flags === -1) throw protocolError(null, `Packet type ${type} is sent by servers only.`);
  // 3.1 (section 3) does not use the bits of other packets; SUBSCRIBE, UNSUBSCRIBE and PUBREL have a QoS, and the DUP
  // flag when they are sent again
  const ignored = version !== 3 ? 0 : flags === 2 ? DUP | RETAIN : 0x0f;
  if (flags !== null && flags !== (first & 0x0f & ~ignored)) {
    throw malformed("MQTT-2.1.3-1", "Reserved bits of the fixed header are wrong.");
  }
}

/** 3.1 (section 3.1) does not use them. */
function checkConnectBits(first: number, bytes: Uint8Array, at: number, end: number): void {
  if ((first & 0x0f) === 0 || startsWith(bytes.subarray(at, end), NAME_31)) return;
  throw malformed("MQTT-2.1.3-1", "Reserved bits of the fixed header are wrong.");
}

/** The length and the text of the protocol's name. */
const NAME_31 = [0, 6, 0x4d, 0x51, 0x49, 0x73, 0x64, 0x70];
const startsWith = (bytes: Uint8Array, first: readonly number[]): boolean =>
  first.every((byte, at) => bytes[at] === byte);

function readBody(reader: Reader, first: number): Packet {
  switch (first >> 4) {
    case 1:
      return readConnect(reader);
    case 3:
      return readPublish(reader, first & 0x0f);
    case 4:
      return readAck(reader, "puback");
    case 5:
      return readAck(reader, "pubrec");
    case 6:
      return readAck(reader, "pubrel");
    case 7:
      return readAck(reader, "pubcomp");
    case 8:
      return readSubscribe(reader);
    case 10:
      return readUnsubscribe(reader);
    case 12:
      reader.finish();
      return { type: "pingreq" };
    case 14:
      return readDisconnect(reader);
    default:
      return readAuth(reader);
  }
}

/** The version of a CONNECT that is too large to be read, if its first bytes have arrived. */
function peekVersion(bytes: Uint8Array, at: number, length: number): ProtocolVersion | null {
  const level = at + 6 < length ? (bytes[at + 6] as number) & 0x7f : null;
  return level === 4 || level === 5 ? level : null;
}

/** The topic of a PUBLISH that is too large to be read. Null if it has not arrived, or an alias replaces it. */
function peekTopic(bytes: Uint8Array, at: number, length: number): string | null {
  if (at + 2 > length) return null;
  const end = at + 2 + (((bytes[at] as number) << 8) | (bytes[at + 1] as number));
  return end > length ? null : decodeUtf8(bytes, at + 2, end) || null;
}
