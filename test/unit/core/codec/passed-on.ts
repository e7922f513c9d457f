/** The bytes of a PUBLISH that is forwarded unchanged equal its encoding. */

import { expect } from "vitest";
import { publishTemplate } from "../../../../broker/codec/encoder.ts";
import type { Packet } from "../../../../broker/session/packet.ts";

/** Returns whether the packet can be forwarded unchanged. */
export function expectToPassOn(packet: Packet): boolean {
  if (packet.type !== "publish" || packet.wire == null) return false;
  const { bytes, packetIdAt, version } = packet.wire;
  const written = publishTemplate(packet, version);
  expect({ bytes: bytes.slice(), packetIdAt }).toEqual(written);
  return true;
}

/** Packets without their original bytes; views and copies of the same payload are equal. */
export function plain(packets: readonly Packet[]): unknown {
  for (const packet of packets) expectToPassOn(packet);
  return structuredClone(
    packets.map((packet) => {
      if (packet.type !== "publish") return packet;
      const { wire: _, size: __, ...meant } = packet;
      return meant;
    }),
  );
}
