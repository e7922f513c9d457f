/** Values of telemetry messages as the page receives them. */

import { expect, test } from "vitest";
import { newerOf } from "../../../../web/src/devices/device-change.ts";
import { heardAt, heardBoth, heardValues } from "../../../../web/src/devices/heard-values.ts";

const NOW = Date.UTC(2026, 5, 1);
const heard = (message: unknown) => heardValues(JSON.stringify(message), NOW);

test("a list has the newest value of each key, each with its own time", () => {
  const values = heard([
    { ts: -1000, t: 2, h: 5 },
    { t: 3 },
    { ts: NOW - 9000, t: 1, old: 7 },
    { t: null },
    [{ t: 9 }],
    { ts: 0, on: true },
  ]);
  expect(values?.values).toEqual({ t: 3, h: 5, old: 7, on: true });
  expect(["t", "h", "old", "on"].map((key) => values && heardAt(values, key))).toEqual([
    null,
    NOW - 1000,
    NOW - 9000,
    null,
  ]);
});

test.each([[[]], [[[]]], [[{}]], [[{ t: null }, 5]]])("%j has no value", (list) => {
  expect(heard(list)).toBeNull();
});

test("a negative time counts back from the arrival", () => {
  expect(heard({ ts: -5, t: 1 })).toEqual({ at: NOW - 5, values: { t: 1 } });
  expect(heard({ ts: 0, t: 1 })).toEqual({ at: null, values: { t: 1 } });
});

test("an old value of a list does not replace a younger one, and a later message does", () => {
  const before = {
    key: "t",
    name: null,
    unit: null,
    value: 1,
    at: new Date(NOW - 500).toISOString(),
    by_http: false,
  };
  const list = heard([{ ts: -1000, t: 2 }, { h: 1 }]);
  if (list === null) throw new Error("none");
  expect(newerOf(before, list)).toBe(before);
  expect(newerOf(before, heardBoth(list, { at: NOW, values: { t: 4 } })).value).toBe(4);
});
