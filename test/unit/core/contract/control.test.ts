/** Whether a device reports the wanted value of a control. */

import { expect, it } from "vitest";
import { isSameValue } from "../../../../broker/contract/control-words.ts";

it.each([
  [0.3, Math.fround(0.3), true],
  [1000, 1000.01, false],
  [true, "TRUE", true],
  ["eco", "ECO", true],
  ["eco", "full", false],
  ["#c91acc", "#C919CC", true],
  ["#c91acc", "#c718ca", true],
  ["#c91acc", "#c917cc", false],
  ["#c91acc", "#c91acf", false],
  ["#000000", "#020202", true],
  ["#000000", "black", false],
  ["black", "#000000", false],
])("wanted %j, reported %j: %s", (wanted, reported, isSame) => {
  expect(isSameValue(wanted, reported)).toBe(isSame);
});
