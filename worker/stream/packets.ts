/** PURE. Parses what the account's object sends on a stream's connection, and makes the acknowledgements. */

import { PacketDecoder } from "../../broker/codec/decoder.ts";
import { encode } from "../../broker/codec/encoder.ts";
import { joined } from "../../broker/contract/bytes.ts";
import type { PublishPacket } from "../../broker/session/packet.ts";

const CONNACK = 2;
const SUBACK = 9;
const PUBLISH = 3;
const PUBREL = 6;
/** Packet types whose content matters. Of others, at most the arrival does. */
const READ = new Set([PUBLISH, PUBREL]);

export class StreamPackets {
  readonly #decoder = new PacketDecoder({ maximumPacketSize: 0, version: 5 });
  readonly #first: number;
  #rest = new Uint8Array(0);
  /** SUBACK: the object sends new messages from now on. */
  isOpen = false;

  constructor({ messages }: { messages: boolean }) {
    this.#first = messages ? SUBACK : CONNACK;
  }

  /** The messages of the chunk, and the acknowledgements to send; `null` for none. */
  push(chunk: Uint8Array): { messages: PublishPacket[]; acks: Uint8Array | null } {
    const messages: PublishPacket[] = [];
    const acks: Uint8Array[] = [];
    for (const packet of this.#split(chunk)) {
      for (const read of this.#decoder.push(packet).packets) {
        if (read.type === "publish") {
          messages.push(read);
          if (read.qos > 0) acks.push(ack(read.qos === 1 ? "puback" : "pubrec", read.packetId));
        } else if (read.type === "pubrel") acks.push(ack("pubcomp", read.packetId));
      }
    }
    return { messages, acks: acks.length === 0 ? null : joined(acks) };
  }

  /** Complete packets of the types above. */
  *#split(chunk: Uint8Array): Iterable<Uint8Array> {
    const bytes = this.#rest.length === 0 ? chunk : joined([this.#rest, chunk]);
    let at = 0;
    for (let end = endOf(bytes, at); end !== null; end = endOf(bytes, at)) {
      const type = (bytes[at] ?? 0) >> 4;
      this.isOpen ||= type === this.#first;
      if (READ.has(type)) yield bytes.subarray(at, end);
      at = end;
    }
    this.#rest = bytes.slice(at);
  }
}

/** Returns the end of the packet at `start` [MQTT-2.1.4]; null when it is incomplete. */
function endOf(bytes: Uint8Array, start: number): number | null {
  let length = 0;
  for (let at = start + 1, shift = 0; at < bytes.length; at++, shift += 7) {
    const byte = bytes[at] ?? 0;
    length |= (byte & 0x7f) << shift;
    if (byte < 0x80) return at + 1 + length <= bytes.length ? at + 1 + length : null;
  }
  return null;
}

const ack = (type: "puback" | "pubrec" | "pubcomp", packetId: number): Uint8Array =>
  encode({ type, packetId, code: 0 }, 5);
