import { expect, test } from "vitest";
import { PacketDecoder } from "../../../../broker/codec/decoder.ts";
import { CONNECT_PACKETS, type NamedPacket, PACKETS } from "../../../support/packets.ts";

const title = ({ version, clause, name, refused }: NamedPacket): string =>
  `${{ 3: "3.1", 4: "3.1.1", 5: "5" }[version]} [${clause}] ${refused === null ? "takes" : "refuses"} ${name}`;

for (const named of [...CONNECT_PACKETS, ...PACKETS]) {
  test(title(named), () => {
    const version = named.first ? null : named.version;
    const decoder = new PacketDecoder({ maximumPacketSize: 65_536, version });
    const { packets, failure } = decoder.push(named.bytes);
    const { refused } = named;
    if (refused === null) {
      expect(failure).toBeNull();
      expect(packets).toHaveLength(1);
      return;
    }
    expect(packets).toEqual([]);
    expect(failure).toMatchObject({ reason: refused.reason, version: refused.silent ? null : named.version });
    expect(failure?.connackCode311 ?? null).toBe(refused.reason === 0x84 ? 1 : (refused.code311 ?? null));
    expect(failure?.words).toMatch(/^[A-Z].*\.$/);
  });
}

test("[MQTT-3.1.0-1] a first packet other than CONNECT is refused", () => {
  for (const named of PACKETS) {
    const { packets, failure } = new PacketDecoder({ maximumPacketSize: 0 }).push(named.bytes);
    expect(packets).toEqual([]);
    expect(failure).toMatchObject({ reason: 0x82, clause: "MQTT-3.1.0-1", version: null });
  }
});

test("each packet type of the standard is among them, by the first four bits", () => {
  const types = new Set([...CONNECT_PACKETS, ...PACKETS].map(({ bytes }) => (bytes[0] ?? 0) >> 4));
  expect([...types].sort((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, type) => type));
});
