/** MQTT 3.1.1 packets, encoded before the clock starts; written apart from the product's codec on purpose. */
import { encodeFrame } from "./websocket.ts";

export const PAYLOAD_BYTES = 64;

export const TYPE = { connack: 2, publish: 3, puback: 4, suback: 9 } as const;

export interface Login {
  clientId: string;
  username?: string;
  password?: string;
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
}

function packet(first: number, body: Buffer): Buffer {
  const length: number[] = [];
  let rest = body.length;
  do {
    length.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
    rest >>= 7;
  } while (rest > 0);
  return Buffer.concat([Buffer.from([first, ...length]), body]);
}

const uint16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);

export function connectPacket(login: Login, keepAlive = 0): Buffer {
  const { clientId, username, password } = login;
  const flags = 0x02 | (username === undefined ? 0 : 0x80) | (password === undefined ? 0 : 0x40);
  const fields = [text("MQTT"), Buffer.from([4, flags]), uint16(keepAlive), text(clientId)];
  if (username !== undefined) fields.push(text(username));
  if (password !== undefined) fields.push(text(password));
  return packet(0x10, Buffer.concat(fields));
}

export function subscribePacket(filters: readonly string[], qos: 0 | 1): Buffer {
  const entries = filters.map((filter) => Buffer.concat([text(filter), Buffer.from([qos])]));
  return packet(0x82, Buffer.concat([uint16(1), ...entries]));
}

export function publishPacket(topic: string, payload: Buffer, packetId?: number): Buffer {
  const id = packetId === undefined ? [] : [uint16(packetId)];
  return packet(packetId === undefined ? 0x30 : 0x32, Buffer.concat([text(topic), ...id, payload]));
}

/** What a client says to show that it is there. */
export const PINGREQ_FRAME = encodeFrame(Buffer.from([0xc0, 0]));

export const DISCONNECT_FRAME = encodeFrame(Buffer.from([0xe0, 0]));

/** The frame of a PUBACK for the packet id at this place. */
export function pubackFrame(bytes: Buffer, at: number): Buffer {
  return encodeFrame(Buffer.from([0x40, 2, bytes[at] ?? 0, bytes[at + 1] ?? 0]));
}

/** Whose message it is stands in the first two bytes of a payload, which ends the packet. */
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
