/** One rule for control messages, whatever the way in: their length, and the steps of numbers. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { controlPayload, MAX_CONTROL_BYTES, type SwitchState } from "../../../../broker/contract/control.ts";
import { type Control, checkSet, fittingSet } from "../../../../broker/contract/controls.ts";
import { isMistake } from "../../../../broker/contract/mistake.ts";
import { commandIn } from "../../../../broker/routing/control.ts";

const named = { name: null, unit: null };
const TEXTS = Array.from({ length: 8 }, (_, n): Control => ({ key: `text-${n}`, kind: "text", ...named }));
const bytes = (text: string) => new TextEncoder().encode(text);
const number = (min: number, max: number, step: number): Control[] => [
  { key: "x", kind: "number", min, max, step, ...named },
];
const takes = (controls: Control[], x: number) => "set" in checkSet(controls, { x }, null);
const SAME = { numRuns: 500, seed: 7 };

/** Texts of plain letters, of letters with two bytes, and of characters that JSON escapes. */
const text = fc
  .tuple(fc.constantFrom("a", "é", "\n", "\u0001", "\u0002"), fc.integer({ min: 128, max: 256 }))
  .map(([letter, count]) => letter.repeat(letter === "é" ? count >> 1 : count));
const orders = fc.tuple(
  fc.constantFrom<SwitchState>("on", "off"),
  fc.array(text, { minLength: 1, maxLength: 8, size: "max" }),
);

describe("the length of a control message", () => {
  test("is the same for a message over MQTT and for the values of a call", () => {
    const verdicts = { taken: 0, refused: 0 };
    fc.assert(
      fc.property(orders, ([state, given]) => {
        const set = Object.fromEntries(given.map((value, n) => [`text-${n}`, value]));
        const payload = bytes(controlPayload(state, set));
        const isRefused = payload.length > 4096;
        verdicts[isRefused ? "refused" : "taken"]++;
        expect("mistake" in checkSet(TEXTS, set, state)).toBe(isRefused);
        expect(isMistake(commandIn(payload, TEXTS))).toBe(isRefused);
      }),
      SAME,
    );
    expect(verdicts.taken).toBeGreaterThan(50);
    expect(verdicts.refused).toBeGreaterThan(50);
  });

  test("is 4,096 bytes for a device with controls and for one without", () => {
    expect(MAX_CONTROL_BYTES).toBe(4096);
    for (const controls of [null, [], TEXTS]) {
      expect(isMistake(commandIn(bytes('{"state":"on"}'.padEnd(4096)), controls))).toBe(false);
      expect(isMistake(commandIn(bytes('{"state":"on"}'.padEnd(4097)), controls))).toBe(true);
    }
  });

  test("counts the longer state where a call names none", () => {
    const most = Object.fromEntries(TEXTS.map(({ key }) => [key, "\u0001".repeat(90)]));
    const room = 4096 - bytes(controlPayload("off", { ...most, "text-7": "" })).length;
    const fill = (length: number) => ({ ...most, "text-7": "a".repeat(length) });
    expect("set" in checkSet(TEXTS, fill(room), null)).toBe(true);
    expect("set" in checkSet(TEXTS, fill(room + 1), null)).toBe(false);
    expect("set" in checkSet(TEXTS, fill(room + 1), "on")).toBe(true);
  });

  test("bounds values that an earlier release stored", () => {
    const long = Object.fromEntries(TEXTS.map(({ key }) => [key, "\u0001".repeat(256)]));
    const kept = fittingSet(TEXTS, long);
    expect(bytes(controlPayload("off", kept)).length).toBeLessThanOrEqual(4096);
    expect(Object.keys(kept ?? {})).toEqual(["text-0", "text-1"]);
  });
});

/** Computed without fractions, and written as a decimal. */
const decimal = (tenThousandths: number) => Number(`${tenThousandths}e-4`);

describe("the steps of a number", () => {
  test("at every magnitude refuse what is between them", () => {
    expect(takes(number(0, 1e15, 1), 600_000_000_000.5)).toBe(false);
    expect(takes(number(0, 1e15, 1), 999_999_999_999_999.5)).toBe(false);
    expect(takes(number(-1e15, 1e15, 1), -600_000_000_000.5)).toBe(false);
    expect(takes(number(0, 1e300, 1e280), 5.5e299)).toBe(true);
    expect(takes(number(0, 1e300, 1e299), 5.5e299)).toBe(false);
    expect(takes(number(-1.7e308, 1.7e308, 1e307), 1.7e308)).toBe(true);
    expect(takes(number(0, 1e-300, 1e-301), 1.5e-301)).toBe(false);
    fc.assert(
      fc.property(fc.nat(1e11), fc.integer({ min: 1, max: 999 }), (n, part) => {
        expect(takes(number(0, 1e15, 1), n + part / 1000)).toBe(false);
      }),
      SAME,
    );
  });

  test("take every honest decimal, and what a program computes from it", () => {
    const range = fc.tuple(fc.nat(1e9), fc.constantFrom(1, 5, 10, 25, 1000, 5000, 10_000), fc.nat(1e6));
    fc.assert(
      fc.property(range, ([from, step, n]) => {
        const controls = number(decimal(from), decimal(from + step * 1e6), decimal(step));
        const value = decimal(from + step * n);
        expect(takes(controls, value)).toBe(true);
        const computed = decimal(from) + n * decimal(step);
        if (computed <= decimal(from + step * 1e6)) expect(takes(controls, computed)).toBe(true);
        expect(takes(controls, decimal(from + step * n) + decimal(step) / 2)).toBe(false);
      }),
      SAME,
    );
  });

  test("take a value that was summed up in tenths", () => {
    let sum = 0;
    for (let n = 0; n < 1000; n++, sum += 0.1)
      expect(takes(number(0, 100, 0.1), sum), String(sum)).toBe(true);
  });
});
