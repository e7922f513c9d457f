import { expect, it } from "vitest";
import { bands, durationText, marks, total } from "../../../../web/src/devices/bands.ts";
import { setTimeSettings } from "../../../../web/src/lib/time.ts";

const HOUR = 3_600_000;
const iso = (at: number) => new Date(at).toISOString();
const NOON = Date.UTC(2026, 4, 5, 12);
const stretch = { from: NOON, to: NOON + 24 * HOUR };
const span = (from: number, to: number | null) => ({
  connected_at: iso(NOON + from * HOUR),
  disconnected_at: to === null ? null : iso(NOON + to * HOUR),
});

it("join overlapping connections in any order", () => {
  expect(bands([span(5, 6), span(1, 3), span(2, 4)], stretch)).toEqual([
    { from: NOON + HOUR, to: NOON + 4 * HOUR },
    { from: NOON + 5 * HOUR, to: NOON + 6 * HOUR },
  ]);
});

it("keep an enclosing connection whole", () => {
  expect(bands([span(1, 9), span(2, 3)], stretch)).toEqual([{ from: NOON + HOUR, to: NOON + 9 * HOUR }]);
});

it("are cut at the range, and open ones reach its end", () => {
  expect(bands([span(-3, 1), span(23, null)], stretch)).toEqual([
    { from: NOON, to: NOON + HOUR },
    { from: NOON + 23 * HOUR, to: NOON + 24 * HOUR },
  ]);
});

it("leave out earlier ones", () => {
  expect(bands([span(-3, -1)], stretch)).toEqual([]);
});

it("add up", () => {
  expect(total(bands([span(1, 3), span(2, 4), span(6, 7)], stretch))).toBe(4 * HOUR);
});

it("mark every fourth hour of the range", () => {
  const found = marks(stretch, 4);
  expect(found.every((at) => at > stretch.from && at < stretch.to)).toBe(true);
  expect(found.every((at) => new Date(at).getHours() % 4 === 0 && new Date(at).getMinutes() === 0)).toBe(
    true,
  );
  expect(found.length).toBeGreaterThanOrEqual(5);
});

it("mark the midnights of the person's zone", () => {
  setTimeSettings({ time_zone: "Asia/Kolkata", clock: "24" });
  const found = marks({ from: NOON, to: NOON + 48 * HOUR }, 24);
  expect(found.map((at) => new Date(at).toISOString().slice(11, 16))).toEqual(["18:30", "18:30"]);
  setTimeSettings({ time_zone: null, clock: "12" });
});

it.each([
  [400, "under 1 s"],
  [16_000, "16 s"],
  [62_000, "1 min 2 s"],
  [2 * HOUR, "2 h"],
  [25 * HOUR + 60_000, "1 d 1 h"],
])("%d ms is written %s", (ms, text) => {
  expect(durationText(ms)).toBe(text);
});
