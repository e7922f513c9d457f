/** A packet as bytes, as far as its client takes it. */

import { encode } from "../../codec/encoder.ts";
import type { Packet, ProtocolVersion } from "../../protocol/packet.ts";
import type { Client } from "../../protocol/session.ts";

/** [MQTT-3.2.2-19] [MQTT-3.14.2-3] one that is too large for the client goes without its words, or not at all: null. */
export function encodedFor(
  client: Client | null,
  packet: Packet,
  version: ProtocolVersion,
): Uint8Array | null {
  const limit = client?.maximumPacketSize ?? 0;
  // [MQTT-3.1.2-29] who asked for no problem information gets it with CONNACK and DISCONNECT only
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
