/**
 * Client packets written by hand, valid and malformed, and server packets read by an independent codec.
 * Shares no code with the broker.
 */

import mqttPacket, { type Packet as RefereePacket } from "mqtt-packet";

export type Version = 3 | 4 | 5;
export type Part = number | string | Uint8Array;

/** Numbers are bytes; strings are hex digits, with optional spaces. */
export function bytes(...parts: Part[]): Uint8Array {
  return new Uint8Array(
    Buffer.concat(
      parts.map((part) =>
        typeof part === "number"
          ? Uint8Array.of(part)
          : typeof part === "string"
            ? Buffer.from(part.replaceAll(" ", ""), "hex")
            : part,
      ),
    ),
  );
}

export const u16 = (value: number): Uint8Array => bytes(value >> 8, value & 0xff);
export const u32 = (value: number): Uint8Array => bytes(u16(value >>> 16), u16(value & 0xffff));
export const utf8 = (value: string): Uint8Array => new TextEncoder().encode(value);

/** With its length prefix. */
export function text(value: string | Uint8Array): Uint8Array {
  const content = typeof value === "string" ? utf8(value) : value;
  return bytes(u16(content.length), content);
}

export function varint(value: number): Uint8Array {
  const out: number[] = [];
  let left = value;
  do {
    out.push((left % 128) + (left >= 128 ? 128 : 0));
    left = Math.floor(left / 128);
  } while (left > 0);
  return bytes(...out);
}

/** Properties with their length prefix. */
export function properties(...parts: Part[]): Uint8Array {
  const content = bytes(...parts);
  return bytes(varint(content.length), content);
}

/** A packet with the correct remaining length. */
export function packet(first: number, ...parts: Part[]): Uint8Array {
  const content = bytes(...parts);
  return bytes(first, varint(content.length), content);
}

export interface ConnectOptions {
  name?: string;
  level?: number;
  clientId?: string | Uint8Array;
  keepAlive?: number;
  clean?: boolean;
  username?: string | Uint8Array;
  password?: string;
  will?: { topic: string; payload: string | Uint8Array; qos?: number; retain?: boolean; properties?: Part[] };
  properties?: Part[];
  /** Replaces the flags that follow from the other fields. */
  flags?: number;
}

export function connect(version: Version, options: ConnectOptions = {}): Uint8Array {
  const { name = version === 3 ? "MQIsdp" : "MQTT", level = version, clientId = "c" } = options;
  const { keepAlive = 60, clean = true, will } = options;
  const flags =
    (clean ? 0x02 : 0) |
    (will === undefined ? 0 : 0x04 | ((will.qos ?? 0) << 3) | (will.retain ? 0x20 : 0)) |
    (options.password === undefined ? 0 : 0x40) |
    (options.username === undefined ? 0 : 0x80);
  const body: Part[] = [text(name), level, options.flags ?? flags, u16(keepAlive)];
  if (version === 5) body.push(properties(...(options.properties ?? [])));
  body.push(text(clientId));
  if (will !== undefined) {
    if (version === 5) body.push(properties(...(will.properties ?? [])));
    body.push(text(will.topic), text(will.payload));
  }
  if (options.username !== undefined) body.push(text(options.username));
  if (options.password !== undefined) body.push(text(options.password));
  return packet(0x10, ...body);
}

export interface PublishOptions {
  topic?: string | Uint8Array;
  payload?: string | Uint8Array;
  qos?: number;
  packetId?: number;
  dup?: boolean;
  retain?: boolean;
  properties?: Part[];
}

export function publish(version: Version, options: PublishOptions = {}): Uint8Array {
  const { topic = "a/b", payload = "x", qos = 0, packetId = 1, dup = false, retain = false } = options;
  const body: Part[] = [text(topic)];
  if (qos > 0) body.push(u16(packetId));
  if (version === 5) body.push(properties(...(options.properties ?? [])));
  body.push(typeof payload === "string" ? utf8(payload) : payload);
  return packet(0x30 | (dup ? 8 : 0) | (qos << 1) | (retain ? 1 : 0), ...body);
}

export interface SubscribeOptions {
  packetId?: number;
  /** Filter and options byte. */
  filters?: [string | Uint8Array, number][];
  properties?: Part[];
}

export function subscribe(version: Version, options: SubscribeOptions = {}): Uint8Array {
  const { packetId = 1, filters = [["a/b", 0]] } = options;
  const head = version === 5 ? [properties(...(options.properties ?? []))] : [];
  return packet(0x82, u16(packetId), ...head, ...filters.flatMap(([filter, byte]) => [text(filter), byte]));
}

export function unsubscribe(
  version: Version,
  options: { packetId?: number; filters?: (string | Uint8Array)[]; properties?: Part[] } = {},
): Uint8Array {
  const { packetId = 1, filters = ["a/b"] } = options;
  const head = version === 5 ? [properties(...(options.properties ?? []))] : [];
  return packet(0xa2, u16(packetId), ...head, ...filters.map((filter) => text(filter)));
}

const ACK_FIRST = { puback: 0x40, pubrec: 0x50, pubrel: 0x62, pubcomp: 0x70 };

/** `reason` holds the optional reason code and properties. */
export const acknowledge = (type: keyof typeof ACK_FIRST, packetId: number, ...reason: Part[]): Uint8Array =>
  packet(ACK_FIRST[type], u16(packetId), ...reason);

export const pingreq = (): Uint8Array => bytes("c000");
export const disconnect = (...reason: Part[]): Uint8Array => packet(0xe0, ...reason);

/** The end of the first whole packet; 0 while it is incomplete. */
export function endOfPacket(given: Uint8Array): number {
  let length = 0;
  for (let at = 1, factor = 1; at < given.length; at++, factor *= 128) {
    const byte = given[at] as number;
    length += (byte & 0x7f) * factor;
    if (byte < 0x80) return at + 1 + length <= given.length ? at + 1 + length : 0;
  }
  return 0;
}

/** The whole packets of a server, in order. Throws where mqtt-packet cannot read them. */
export function decodeServerPackets(sent: Uint8Array, version: Version): RefereePacket[] {
  const parser = mqttPacket.parser({ protocolVersion: version });
  const read: RefereePacket[] = [];
  parser.on("packet", (each: RefereePacket) => read.push(each));
  parser.on("error", (error: Error) => {
    throw error;
  });
  parser.parse(Buffer.from(sent));
  return read;
}

/** The first packet of a server. */
export function decodeServerPacket(sent: Uint8Array, version: Version): RefereePacket {
  const [first] = decodeServerPackets(sent, version);
  if (first === undefined) throw new Error("The server's bytes hold no whole packet.");
  return first;
}
