import { expect, it } from "vitest";
import { marksOf, onStretches, within } from "../../../../web/src/features/values/switched.ts";

const event = (event_type: string, at: number, count = 1, actor: "api" | "schedule" = "api") => ({
  event_type,
  actor,
  count,
  created_at: new Date(at).toISOString(),
});
const marks = marksOf([
  event("turned_off", 700, 1, "schedule"),
  event("turned_on", 500, 3),
  event("connected", 450),
  event("turned_off", 300),
  event("turned_on", 100),
]);

it("are switches only, in order, with their count", () => {
  expect(marks).toEqual([
    { at: 100, on: true, count: 1, bySchedule: false, isKept: false },
    { at: 300, on: false, count: 1, bySchedule: false, isKept: false },
    { at: 500, on: true, count: 3, bySchedule: false, isKept: false },
    { at: 700, on: false, count: 1, bySchedule: true, isKept: false },
  ]);
  expect(within(marks, { from: 300, to: 700 }).map(({ at }) => at)).toEqual([300, 500]);
});

it("show when the device was on, also ahead of the range [F248]", () => {
  expect(onStretches(marks, { from: 200, to: 600 })).toEqual([
    { from: 200, to: 300 },
    { from: 500, to: 600 },
  ]);
  expect(onStretches(marks, { from: 520, to: 540 })).toEqual([{ from: 520, to: 540 }]);
});

it('keep it on until it is switched off; a repeated "on" has no effect', () => {
  const twice = marksOf([event("turned_on", 100), event("turned_on", 200)]);
  expect(onStretches(twice, { from: 0, to: 1_000 })).toEqual([{ from: 100, to: 1_000 }]);
});

it("claim no state before the first known one", () => {
  expect(onStretches(marksOf([event("turned_off", 500)]), { from: 0, to: 1_000 })).toEqual([]);
  expect(onStretches([], { from: 0, to: 1_000 })).toEqual([]);
});

it("values of controls that are set show the state, and are no switch", () => {
  const set = marksOf([{ ...event("turned_on", 200, 25), state_kept: true }]);
  expect(within(set, { from: 0, to: 1_000 })).toEqual([]);
  expect(onStretches(set, { from: 0, to: 1_000 })).toEqual([{ from: 200, to: 1_000 }]);
});
