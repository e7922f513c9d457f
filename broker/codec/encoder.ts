/** Encodes packets to a client. 3.1.1 has neither properties nor reasons: they are omitted. */

import type {
  AckPacket,
  AuthPacket,
  ConnackPacket,
  DisconnectPacket,
  Packet,
  ProtocolVersion,
  PublishPacket,
  SubackPacket,
  UnsubackPacket,
} from "../session/packet.ts";
import type { PropertyValues } from "./properties.ts";
import { writeProperties, writeValues } from "./write-properties.ts";
import { Writer } from "./writer.ts";

/** A PUBLISH as bytes, encoded once for all readers of one form. */
export interface PublishTemplate {
  bytes: Uint8Array;
  /** Offset of the packet id; -1 at QoS 0. */
  packetIdAt: number;
}

const SUBSCRIPTION_IDENTIFIER = 0x0b;
const DUP = 0x08;
const writer = new Writer();

/** Throws a RangeError for a packet that is too large, or that only a client sends. */
export function encode(packet: Packet, version: ProtocolVersion): Uint8Array {
  switch (packet.type) {
    case "publish":
      return publishTemplate(packet, version).bytes;
    case "puback":
      return acknowledgement(packet, 0x40, version);
    case "pubrec":
      return acknowledgement(packet, 0x50, version);
    case "pubrel":
      return acknowledgement(packet, 0x62, version);
    case "pubcomp":
      return acknowledgement(packet, 0x70, version);
    case "connack":
      return connack(packet, version);
    case "suback":
    case "unsuback":
      return subscriptionAcknowledgement(packet, version);
    case "pingresp":
      return new Uint8Array([0xd0, 0]);
    case "disconnect":
    case "auth":
      return ending(packet, version);
    case "connect":
    case "subscribe":
    case "unsubscribe":
    case "pingreq":
      throw new RangeError(`A server never sends ${packet.type.toUpperCase()}.`);
  }
}

export function publishTemplate(publish: PublishPacket, version: ProtocolVersion): PublishTemplate {
  const { topic, payload, qos, retain, dup, packetId } = publish;
  writer.start();
  writer.text(topic);
  const packetIdAt = writer.at;
  if (qos > 0) writer.u16(packetId);
  if (version === 5) writePublishProperties(publish);
  writer.raw(payload);
  const { bytes, header } = writer.finish(0x30 | (dup ? DUP : 0) | (qos << 1) | (retain ? 1 : 0));
  return { bytes, packetIdAt: qos > 0 ? packetIdAt - Writer.HEADER_ROOM + header : -1 };
}

function writePublishProperties({ properties, topicAlias, subscriptionIdentifiers }: PublishPacket): void {
  const from = writer.at;
  writeValues(writer, "publish", topicAlias === undefined ? properties : { ...properties, topicAlias });
  // every matching identifier, in one packet [MQTT-3.3.4-3] [MQTT-3.3.4-4]
  for (const identifier of subscriptionIdentifiers ?? []) {
    writer.u8(SUBSCRIPTION_IDENTIFIER);
    writer.varint(identifier);
  }
  writer.measure(from);
}

/** Copies the PUBLISH to this offset, with its packet id, and the DUP flag when it is sent again. */
export function putPublish(
  into: Uint8Array,
  at: number,
  { bytes, packetIdAt }: PublishTemplate,
  packetId: number,
  dup = false,
): void {
  into.set(bytes, at);
  if (packetIdAt < 0) return;
  into[at + packetIdAt] = packetId >> 8;
  into[at + packetIdAt + 1] = packetId;
  // [MQTT-3.3.1-1] set when sent again, and only then
  into[at] = dup ? (bytes[0] as number) | DUP : (bytes[0] as number) & ~DUP;
}

function connack({ sessionPresent, code, properties }: ConnackPacket, version: ProtocolVersion): Uint8Array {
  writer.start();
  // a CONNACK that rejects has no session [MQTT-3.2.2-6], in 3.1.1 [MQTT-3.2.2-4]; 3.1 has no such flag
  writer.u8(sessionPresent && code === 0 && version !== 3 ? 1 : 0);
  writer.u8(code);
  if (version === 5) writeProperties(writer, "connack", properties);
  return writer.finish(0x20).bytes;
}

function acknowledgement(packet: AckPacket, first: number, version: ProtocolVersion): Uint8Array {
  const { packetId, code, properties } = packet;
  if (version !== 5 || (code === 0 && isEmpty(properties))) {
    // success without properties is only the packet id, in both versions
    const bytes = new Uint8Array(4);
    // assigned one by one: from a list it takes five times as long
    bytes[0] = first;
    bytes[1] = 2;
    bytes[2] = packetId >> 8;
    bytes[3] = packetId;
    return bytes;
  }
  if (isEmpty(properties)) return new Uint8Array([first, 3, packetId >> 8, packetId, code]);
  writer.start();
  writer.u16(packetId);
  writer.u8(code);
  writeProperties(writer, "acknowledgement", properties);
  return writer.finish(first).bytes;
}

function subscriptionAcknowledgement(
  packet: SubackPacket | UnsubackPacket,
  version: ProtocolVersion,
): Uint8Array {
  const { type, packetId, codes, properties } = packet;
  writer.start();
  writer.u16(packetId);
  if (version === 5) writeProperties(writer, "acknowledgement", properties);
  // UNSUBACK of 3.1.1 has no payload
  if (version === 5 || type === "suback") for (const code of codes) writer.u8(code);
  return writer.finish(type === "suback" ? 0x90 : 0xb0).bytes;
}

function ending(
  { type, code, properties }: DisconnectPacket | AuthPacket,
  version: ProtocolVersion,
): Uint8Array {
  if (version !== 5) throw new RangeError(`A server of this version never sends ${type.toUpperCase()}.`);
  const first = type === "disconnect" ? 0xe0 : 0xf0;
  if (isEmpty(properties)) return new Uint8Array(code === 0 ? [first, 0] : [first, 1, code]);
  writer.start();
  writer.u8(code);
  writeProperties(writer, type, properties);
  return writer.finish(first).bytes;
}

function isEmpty(properties: PropertyValues | undefined): boolean {
  for (const _name in properties) return false;
  return true;
}
