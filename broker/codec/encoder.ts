/** Packets to a client → bytes. */

import type { Packet, ProtocolVersion, PublishPacket } from "../protocol/packet.ts";

/** A PUBLISH as bytes, once for all readers that get it in the same form. */
export interface PublishTemplate {
  bytes: Uint8Array;
  /** Offset of the packet id; -1 at QoS 0. */
  packetIdAt: number;
}

export function encode(_packet: Packet, _version: ProtocolVersion): Uint8Array {
  return new Uint8Array(0);
}

export function publishTemplate(_publish: PublishPacket, _version: ProtocolVersion): PublishTemplate {
  return { bytes: new Uint8Array(0), packetIdAt: -1 };
}

/** A copy with its own packet id, and the DUP flag when it is sent again. */
export function withPacketId(template: PublishTemplate, _packetId: number, _dup = false): Uint8Array {
  return template.bytes.slice();
}
