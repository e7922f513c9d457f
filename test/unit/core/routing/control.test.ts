import { describe, expect, test } from "vitest";
import { MAX_CONTROL_BYTES } from "../../../../broker/contract/control.ts";
import { switchOf } from "../../../../broker/routing/control.ts";

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
