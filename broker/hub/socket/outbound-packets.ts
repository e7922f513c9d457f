/** Collects the packets for one socket: they are sent together as one frame. */

import { encode, putPublish } from "../../codec/encoder.ts";
import type { Packet, ProtocolVersion } from "../../session/packet.ts";
import type { ConnectedClient } from "../../session/session.ts";
import type { Part } from "../turn/peer.ts";

export class OutboundPackets {
  #parts: Part[] = [];
  #bytes = 0;

  /**
   * The packet id of a shared PUBLISH is written while it is copied into the frame: a copy of its own costs a
   * microsecond.
   */
  push(part: Part): void {
    this.#parts.push(part);
    this.#bytes += lengthOf(part);
  }

  /** Returns everything as one frame; null when empty. */
  take(): Uint8Array | null {
    const parts = this.#parts;
    const [first] = parts;
    if (first === undefined) return null;
    this.#parts = [];
    const length = this.#bytes;
    this.#bytes = 0;
    return parts.length === 1 && first instanceof Uint8Array ? first : joined(parts, length);
  }
}

const PUBLISH = 3;

export const isPublish = (part: Part): boolean =>
  !(part instanceof Uint8Array) || (part[0] as number) >> 4 === PUBLISH;

export const lengthOf = (part: Part): number =>
  part instanceof Uint8Array ? part.length : part.bytes.length;

/** Larger frames are not kept. Bytes. */
const MAX_KEPT = 65_536;
/** The frame made last: the readers of the same messages share it. */
let last: { parts: readonly Part[]; whole: Uint8Array } = { parts: [], whole: new Uint8Array(0) };

function joined(parts: readonly Part[], length: number): Uint8Array {
  if (parts.length === last.parts.length && parts.every((part, at) => part === last.parts[at])) {
    return last.whole;
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    if (part instanceof Uint8Array) whole.set(part, at);
    else putPublish(whole, at, part, part.packetId, part.dup);
    at += lengthOf(part);
  }
  if (length <= MAX_KEPT) last = { parts, whole };
  return whole;
}

/** [MQTT-3.2.2-19] [MQTT-3.14.2-3] omits the reason string and user properties of a packet too large for the client. Returns null when it is still too large. */
export function encodedFor(
  client: ConnectedClient | null,
  packet: Packet,
  version: ProtocolVersion,
): Uint8Array | null {
  const limit = client?.maximumPacketSize ?? 0;
  // [MQTT-3.1.2-29] without Request Problem Information only CONNACK and DISCONNECT may carry it
  const quiet = client?.problemInformation === false && packet.type !== "disconnect";
  const bytes = encode(quiet ? withoutWords(packet) : packet, version);
  if (limit === 0 || bytes.length <= limit) return bytes;
  const bare = encode(withoutWords(packet), version);
  return bare.length <= limit ? bare : null;
}

function withoutWords(packet: Packet): Packet {
  if (!("properties" in packet) || packet.properties === undefined) return packet;
  const {
    reasonString: _,
    userProperties: __,
    ...properties
  } = packet.properties as { reasonString?: string; userProperties?: unknown };
  return { ...packet, properties } as Packet;
}
