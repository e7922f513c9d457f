/** Packets of the account's object in any pieces, as messages and Server-Sent Events. */

import { Buffer } from "node:buffer";
import fc from "fast-check";
import { expect, test } from "vitest";
import { encode } from "../../../../broker/codec/encoder.ts";
import type { Packet, PublishPacket } from "../../../../broker/session/packet.ts";
import { StreamPackets } from "../../../../worker/stream/packets.ts";
import { messageOf, sse } from "../../../../worker/stream/sse.ts";
import { escapedLength, isWrittenAsBase64, writtenLength } from "../../../../worker/stream/unread-bytes.ts";

const message = (payload: Uint8Array, qos: 0 | 1 | 2): PublishPacket => ({
  type: "publish",
  topic: "home/lamp",
  payload,
  qos,
  retain: false,
  dup: false,
  packetId: qos === 0 ? 0 : 7,
  properties: {},
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
    topic: "home/lamp",
    payload: "/wA=",
    encoding: "base64",
    qos: 0,
    retain: false,
    at,
  });
});

/** What Python's `str.splitlines` takes for the end of a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are line breaks there
const PYTHON_LINE = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/;
const SEPARATORS = fc.constantFrom(...'\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029aé"\\\u{1f600}');

test("no line separator in a payload, a topic or an event's name breaks a line of the stream", () => {
  fc.assert(
    fc.property(fc.string({ unit: SEPARATORS, maxLength: 40 }), (text) => {
      const written = [
        messageOf({ ...message(new TextEncoder().encode(text), 0), topic: text }, "now"),
        sse("device", { device: text }, "1"),
        sse("gap", { topic: text }),
      ];
      const [sent = "", device = "", gap = ""] = written.map((each) => {
        const lines = each.split(PYTHON_LINE).filter((line) => line !== "");
        expect(lines.map((line) => line.split(":")[0])).toEqual(
          lines.length === 3 ? ["event", "id", "data"] : ["event", "data"],
        );
        return lines.at(-1)?.slice("data: ".length);
      });
      expect(JSON.parse(sent)).toMatchObject({ topic: text, payload: text });
      expect([JSON.parse(device), JSON.parse(gap)]).toEqual([{ device: text }, { topic: text }]);
    }),
  );
});

test("the length of a text in the stream follows from its bytes", () => {
  const units = fc.oneof(SEPARATORS, fc.string({ unit: "binary", minLength: 1, maxLength: 1 }));
  fc.assert(
    fc.property(fc.array(units, { maxLength: 20 }), (parts) => {
      const payload = new TextEncoder().encode(parts.join("").toWellFormed());
      const line = sse("gap", new TextDecoder("utf-8", { ignoreBOM: true }).decode(payload));
      const around = 'event: gap\ndata: ""\n\n'.length;
      expect(escapedLength(payload)).toBe(Buffer.byteLength(line) - around);
    }),
  );
});

test("a long payload of control characters is base64, which is shorter; a short one stays text", () => {
  const controls = new Uint8Array(300_000).fill(1);
  expect([isWrittenAsBase64(controls), writtenLength(controls)]).toEqual([true, 400_000]);
  const written = messageOf(message(controls, 0), "now");
  expect(written.length).toBeLessThan(400_200);
  expect(written).toContain('"encoding":"base64"');
  const short = messageOf(message(new TextEncoder().encode("\u2028"), 0), "now");
  expect(short).toContain('"payload":"\\u2028","encoding":"utf-8"');
});
