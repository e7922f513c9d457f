import { describe, expect, test } from "vitest";
import { MAX_CONTROL_BYTES } from "../../../../broker/contract/control.ts";
import { isMistake } from "../../../../broker/contract/mistake.ts";
import { controlledDevice } from "../../../../broker/contract/topics.ts";
import { commandIn } from "../../../../broker/routing/control.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const state = (payload: string | Uint8Array) => {
  const found = commandIn(typeof payload === "string" ? bytes(payload) : payload, null);
  return isMistake(found) ? null : found.state;
};

describe("control messages", () => {
  test("switch on, off, and off without a state", () => {
    expect(state('{"state":"on"}')).toBe("on");
    expect(state(' {"state": "off", "by": "hand"} ')).toBe("off");
    expect(state("{}")).toBe("off");
    expect(state('{"State":"on"}')).toBe("off");
  });

  test("with other content have no effect [T27]", () => {
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

  test("are read up to the limit and no further [T27]", () => {
    const padded = (size: number): string => '{"state":"on"}'.padEnd(size, " ");
    expect(state(padded(MAX_CONTROL_BYTES))).toBe("on");
    expect(state(padded(MAX_CONTROL_BYTES + 1))).toBeNull();
  });

  test("on other topics have no effect", () => {
    expect(controlledDevice("u", "u/devices/d/control")).toBe("d");
    const others = [
      "u/devices/d",
      "u/devices//control",
      "u/devices/d/e/control",
      "v/devices/d/control",
      "devices/d/control",
      "u/x/devices/d/control",
    ];
    for (const topic of others) expect(controlledDevice("u", topic), topic).toBeNull();
  });
});
