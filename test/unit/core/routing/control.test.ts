import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_CONTROL_BYTES } from "../../../../broker/contract/control.ts";
import { switchOf } from "../../../../broker/routing/control.ts";
import { decodeUtf8 } from "../../../../broker/routing/utf8.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const state = (payload: string | Uint8Array) =>
  switchOf("u", "u/devices/d/control", typeof payload === "string" ? bytes(payload) : payload)?.state;

describe("control messages", () => {
  test("on, off, and off where no state is given", () => {
    expect(switchOf("u", "u/devices/d/control", bytes('{"state":"on"}'))).toEqual({
      deviceId: "d",
      state: "on",
    });
    expect(state(' {"state": "off", "by": "hand"} ')).toBe("off");
    expect(state("{}")).toBe("off");
    expect(state('{"State":"on"}')).toBe("off");
  });

  test("anything else changes nothing [T27]", () => {
    const wrong = [
      "",
      "on",
      '"on"',
      "[]",
      "null",
      "1",
      '{"state":"ON"}',
      '{"state":null}',
      '{"state":true}',
      "{",
    ];
    for (const payload of wrong) expect(state(payload), payload).toBeNull();
    expect(state('\ufeff{"state":"on"}')).toBeNull();
    expect(state(Uint8Array.of(0x7b, 0xff, 0x7d))).toBeNull();
  });

  test("a payload is read up to the limit and no further [T27]", () => {
    const padded = (size: number): string => '{"state":"on"}'.padEnd(size, " ");
    expect(state(padded(MAX_CONTROL_BYTES))).toBe("on");
    expect(state(padded(MAX_CONTROL_BYTES + 1))).toBeNull();
  });

  test("other topics are no switches", () => {
    const others = [
      "u/devices/d",
      "u/devices//control",
      "u/devices/d/e/control",
      "v/devices/d/control",
      "devices/d/control",
      "u/x/devices/d/control",
    ];
    for (const topic of others) expect(switchOf("u", topic, bytes('{"state":"on"}')), topic).toBeNull();
  });
});

describe("[MQTT-1.5.4-1] UTF-8 by hand", () => {
  const platform = (given: Uint8Array): string | null => {
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(given);
    } catch {
      return null;
    }
  };
  test("reads what the platform reads", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => decodeUtf8(bytes(text)) === platform(bytes(text))),
    );
  });
  test("refuses what the platform refuses: every sequence of the bytes at the edges", () => {
    const edges = [
      0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xed, 0xee, 0xef,
      0xf0, 0xf1, 0xf4, 0xf5, 0xff,
    ];
    let all: number[][] = [[]];
    for (let length = 1; length <= 4; length++) {
      all = all.flatMap((head) => edges.map((next) => [...head, next]));
      if (length === 4) all = all.filter(([lead]) => lead !== undefined && lead >= 0xe0);
      for (const sequence of all) {
        const given = Uint8Array.from(sequence);
        if (decodeUtf8(given) !== platform(given)) expect.fail(sequence.join(" "));
      }
    }
  });
});
