import { describe, expect, test } from "vitest";
import { type ConnectProgress, ConnectReader } from "../../../../worker/gateway/connect-reader.ts";
import {
  closingOf,
  encodeConnack,
  GATEWAY_REFUSALS,
  malformedPacket,
  tooManyAttempts,
} from "../../../../worker/gateway/connect-refusal.ts";
import { bytes, connect, decodeServerPacket, publish } from "../../../support/packet-bytes.ts";

const LIMIT = 65_536;
const hex = (data: Uint8Array | null) => data && Buffer.from(data).toString("hex");

function pushAll(introduction: ConnectReader, chunks: readonly Uint8Array[]): ConnectProgress[] {
  return chunks.map((chunk) => introduction.push(chunk));
}
const single = (data: Uint8Array) => [...data].map((byte) => Uint8Array.of(byte));

describe("the first packet", () => {
  const hello = connect(4, { clientId: "lamp" });

  test("is awaited to the last byte of CONNECT, in any pieces", () => {
    const progress = pushAll(new ConnectReader(LIMIT), single(hello));
    expect(progress.slice(0, -1).every(({ state }) => state === "incomplete")).toBe(true);
    expect(progress.at(-1)).toMatchObject({ state: "complete", connect: { clientId: "lamp", version: 4 } });
  });

  test("is passed on to the object with every byte after it", () => {
    const all = bytes(hello, publish(4, { topic: "a", payload: "x" }), 0xc0);
    const introduction = new ConnectReader(LIMIT);
    expect(introduction.push(all.slice(0, 5))).toEqual({ state: "incomplete" });
    const progress = introduction.push(all.slice(5));
    expect(progress.state === "complete" && hex(progress.bytes)).toBe(hex(all));
  });

  test("leaves errors after a valid CONNECT to the object", () => {
    const progress = new ConnectReader(LIMIT).push(bytes(hello, "ff ff ff ff ff"));
    expect(progress.state).toBe("complete");
  });

  test("has at most 64 KiB, whatever the maximum of later packets", () => {
    for (const configured of [0, LIMIT, 10 * LIMIT]) {
      const within = new ConnectReader(configured).push(bytes(0x10, "fc ff 03"));
      const beyond = new ConnectReader(configured).push(bytes(0x10, "fd ff 03"));
      expect([within.state, beyond.state]).toEqual(["incomplete", "malformed"]);
    }
  });
});

describe("a refusal", () => {
  const refusedBy = (data: Uint8Array) => {
    const progress = new ConnectReader(LIMIT).push(data);
    if (progress.state !== "malformed") throw new Error(`It was ${progress.state}.`);
    return encodeConnack(malformedPacket(progress.failure), progress.failure);
  };

  test.each([
    ["MQTT-3.1.2-2: level 3 is refused in the form of 3.1.1", connect(4, { level: 3 }), "20020001"],
    ["MQTT-3.1.2-2: a later level is refused in the form of 5", connect(5, { level: 6 }), /^20..0084/],
    ["another protocol is closed without a word", bytes("474554202f20485454502f312e310d0a"), null],
    ["MQTT-3.1.0-1: a first packet that is not CONNECT is closed without a word", bytes("c000"), null],
  ])("%s", (_name, data, answer) => {
    const connack = hex(refusedBy(data));
    if (answer instanceof RegExp) expect(connack).toMatch(answer);
    else expect(connack).toBe(answer);
  });

  test.each([
    ["badCredentials", "20020004", 0x86],
    ["notAuthorized", "20020005", 0x87],
  ] as const)("%s is a CONNACK of the client's version", (name, in311, reason) => {
    expect(hex(encodeConnack(GATEWAY_REFUSALS[name], { version: 4 }))).toBe(in311);
    const in5 = encodeConnack(GATEWAY_REFUSALS[name], { version: 5 }) as Uint8Array;
    expect(decodeServerPacket(in5, 5)).toMatchObject({
      cmd: "connack",
      sessionPresent: false,
      reasonCode: reason,
      properties: { reasonString: GATEWAY_REFUSALS[name].words },
    });
    expect(encodeConnack(GATEWAY_REFUSALS[name], { version: null })).toBeNull();
  });

  test.each([
    ["unavailable", GATEWAY_REFUSALS.unavailable],
    ["too many attempts", tooManyAttempts(7)],
  ])("%s passes by itself: no CONNACK, and a close frame with the sentence", (_name, refusal) => {
    for (const version of [3, 4, 5] as const) expect(encodeConnack(refusal, { version })).toBeNull();
    expect(closingOf(refusal)).toEqual({ code: 1013, reason: refusal.words });
  });

  test("MQTT-3.2.2-19: omits its reason string for a client that cannot take it", () => {
    const bare = encodeConnack(GATEWAY_REFUSALS.badCredentials, { version: 5, maximumPacketSize: 32 });
    expect(hex(bare)).toBe("2003008600");
  });
});
