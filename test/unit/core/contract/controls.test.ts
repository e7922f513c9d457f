import { describe, expect, test } from "vitest";
import {
  type Control,
  checkSet,
  declarationFault,
  fittingSet,
  fittingWanted,
  lastingValues,
} from "../../../../broker/contract/controls.ts";
import { isMistake } from "../../../../broker/contract/mistake.ts";
import { commandIn } from "../../../../broker/routing/control.ts";

const named = { name: null, unit: null };
const number = (key: string, min: number, max: number, step = 1): Control => ({
  key,
  kind: "number",
  min,
  max,
  step,
  ...named,
});
const CONTROLS: Control[] = [
  number("brightness", 0, 100),
  number("warmth", 15.5, 30, 0.1),
  { key: "mode", kind: "choice", options: ["eco", "boost"], ...named },
  { key: "night", kind: "toggle", ...named },
  { key: "tint", kind: "color", ...named },
  { key: "reason", kind: "text", ...named },
  { key: "reset", kind: "button", ...named },
];
const check = (set: Record<string, unknown>) => checkSet(CONTROLS, set, null);
const order = (payload: string) => commandIn(new TextEncoder().encode(payload), CONTROLS);

describe("the values of a command", () => {
  test("are accepted within their bounds, and a colour in small letters", () => {
    const set = {
      brightness: 40,
      warmth: 21.3,
      mode: "eco",
      night: false,
      tint: "#ff8800",
      reason: "é".repeat(128),
      reset: true,
    };
    expect(check(set)).toEqual({ set });
    expect(check({ tint: "#FF8800" })).toEqual({ set: { tint: "#ff8800" } });
    expect(check({ brightness: 0 })).toEqual({ set: { brightness: 0 } });
    expect(check({ brightness: 100 })).toEqual({ set: { brightness: 100 } });
    expect(check({})).toEqual({ set: {} });
  });

  test.each([
    ["brightness", -1],
    ["brightness", 101],
    ["brightness", 40.5],
    ["brightness", Number.NaN],
    ["brightness", Number.POSITIVE_INFINITY],
    ["brightness", "40"],
    ["brightness", JSON.parse("1234567890123456789012345678901234567890")],
    ["brightness", null],
    ["brightness", [40]],
    ["brightness", true],
    ["warmth", 21.35],
    ["mode", "Eco"],
    ["mode", 0],
    ["night", "true"],
    ["night", 1],
    ["tint", "ff8800"],
    ["tint", "#ff88000"],
    ["tint", "#ff88\n0"],
    ["reason", "é".repeat(129)],
    ["reason", "\ud800"],
    ["reason", 5],
    ["reset", false],
    ["reset", 1],
    ["Brightness", 40],
    ["constructor", 1],
    ["toString", 1],
    ["state", "on"],
  ])("a mistake in %s names the key, and what to do: %j", (key, value) => {
    const checked = check({ [key]: value });
    expect(checked).toMatchObject({
      mistake: { key, reason: expect.any(String), remedy: expect.any(String) },
    });
    expect(JSON.stringify(checked).isWellFormed()).toBe(true);
  });

  test("with __proto__ among them are refused, and change no prototype", () => {
    const set = JSON.parse('{"__proto__":{"brightness":40}}') as Record<string, unknown>;
    expect(check(set)).toMatchObject({ mistake: { key: "__proto__" } });
  });

  test("of a device without controls name what is missing", () => {
    expect(checkSet([], { brightness: 1 }, null)).toEqual({
      mistake: {
        reason: "The device has no control `brightness`.",
        remedy: "Declare its controls first.",
        key: "brightness",
      },
    });
  });

  test("of every step from a fractional min are accepted", () => {
    const fine = [number("x", 15.5, 30, 0.1)];
    for (let n = 0; n <= 145; n++) {
      const x = Number((15.5 + n / 10).toFixed(1));
      expect(checkSet(fine, { x }, null)).toEqual({ set: { x } });
    }
  });
});

describe("a control message of a device with controls", () => {
  test("sets declared keys, and ignores others", () => {
    expect(order('{"state":"on","brightness":40,"other":[1]}')).toEqual({
      state: "on",
      set: { brightness: 40 },
    });
    expect(order('{"state":"off"}')).toEqual({ state: "off", set: null });
  });

  test("without state leaves the state, unless it has no declared key either", () => {
    expect(order('{"brightness":40}')).toEqual({ state: null, set: { brightness: 40 } });
    expect(order("{}")).toEqual({ state: "off", set: null });
    expect(order('{"other":1}')).toEqual({ state: "off", set: null });
  });

  test("with a key twice has its last value, as JSON.parse reads it", () => {
    expect(order('{"brightness":400,"brightness":40}')).toEqual({ state: null, set: { brightness: 40 } });
    expect(order('{"brightness":40,"brightness":400}')).toMatchObject({ key: "brightness" });
  });

  test.each([
    ['{"state":"ON","brightness":40}', "state"],
    ['{"state":null,"brightness":40}', "state"],
    ['{"state":"on","brightness":"40"}', "brightness"],
    ['{"brightness":1234567890123456789012345678901234567890}', "brightness"],
    ['{"state":"on","reason":"\\ud800"}', "reason"],
    ['{"state":"on","brightness":NaN}', "brightness"],
  ])("with a mistake changes nothing: %s", (payload, key) => {
    expect(order(payload)).toMatchObject({ reason: expect.any(String), key });
  });

  test("longer than all its texts is not parsed", () => {
    const long = order(`{"state":"on","reason":"${"x".repeat(4096)}"}`);
    expect(isMistake(long) && long.reason).toContain("a control message has at most 4096");
  });

  test("with __proto__ ignores it", () => {
    expect(order('{"state":"on","__proto__":{"brightness":1}}')).toEqual({ state: "on", set: null });
  });
});

describe("the declaration of controls", () => {
  const choice = (options: string[]): Control => ({ key: "c", kind: "choice", options, ...named });

  test("is accepted", () => expect(declarationFault(CONTROLS)).toBeNull());

  test.each([
    [[number("state", 0, 1)], "may not have the key"],
    [[number("ts", 0, 1)], "may not have the key"],
    [[number("__proto__", 0, 1)], "may not have the key"],
    [[number("a b", 0, 1)], "must have 1 to 64"],
    [[number("", 0, 1)], "must have 1 to 64"],
    [[number("x".repeat(65), 0, 1)], "must have 1 to 64"],
    [[number("a", 0, 1), number("a", 0, 2)], "listed twice"],
    [[number("a", 1, 1)], "max above its min"],
    [[number("a", 0, Number.NaN)], "two numbers"],
    [[number("a", 0, 1, 0)], "step above 0"],
    [[number("a", 0, 1, 2)], "step above 0"],
    [[choice(["one"])], "2 to 20 options"],
    [[choice(Array.from({ length: 21 }, (_, n) => `o${n}`))], "2 to 20 options"],
    [[choice(["a", "a"])], "an option twice"],
    [[choice(["a", ""])], "1 to 64 bytes"],
    [[choice(["a", "é".repeat(33)])], "1 to 64 bytes"],
    [[choice(["a", "\ud800"])], "1 to 64 bytes"],
  ])("names its mistake and the control %#", (controls, words) => {
    const fault = declarationFault(controls);
    expect(fault?.sentence).toContain(words);
    expect(fault?.index).toBe(controls.length - 1);
    expect(declarationFault([number("first", 0, 1), ...controls])?.index).toBe(controls.length);
  });
});

describe("values that were stored before", () => {
  const changed = [number("brightness", 0, 50), ...CONTROLS.slice(3)];

  test("stay where their controls still accept them", () => {
    expect(fittingSet(changed, { brightness: 40, mode: "eco" })).toEqual({ brightness: 40 });
    expect(fittingSet(changed, { brightness: 60 })).toBeNull();
    const at = 1;
    const wanted = { brightness: { value: 60, at }, night: { value: true, at }, reset: { value: true, at } };
    expect(fittingWanted(changed, wanted)).toEqual({ night: { value: true, at } });
  });

  test("of a button are not wanted", () => {
    expect(lastingValues(CONTROLS, { brightness: 1, reset: true })).toEqual({ brightness: 1 });
  });
});
