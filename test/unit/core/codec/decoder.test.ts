import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PacketDecoder } from "../../../../broker/codec/decoder.ts";
import type { Packet } from "../../../../broker/session/packet.ts";
import { bytes, connect, pingreq, publish, type Version } from "../../../support/packet-bytes.ts";
import { CONNECT_PACKETS, PACKETS } from "../../../support/packets.ts";
import { anySample, conversation } from "./client-packets.ts";
import { plain } from "./passed-on.ts";

const decoder = (version: Version | null = null, maximumPacketSize = 65_536) =>
  new PacketDecoder({ maximumPacketSize, version });

function pieces(whole: Uint8Array, cuts: number[]): Uint8Array[] {
  const at = [...new Set(cuts.map((cut) => cut % (whole.length + 1)))].sort((a, b) => a - b);
  return [0, ...at].map((from, index) => whole.slice(from, at[index] ?? whole.length));
}

describe("one topic after another", () => {
  const topicOf = (version: Version, bytesOfTopic: Uint8Array) =>
    new Uint8Array([
      0x30,
      2 + bytesOfTopic.length + (version === 5 ? 1 : 0),
      0,
      bytesOfTopic.length,
      ...bytesOfTopic,
      ...(version === 5 ? [0] : []),
    ]);
  const utf8 = (topic: string) => new TextEncoder().encode(topic);

  test.each([4, 5] as const)("is read independently of the topic before it, level %i", (version) => {
    const reader = decoder(version);
    for (const topic of ["a/b", "a/b", "a/c", "b/c", "ü", "ü", "aü", "a/b"]) {
      const { packets, failure } = reader.push(topicOf(version, utf8(topic)));
      expect(failure).toBeNull();
      expect(packets).toMatchObject([{ topic }]);
    }
  });

  test.each([
    ["ü", new Uint8Array([0xfc])],
    ["a/b", utf8("a/+")],
    ["a/b", utf8("a\0b")],
  ])("is refused if invalid after %s, too", (before, wrong) => {
    const reader = decoder(4);
    expect(reader.push(topicOf(4, utf8(before))).failure).toBeNull();
    expect(reader.push(topicOf(4, wrong)).failure).not.toBeNull();
  });
});

describe("values", () => {
  test("every packet is read as written, user properties in order [MQTT-3.3.2-18]", () => {
    fc.assert(
      fc.property(anySample, (sample) => {
        const { packets, failure } = decoder(sample.packet.type === "connect" ? null : sample.version).push(
          sample.bytes,
        );
        expect(failure).toBeNull();
        expect(plain(packets)).toEqual([sample.packet]);
      }),
      { numRuns: 3000 },
    );
  });

  test("[MQTT-1.5.4-3] U+FEFF is kept", () => {
    const { packets } = decoder(5).push(publish(5, { topic: "\ufeffa\ufeff" }));
    expect(packets[0]).toMatchObject({ topic: "\ufeffa\ufeff" });
  });

  test("[MQTT-3.1.3-1] flags determine whether will, user name and password are present", () => {
    const will = { topic: "w", payload: "p", qos: 1, retain: true };
    const [read] = decoder().push(connect(5, { will, username: "u", password: "s" })).packets;
    expect(read).toMatchObject({
      username: "u",
      password: new TextEncoder().encode("s"),
      will: { topic: "w", payload: new TextEncoder().encode("p"), qos: 1, retain: true, delay: 0 },
    });
  });
});

describe("pieces", () => {
  test("packets are equal in any split of their bytes", () => {
    fc.assert(
      fc.property(conversation, fc.array(fc.nat(), { maxLength: 8 }), ({ packets, bytes: whole }, cuts) => {
        const reading = decoder();
        const read = pieces(whole, cuts).flatMap((piece) => reading.push(piece).packets);
        expect(plain(read)).toEqual(packets);
        expect(reading.pending).toHaveLength(0);
      }),
      { numRuns: 500 },
    );
  });

  test("packets are equal byte by byte with a new decoder after each, as after a nap", () => {
    fc.assert(
      fc.property(conversation, ({ packets, bytes: whole }) => {
        let asleep: { version: Version | null; pending: Uint8Array } = {
          version: null,
          pending: new Uint8Array(0),
        };
        const read: Packet[] = [];
        for (const byte of whole) {
          const awake = new PacketDecoder({ maximumPacketSize: 65_536, ...asleep });
          read.push(...awake.push(Uint8Array.of(byte)).packets);
          asleep = { version: awake.version, pending: awake.pending };
        }
        expect(plain(read)).toEqual(packets);
      }),
      { numRuns: 100 },
    );
  });

  test("a malformed packet is refused for the same reason in any split", () => {
    for (const named of [...CONNECT_PACKETS, ...PACKETS]) {
      const version = named.first ? null : named.version;
      const whole = decoder(version).push(named.bytes);
      const reading = decoder(version);
      let last = reading.push(new Uint8Array(0));
      for (const byte of named.bytes) last = reading.push(Uint8Array.of(byte));
      expect(last.failure, named.name).toEqual(whole.failure);
    }
  });

  test("later bytes do not change payloads of earlier packets", () => {
    const reading = decoder(5);
    const first = publish(5, { payload: "first" });
    reading.push(first.slice(0, 4));
    const [read] = reading.push(bytes(first.slice(4), publish(5, { payload: "second" }).slice(0, 6))).packets;
    reading.push(publish(5, { payload: "second" }).slice(6));
    expect(read).toMatchObject({ payload: new TextEncoder().encode("first") });
  });

  test("a large packet in one-byte pieces is not copied for each byte", () => {
    const whole = publish(4, { payload: "x".repeat(60_000) });
    const reading = decoder(4);
    const read = Array.from(whole, (byte) => reading.push(Uint8Array.of(byte)).packets).flat();
    expect(read).toHaveLength(1);
  });
});

describe("refusals", () => {
  test("packets before a malformed one are read, later ones are not, and the decoder stops", () => {
    const reading = decoder();
    const wrong = publish(5, { topic: "a/#" });
    const { packets, failure } = reading.push(bytes(connect(5), pingreq(), wrong, pingreq()));
    expect(packets.map(({ type }) => type)).toEqual(["connect", "pingreq"]);
    expect(failure).toMatchObject({ reason: 0x81, clause: "MQTT-3.3.2-2", version: 5 });
    expect(reading.push(pingreq())).toEqual({ packets: [], failure });
    expect(reading.pending).toHaveLength(0);
  });

  test("a second CONNECT is read for the session to refuse [MQTT-3.1.0-2], and keeps the version", () => {
    const reading = decoder();
    const { packets, failure } = reading.push(bytes(connect(4), connect(5), publish(4)));
    expect(failure).toBeNull();
    expect(packets.map(({ type }) => type)).toEqual(["connect", "connect", "publish"]);
    expect(reading.version).toBe(4);
  });

  test("a packet of the maximum size passes, one byte more is refused before it is complete [T21]", () => {
    const exact = publish(5, { payload: "x".repeat(100) });
    expect(decoder(5, exact.length).push(exact).packets).toHaveLength(1);
    const reading = decoder(5, exact.length - 1);
    expect(reading.push(exact.slice(0, 1)).failure).toBeNull();
    expect(reading.push(exact.slice(1, 2)).failure).toMatchObject({ reason: 0x95, version: 5 });
  });

  test("without a maximum, the protocol's own applies", () => {
    const reading = decoder(5, 0);
    expect(reading.push(bytes("30 ffffff7f"))).toEqual({ packets: [], failure: null });
    expect(reading.pending).toHaveLength(5);
  });

  test("a CONNECT has at most 65,536 bytes, whatever the maximum of later packets", () => {
    const large = connect(5, { clientId: "c".repeat(65_000), username: "u".repeat(600) });
    expect(decoder(null, 1_048_576).push(large).failure).toMatchObject({ reason: 0x95, version: 5 });
    const fits = connect(5, { clientId: "c".repeat(65_000) });
    expect(decoder(null, 1_048_576).push(fits).packets.length).toBe(1);
  });

  test("an oversized PUBLISH is refused with its topic if that has arrived", () => {
    const large = publish(5, { topic: "a/ü", payload: new Uint8Array(100) });
    const failureOf = (chunk: Uint8Array) => decoder(5, 100).push(chunk).failure;
    for (const come of [large.length, 8]) {
      expect(failureOf(large.slice(0, come))).toMatchObject({ reason: 0x95, topic: "a/ü" });
    }
    for (const come of [2, 3, 4, 7]) expect(failureOf(large.slice(0, come))).not.toHaveProperty("topic");
    const alias = publish(5, { topic: "", payload: new Uint8Array(100) });
    expect(failureOf(alias)).not.toHaveProperty("topic");
  });

  test("an oversized CONNECT is refused in its version if its first bytes have it", () => {
    const large = connect(5, { clientId: "x".repeat(300) });
    expect(decoder(null, 100).push(large).failure).toMatchObject({ reason: 0x95, version: 5 });
    expect(decoder(null, 100).push(large.slice(0, 4)).failure).toMatchObject({ reason: 0x95, version: null });
  });
});
