/** Which property is allowed in which packet, after the standard's own table. */

import { expect, test } from "vitest";
import { PacketDecoder } from "../../../../broker/codec/decoder.ts";
import { bytes, connect, packet, properties, publish, text, u16 } from "../../../support/packet-bytes.ts";

const decoder = (version: 5 | null) => new PacketDecoder({ maximumPacketSize: 65_536, version });

/**
 * MQTT 5, table 2-4, from a client: identifier, type, and whether CONNECT, will, PUBLISH, PUBACK, SUBSCRIBE,
 * UNSUBSCRIBE, DISCONNECT, AUTH have it.
 */
const TABLE_2_4: [number, string, string][] = [
  [0x01, "bit", ".wp....."],
  [0x02, "u32", ".wp....."],
  [0x03, "text", ".wp....."],
  [0x08, "text", ".wp....."],
  [0x09, "text", ".wp....."],
  [0x0b, "varint", "....s..."],
  [0x11, "u32", "c.....d."],
  [0x12, "text", "........"],
  [0x13, "u16", "........"],
  [0x15, "text", "c......a"],
  [0x16, "text", "c......a"],
  [0x17, "bit", "c......."],
  [0x18, "u32", ".w......"],
  [0x19, "bit", "c......."],
  [0x1a, "text", "........"],
  [0x1c, "text", "......d."],
  [0x1f, "text", "...k..da"],
  [0x21, "u16", "c......."],
  [0x22, "u16", "c......."],
  [0x23, "u16", "..p....."],
  [0x24, "bit", "........"],
  [0x25, "bit", "........"],
  [0x26, "pair", "cwpksuda"],
  [0x27, "u32", "c......."],
  [0x28, "bit", "........"],
  [0x29, "bit", "........"],
  [0x2a, "bit", "........"],
];

test("every foreign property is refused in every packet, and every own one accepted", () => {
  const sample: Record<string, Uint8Array> = {
    bit: bytes(1),
    u16: u16(1),
    u32: bytes("00000001"),
    varint: bytes(1),
    text: text("t"),
    pair: bytes(text("k"), text("v")),
  };
  const places = [
    (p: Uint8Array, id: number) => connect(5, { properties: id === 0x16 ? [0x15, text("m"), p] : [p] }),
    (p: Uint8Array) => connect(5, { will: { topic: "w", payload: "", properties: [p] } }),
    (p: Uint8Array) => publish(5, { properties: [p] }),
    (p: Uint8Array) => packet(0x40, u16(1), 0, properties(p)),
    (p: Uint8Array) => packet(0x82, u16(1), properties(p), text("a"), 0),
    (p: Uint8Array) => packet(0xa2, u16(1), properties(p), text("a")),
    (p: Uint8Array) => packet(0xe0, 0, properties(p)),
    (p: Uint8Array, id: number) =>
      packet(0xf0, 0x18, properties(...(id === 0x15 ? [p] : [0x15, text("m"), p]))),
  ];
  for (const [id, type, has] of TABLE_2_4) {
    for (const [at, build] of places.entries()) {
      const made = build(bytes(id, sample[type] ?? ""), id);
      const { failure } = decoder(at < 2 ? null : 5).push(made);
      // PUBLISH has a subscription identifier, but only a server may send it
      const expected = has[at] !== "." ? null : id === 0x0b && at === 2 ? 0x82 : 0x81;
      expect(failure?.reason ?? null, `0x${id.toString(16)} in ${at}`).toBe(expected);
    }
  }
});
