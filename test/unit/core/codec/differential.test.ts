import fc from "fast-check";
import mqttPacket from "mqtt-packet";
import { describe, expect, test } from "vitest";
import { type Malformed, PacketDecoder } from "../../../../broker/codec/decoder.ts";
import type { Packet } from "../../../../broker/session/packet.ts";
import { packet as rewrap, type Version } from "../../../support/packet-bytes.ts";
import { CONNECT_PACKETS, PACKETS } from "../../../support/packets.ts";
import { anySample } from "./client-packets.ts";
import { expectToPassOn } from "./passed-on.ts";
import { comparable, refereeComparable, refereeReads } from "./referee.ts";

/** Packets that mqtt-packet accepts and the standards forbid: our reason for the refusal, and the clause. */
const STRICTER: [RegExp, string][] = [
  [/is not well-formed UTF-8/, "it replaces bad bytes [MQTT-1.5.4-1]"],
  [/contains U\+0000/, "it passes them on [MQTT-1.5.4-2]"],
  [/longer than its content/, "it leaves what follows unread, §4.13"],
  [/ends before its content/, "it reads a missing number as -1 or undefined, §4.13"],
  [/uses more bytes than needed/, "it takes padded numbers [MQTT-1.5.5-1]"],
  [/is longer than four bytes/, "it does not look at the length of a property length, §1.5.5"],
  [/properties are longer than the packet/, "it stops at the end of the packet, §2.2.2.1"],
  [/has no place in this packet/, "it has one list for all packets, §2.2.2.2"],
  [/stands twice/, "it makes a list of the values, §2.2.2.2"],
  [/must be 0 or 1/, "it takes any other byte for true, §3.1.2.11"],
  [/must not be 0/, "it leaves that to its user, §3.1.2.11"],
  [/packet id is 0/, "it leaves that to its user [MQTT-2.2.1-3]"],
  [
    /(topic|filter) (is empty|contains a wildcard|is empty or contains)/,
    "it knows no topics [MQTT-4.7.3-1] [MQTT-3.3.2-2]",
  ],
  [
    /names no topic filter|wildcard does not stand alone|shared subscription/i,
    "it knows no filters [MQTT-3.8.3-2] [MQTT-4.7.1-1]",
  ],
  [/neither a topic nor a topic alias/, "it leaves that to its user, §3.3.2.1"],
  [/subscription identifier/, "it reads a server's packets too [MQTT-3.3.4-6]"],
  [/is sent by servers only/, "it reads a server's packets too"],
  [/reserved (bits|flag)|Reserved bits/, "it does not look at all of them [MQTT-2.1.3-1]"],
  [/DUP flag at QoS 0/, "it leaves that to its user [MQTT-3.3.1-2]"],
  [/will's QoS is 3|password without a user name/, "it does not look [MQTT-3.1.2-12] [MQTT-3.1.2-22]"],
  [/Protocol level|protocol name/, "it reads 3.1 and bridges [MQTT-3.1.2-2]"],
  [/authentication (data|method)/, "it leaves that to its user, §3.1.2.11.10"],
  [/cannot give the reason/, "it reads a server's reasons too [MQTT-3.14.2-1]"],
  [/but the payload is not UTF-8/, "it does not look into payloads, §3.3.2.3.2"],
];

function weRead(bytes: Uint8Array, version: Version): { packet: Packet | null; failure: Malformed | null } {
  const first = (bytes[0] ?? 0) >> 4 === 1;
  const { packets, failure } = new PacketDecoder({
    maximumPacketSize: 0,
    version: first ? null : version,
  }).push(bytes);
  return { packet: packets[0] ?? null, failure };
}

/** 3.1 does not use the flag at QoS 0, so it is not passed on. */
function withoutStrayDup(theirs: Record<string, unknown> | null, version: Version) {
  return version === 3 && theirs?.qos === 0 ? { ...theirs, dup: false } : theirs;
}

/** Both refuse the packet, both read the same, or we refuse it for a listed reason. */
function compare(bytes: Uint8Array, version: Version): void {
  const ours = weRead(bytes, version);
  const theirs = withoutStrayDup(refereeReads(bytes, version), version);
  const shown = `${version} ${Buffer.from(bytes).toString("hex")}`;
  // it reads 3.1 by the rules of 3.1.1, which forbid what 3.1 does not use
  if (version === 3 && theirs === null) return;
  if (ours.packet !== null) {
    expect(theirs, `we read and mqtt-packet refuses ${shown}`).not.toBeNull();
    if (theirs !== null) expect(refereeComparable(theirs), shown).toEqual(comparable(ours.packet));
    expectToPassOn(ours.packet);
  } else {
    expect(ours.failure, shown).not.toBeNull();
    const words = ours.failure?.words ?? "";
    const listed = STRICTER.some(([pattern]) => pattern.test(words));
    expect(theirs === null || listed, `mqtt-packet reads ${shown}; we say: ${words}`).toBe(true);
  }
}

const mutation = fc.record({
  kind: fc.constantFrom("set", "insert", "remove", "flip", "cut"),
  at: fc.nat(),
  byte: fc.oneof(fc.constantFrom(0, 1, 2, 0x7f, 0x80, 0xff), fc.integer({ min: 0, max: 255 })),
});
type Mutation = typeof mutation extends fc.Arbitrary<infer M> ? M : never;

function mutate(given: Uint8Array, mutations: Mutation[]): number[] {
  const out = [...given];
  for (const { kind, at, byte } of mutations) {
    const place = at % (out.length + 1);
    if (kind === "set") out[place] = byte;
    else if (kind === "insert") out.splice(place, 0, byte);
    else if (kind === "remove") out.splice(place, 1);
    else if (kind === "flip") out[place] = (out[place] ?? 0) ^ (1 << (byte & 7));
    else out.length = place;
  }
  return out;
}

const bodyOf = (bytes: Uint8Array): Uint8Array => {
  let at = 1;
  while ((bytes[at] ?? 0) >= 0x80) at++;
  return bytes.subarray(at + 1);
};

/** Timeout for tens of thousands of packets. Milliseconds. */
const HANG = 60_000;

describe("compared with mqtt-packet", () => {
  test("valid packets are read as equal", () => {
    fc.assert(
      fc.property(anySample, ({ bytes, version }) => compare(bytes, version)),
      { numRuns: 2000 },
    );
  });

  test("named packets are read as equal, or refused for a listed reason", () => {
    for (const { bytes, version, name } of [...CONNECT_PACKETS, ...PACKETS]) {
      // the remaining length is wrong: there is no whole packet to compare
      if (!/giant|too many|five bytes|cut off/.test(name)) compare(bytes, version);
    }
  });

  test("every listed reason is used by a named packet", () => {
    const said = [...CONNECT_PACKETS, ...PACKETS].map(
      ({ bytes, version }) => weRead(bytes, version).failure?.words ?? "",
    );
    for (const [pattern, why] of STRICTER)
      expect(
        said.some((words) => pattern.test(words)),
        why,
      ).toBe(true);
  });

  test(
    "mutated packets are read as equal, refused by both, or by us for a listed reason",
    () => {
      fc.assert(
        fc.property(
          anySample,
          fc.array(mutation, { minLength: 1, maxLength: 4 }),
          fc.option(fc.integer({ min: 0, max: 255 }), { freq: 4 }),
          ({ bytes, version }, mutations, first) => {
            const body = mutate(bodyOf(bytes), mutations);
            const changed = rewrap(first ?? bytes[0] ?? 0, Uint8Array.from(body));
            compare(changed, version);
          },
        ),
        { numRuns: 20_000 },
      );
    },
    HANG,
  );

  test("packets of mqtt-packet can be read", () => {
    const packets: Parameters<typeof mqttPacket.generate>[0][] = [
      {
        cmd: "connect",
        clientId: "c",
        protocolVersion: 5,
        clean: true,
        keepalive: 9,
        username: "u",
        password: Buffer.from("p"),
        will: {
          topic: "w",
          payload: Buffer.from("x"),
          qos: 1,
          retain: true,
          properties: { willDelayInterval: 3 },
        },
        properties: { receiveMaximum: 7, userProperties: { a: "b" } },
      },
      {
        cmd: "publish",
        topic: "a/b",
        payload: Buffer.from("x"),
        qos: 2,
        messageId: 7,
        dup: true,
        retain: true,
        properties: { topicAlias: 3, messageExpiryInterval: 5 },
      },
      {
        cmd: "subscribe",
        messageId: 8,
        subscriptions: [{ topic: "a/#", qos: 1, nl: true, rap: true, rh: 2 }],
        properties: { subscriptionIdentifier: 200 },
      },
      { cmd: "unsubscribe", messageId: 9, unsubscriptions: ["a", "b"] },
      { cmd: "pubrel", messageId: 10, reasonCode: 0x92, properties: { reasonString: "gone" } },
      { cmd: "pingreq" },
      { cmd: "disconnect", reasonCode: 4, properties: { sessionExpiryInterval: 3 } },
    ];
    for (const packet of packets) {
      const bytes = mqttPacket.generate(packet, { protocolVersion: 5 });
      const { packet: read, failure } = weRead(bytes, 5);
      expect(failure, packet.cmd).toBeNull();
      expect(read?.type).toBe(packet.cmd);
      compare(bytes, 5);
    }
  });
});

describe("hostile bytes", () => {
  const decodeAll = (bytes: Uint8Array, version: Version | null): void => {
    const decoder = new PacketDecoder({ maximumPacketSize: 65_536, version });
    const { packets, failure } = decoder.push(bytes);
    expect(packets.length).toBeLessThanOrEqual(bytes.length);
    expect(decoder.pending.length).toBeLessThanOrEqual(bytes.length);
    if (failure !== null) expect(failure.words).not.toBe("");
  };

  test(
    "random bytes end in packets, waiting or a refusal, never in an exception [T21]",
    () => {
      const version = fc.constantFrom(null, 4 as const, 5 as const);
      fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), version, decodeAll), { numRuns: 20_000 });
    },
    HANG,
  );

  test(
    "so do mutated packets with a wrong length",
    () => {
      fc.assert(
        fc.property(
          anySample,
          fc.array(mutation, { minLength: 1, maxLength: 6 }),
          ({ bytes, version }, mutations) => {
            const changed = Uint8Array.from(mutate(bytes, mutations));
            decodeAll(changed, version);
            decodeAll(changed, null);
          },
        ),
        { numRuns: 20_000 },
      );
    },
    HANG,
  );
});
