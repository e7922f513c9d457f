/** Packets of the account's object in any pieces, as messages and Server-Sent Events. */

import { Buffer } from "node:buffer";
import fc from "fast-check";
import { expect, test } from "vitest";
import { encode } from "../../../../broker/codec/encoder.ts";
import type { Packet, PublishPacket } from "../../../../broker/session/packet.ts";
import { StreamPackets } from "../../../../worker/stream/packets.ts";
import { messageOf } from "../../../../worker/stream/sse.ts";

const message = (payload: Uint8Array, qos: 0 | 1 | 2): PublishPacket => ({
  ...{ type: "publish", topic: "home/lamp", payload, qos, retain: false, dup: false },
  ...{ packetId: qos === 0 ? 0 : 7, properties: {} },
});
const bytesOf = (packets: readonly Packet[]) => Buffer.concat(packets.map((packet) => encode(packet, 5)));

test("messages are complete in any pieces, other packets are skipped, and acknowledgements match", () => {
  const payloads = fc.array(fc.tuple(fc.uint8Array({ maxLength: 400 }), fc.constantFrom(0, 1, 2)), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(payloads, fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1 }), (given, cuts) => {
      const sent = given.map(([payload, qos]) => message(payload, qos as 0 | 1 | 2));
      const packets: Packet[] = [
        { type: "connack", sessionPresent: false, code: 0 },
        ...sent,
        { type: "pingresp" },
      ];
      const bytes = bytesOf([...packets, { type: "pubrel", packetId: 7, code: 0 }]);
      const stream = new StreamPackets({ messages: false });
      const [got, acks]: [PublishPacket[], Uint8Array[]] = [[], []];
      for (let at = 0, cut = 0; at < bytes.length; cut++) {
        const size = cuts[cut % cuts.length] ?? 1;
        const { messages, acks: some } = stream.push(new Uint8Array(bytes.subarray(at, at + size)));
        got.push(...messages);
        if (some !== null) acks.push(some);
        at += size;
      }
      expect(stream.isOpen).toBe(true);
      expect(got.map(({ payload }) => Buffer.from(payload))).toEqual(
        given.map(([payload]) => Buffer.from(payload)),
      );
      const kinds = [...Buffer.concat(acks)].filter((_, at) => at % 4 === 0).map((byte) => byte >> 4);
      const expected = given.flatMap(([, qos]) => (qos === 0 ? [] : [qos === 1 ? 4 : 5]));
      expect(kinds).toEqual([...expected, 7]);
    }),
  );
});

test("a payload is text if it is UTF-8, else base64, and never breaks its line", () => {
  const at = "2026-01-01T00:00:00.000Z";
  const line = (payload: Uint8Array) => messageOf(message(payload, 0), at).split("\n");
  expect(line(new TextEncoder().encode("a\n\ndata: b"))).toHaveLength(4);
  const [, data = ""] = line(new Uint8Array([0xff, 0]));
  expect(JSON.parse(data.slice("data: ".length))).toEqual({
    ...{ topic: "home/lamp", payload: "/wA=", encoding: "base64", qos: 0, retain: false, at },
  });
});
