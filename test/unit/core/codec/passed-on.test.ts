import { describe, expect, test } from "vitest";
import { PacketDecoder } from "../../../../broker/codec/decoder.ts";
import { bytes, pingreq, publish, u16 } from "../../../support/packet-bytes.ts";
import { expectToPassOn } from "./passed-on.ts";

describe("a PUBLISH that can be forwarded unchanged", () => {
  const passedOn = (version: 4 | 5, sent: Uint8Array) =>
    new PacketDecoder({ maximumPacketSize: 0, version })
      .push(sent)
      .packets.map((read) => expectToPassOn(read));

  test("has no properties, wherever it lies in its frame", () => {
    expect(passedOn(4, publish(4, { qos: 1 }))).toEqual([true]);
    expect(passedOn(5, publish(5, {}))).toEqual([true]);
    expect(passedOn(4, bytes(pingreq(), publish(4, {}), publish(4, { qos: 2, topic: "ü" })))).toEqual([
      false,
      true,
      true,
    ]);
  });

  test("has a length in its shortest form", () => {
    const alias = bytes(0x23, u16(1));
    expect(passedOn(5, publish(5, { properties: [alias] }))).toEqual([false]);
    expect(passedOn(4, bytes("30 83 00 00 01 61"))).toEqual([false]);
  });
});
