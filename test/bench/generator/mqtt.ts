/** MQTT 3.1.1 packets, encoded before the clock starts; written apart from the product's codec on purpose. */
import { connect, publish, subscribe } from "../../support/packet-bytes.ts";
import { encodeFrame } from "./websocket.ts";

export const PAYLOAD_BYTES = 64;

export const TYPE = { connack: 2, publish: 3, puback: 4, suback: 9 } as const;

export interface Login {
  clientId: string;
  username?: string;
  password?: string;
}

export function connectPacket({ clientId, username, password }: Login, keepAlive = 0): Buffer {
  const login = { ...(username !== undefined && { username }), ...(password !== undefined && { password }) };
  return Buffer.from(connect(4, { clientId, keepAlive, ...login }));
}

export const subscribePacket = (filters: readonly string[], qos: 0 | 1): Buffer =>
  Buffer.from(subscribe(4, { filters: filters.map((filter) => [filter, qos]) }));

export const publishPacket = (topic: string, payload: Buffer, packetId?: number): Buffer =>
  Buffer.from(publish(4, { topic, payload, ...(packetId !== undefined && { packetId, qos: 1 }) }));

/** A client's keep-alive packet. */
export const PINGREQ = Buffer.from([0xc0, 0]);
export const PINGREQ_FRAME = encodeFrame(PINGREQ);

export const DISCONNECT = Buffer.from([0xe0, 0]);

/** A PUBACK for the packet id at this place. */
export const pubackPacket = (bytes: Buffer, at: number): Buffer =>
  Buffer.from([0x40, 2, bytes[at] ?? 0, bytes[at + 1] ?? 0]);

export const pubackFrame = (bytes: Buffer, at: number): Buffer => encodeFrame(pubackPacket(bytes, at));

/** The first two bytes of a payload, which ends the packet, name the publisher. */
export function payloadOf(publisher: number, size = PAYLOAD_BYTES): Buffer {
  const payload = Buffer.alloc(size, 0x2e);
  payload.writeUInt16BE(publisher, 0);
  return payload;
}

/** Splits a byte stream into packets: `start` to `end` is the body behind the fixed header. */
export class PacketReader {
  private tail: Buffer | null = null;
  private readonly onPacket: (first: number, bytes: Buffer, start: number, end: number) => void;

  constructor(onPacket: (first: number, bytes: Buffer, start: number, end: number) => void) {
    this.onPacket = onPacket;
  }

  push(received: Buffer, from: number, to: number): void {
    let bytes = received;
    let at = from;
    let end = to;
    if (this.tail !== null) {
      bytes = Buffer.concat([this.tail, received.subarray(from, to)]);
      at = 0;
      end = bytes.length;
      this.tail = null;
    }
    while (at < end) {
      const next = this.readPacket(bytes, at, end);
      if (next < 0) {
        this.tail = Buffer.from(bytes.subarray(at, end));
        return;
      }
      at = next;
    }
  }

  private readPacket(bytes: Buffer, at: number, end: number): number {
    let length = 0;
    let body = at + 1;
    for (let shift = 0; ; shift += 7) {
      if (body >= end) return -1;
      const digit = bytes[body++] ?? 0;
      length |= (digit & 0x7f) << shift;
      if (digit < 0x80) break;
    }
    if (body + length > end) return -1;
    this.onPacket(bytes[at] ?? 0, bytes, body, body + length);
    return body + length;
  }
}
