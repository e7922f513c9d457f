import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encode, publishTemplate, putPublish } from "../../../../broker/codec/encoder.ts";
import { PROPERTIES, propertiesOf } from "../../../../broker/codec/properties.ts";
import type { PublishPacket } from "../../../../broker/session/packet.ts";
import { bytes, decodeServerPackets, type Version } from "../../../support/packet-bytes.ts";
import { publishPacket } from "./client-packets.ts";
import { comparable, refereeComparable } from "./referee.ts";
import { five, four, id } from "./server-packets.ts";

const readBack = (sent: Uint8Array, version: Version) =>
  decodeServerPackets(sent, version).map((read) => refereeComparable(read as never));

describe("mqtt-packet reads encoded packets", () => {
  test("MQTT 5", () => {
    fc.assert(
      fc.property(five, (packet) => {
        expect(readBack(encode(packet, 5), 5)).toEqual([comparable(packet)]);
      }),
      { numRuns: 3000 },
    );
  });

  test("MQTT 3.1.1, without properties and reasons", () => {
    fc.assert(
      fc.property(five, (packet) => {
        const expected = four(packet);
        fc.pre(expected !== null);
        if (expected === null) return;
        // codes are chosen by the caller; the encoder leaves the rest out
        const given =
          packet.type === "suback" ? { ...packet, codes: (expected as typeof packet).codes } : packet;
        expect(readBack(encode(given, 4), 4)).toEqual([comparable(expected)]);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("bytes", () => {
  const publish: PublishPacket = {
    type: "publish",
    topic: "a/b",
    payload: new Uint8Array([1, 2]),
    qos: 1,
    retain: false,
    dup: false,
    packetId: 10,
    properties: {},
  };

  test("the standard's own example of a PUBLISH", () => {
    expect(encode({ ...publish, payload: new Uint8Array(0) }, 4)).toEqual(bytes("32 07 0003 612f62 000a"));
  });

  test("[MQTT-3.3.2-18] user properties keep their order, names may repeat", () => {
    const userProperties = [
      ["b", "1"],
      ["a", "2"],
      ["b", "3"],
    ] as const;
    const sent = encode({ ...publish, qos: 0, packetId: 0, properties: { userProperties } }, 5);
    const pairs = "26 0001 62 0001 31  26 0001 61 0001 32  26 0001 62 0001 33";
    expect(sent).toEqual(bytes("30 1d 0003 612f62 15", pairs, "0102"));
  });

  test("[MQTT-3.3.4-3] [MQTT-3.3.4-4] all subscription identifiers stand in one packet", () => {
    const sent = encode({ ...publish, qos: 0, packetId: 0, subscriptionIdentifiers: [1, 200] }, 5);
    expect(sent).toEqual(bytes("30 0d 0003 612f62 05 0b01 0bc801 0102"));
  });

  test("success without properties is the shortest form", () => {
    expect(encode({ type: "puback", packetId: 5, code: 0 }, 5)).toEqual(bytes("40 02 0005"));
    expect(encode({ type: "puback", packetId: 5, code: 0x10 }, 5)).toEqual(bytes("40 03 0005 10"));
    expect(encode({ type: "pubrel", packetId: 5, code: 0, properties: {} }, 5)).toEqual(bytes("62 02 0005"));
    expect(encode({ type: "disconnect", code: 0 }, 5)).toEqual(bytes("e0 00"));
    expect(encode({ type: "disconnect", code: 0x8e }, 5)).toEqual(bytes("e0 01 8e"));
    expect(encode({ type: "pingresp" }, 5)).toEqual(bytes("d0 00"));
  });

  test("AUTH with a method", () => {
    const properties = { authenticationMethod: "m" };
    expect(encode({ type: "auth", code: 0x18, properties }, 5)).toEqual(bytes("f0 06 18 04 15 0001 6d"));
  });

  test("[MQTT-3.2.2-6] [MQTT-3.2.2-4] a refusal never has the session-present flag", () => {
    expect(encode({ type: "connack", sessionPresent: true, code: 5 }, 4)).toEqual(bytes("20 02 00 05"));
    expect(encode({ type: "connack", sessionPresent: true, code: 0x87 }, 5)).toEqual(bytes("20 03 00 87 00"));
    expect(encode({ type: "connack", sessionPresent: true, code: 0 }, 4)).toEqual(bytes("20 02 01 00"));
  });

  test("[MQTT-1.5.5-1] lengths at the limits of one to four bytes", () => {
    const header = (length: number): Uint8Array => {
      const payload = new Uint8Array(length - 3);
      const sent = encode({ ...publish, topic: "t", qos: 0, packetId: 0, payload }, 4);
      expect(decodeServerPackets(sent, 4)).toHaveLength(1);
      return sent.slice(1, sent.length - length);
    };
    expect(header(127)).toEqual(bytes("7f"));
    expect(header(128)).toEqual(bytes("8001"));
    expect(header(16_383)).toEqual(bytes("ff7f"));
    expect(header(16_384)).toEqual(bytes("808001"));
    expect(header(2_097_151)).toEqual(bytes("ffff7f"));
    expect(header(2_097_152)).toEqual(bytes("80808001"));
  });

  test("properties longer than 127 bytes", () => {
    const reasonString = "ü".repeat(9000);
    const [read] = decodeServerPackets(
      encode({ type: "disconnect", code: 0x97, properties: { reasonString } }, 5),
      5,
    );
    expect(read).toMatchObject({ properties: { reasonString } });
  });

  test("packets that cannot exist, or that only clients send, throw", () => {
    const reasonString = "x".repeat(65_536);
    expect(() => encode({ type: "disconnect", code: 0, properties: { reasonString } }, 5)).toThrow(
      RangeError,
    );
    const correlationData = new Uint8Array(65_536);
    expect(() => encode({ ...publish, properties: { correlationData } }, 5)).toThrow(RangeError);
    expect(() => encode({ type: "pingreq" }, 5)).toThrow(RangeError);
    expect(() => encode({ type: "disconnect", code: 0 }, 4)).toThrow(RangeError);
    // and the next packet is unaffected
    expect(encode({ type: "puback", packetId: 1, code: 0 }, 5)).toEqual(bytes("40020001"));
  });
});

describe("one encoding for many subscribers", () => {
  test("a template with another packet id equals the packet with that id", () => {
    const version = fc.constantFrom(4 as const, 5 as const);
    fc.assert(
      fc.property(publishPacket, version, id, fc.boolean(), (packet, spoken, packetId, dup) => {
        const template = publishTemplate(packet, spoken);
        const before = template.bytes.slice();
        const expected = packet.qos === 0 ? packet : { ...packet, packetId, dup };
        const frame = new Uint8Array(template.bytes.length + 7);
        putPublish(frame, 7, template, packetId, dup);
        expect(frame.subarray(7)).toEqual(encode(expected, spoken));
        expect(template.bytes).toEqual(before);
        expect(template.packetIdAt >= 0).toBe(packet.qos > 0);
      }),
    );
  });
});

describe("the table of properties", () => {
  test("has every property of MQTT 5 once", () => {
    expect(PROPERTIES).toHaveLength(27);
    expect(new Set(PROPERTIES.map(({ id: each }) => each)).size).toBe(27);
    expect(new Set(PROPERTIES.map(({ name }) => name)).size).toBe(27);
  });
  test("user properties are allowed everywhere", () => {
    for (const place of [
      "connect",
      "will",
      "connack",
      "publish",
      "acknowledgement",
      "subscribe",
      "unsubscribe",
      "disconnect",
      "auth",
    ] as const) {
      expect(propertiesOf(place).map(({ name }) => name)).toContain("userProperties");
    }
  });
});
