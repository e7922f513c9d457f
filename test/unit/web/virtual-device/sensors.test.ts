import { expect, it } from "vitest";
import { happened, newBoard } from "../../../../web/src/features/virtual-device/board-state.ts";
import {
  FIRST_READING,
  nextHumidity,
  telemetryPayload,
} from "../../../../web/src/features/virtual-device/sensors.ts";

it("vary, return to their mean, and stay within their range", () => {
  const after = (start: number, chance: number, times: number) =>
    Array.from({ length: times }).reduce<number>((value) => nextHumidity(value, chance), start);
  expect(nextHumidity(55, 0.5)).toBe(55);
  expect(nextHumidity(55, 0.75)).toBe(55.8);
  for (const chance of [0, 0.5, 1]) {
    for (const start of [0, 55, 100]) {
      const value = after(start, chance, 200);
      expect(value).toBeGreaterThanOrEqual(35);
      expect(value).toBeLessThanOrEqual(75);
    }
  }
  expect(nextHumidity(100, 1)).toBeLessThanOrEqual(100);
});

it("are published as one object, and printed", () => {
  const payload = telemetryPayload({ ...FIRST_READING, temperature: 21.5 });
  expect(payload).toBe('{"temperature_c":21.5,"humidity_percent":55}');
  const board = happened(newBoard, { type: "received", topic: "devices/x/telemetry", payload }, 0);
  expect(board.log.at(-1)?.text).toBe(`→ devices/x/telemetry ${payload}`);
});
