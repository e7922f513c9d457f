import { expect, it } from "vitest";
import {
  marksText,
  type Scheduled,
  scheduleMarks,
} from "../../../../web/src/devices/schedules/schedule-marks.ts";

const iso = (at: number) => new Date(at).toISOString();
const run = (planned: number, ran: number | null, outcome?: "accepted" | "not_connected") => ({
  outcome: outcome ?? (ran === null ? ("missed" as const) : ("taken" as const)),
  planned_at: iso(planned),
  count: ran === null ? 3 : 1,
  ran_at: ran === null ? null : iso(ran),
});
const ALL: Scheduled[] = [
  {
    schedule: { name: "Evening", state: true, next_at: iso(900) },
    runs: [run(700, 730), run(500, null), run(200, 200)],
  },
  { schedule: { name: "Night", state: false, next_at: iso(1_200) }, runs: [run(400, null)] },
  { schedule: { name: "Paused", state: false, next_at: null }, runs: [] },
];
const inStretch = scheduleMarks(ALL, { from: 300, to: 1_000 });

it("shows every run in the range: done, missed, next [F333]", () => {
  expect(inStretch).toEqual([
    { at: 400, on: false, what: "missed", name: "Night", count: 3 },
    { at: 500, on: true, what: "missed", name: "Evening", count: 3 },
    { at: 730, on: true, what: "taken", name: "Evening", count: 1 },
    { at: 900, on: true, what: "planned", name: "Evening", count: 1 },
  ]);
});

it("describes the past in words", () => {
  expect(marksText(inStretch)).toBe("Schedules switched it once and missed it 6 times.");
  expect(marksText(inStretch.filter(({ what }) => what === "missed"))).toBe("Schedules missed it 6 times.");
  expect(marksText(scheduleMarks(ALL, { from: 800, to: 1_000 }))).toBe("");
});

it("counts only acknowledged runs as switched", () => {
  const runs = [run(700, 730), run(600, 600, "accepted"), run(500, 500, "not_connected")];
  const marks = scheduleMarks([{ schedule: { name: "", state: true, next_at: null }, runs }], {
    from: 300,
    to: 1_000,
  });
  expect(marksText(marks)).toBe(
    "Schedules switched it once, sent a command without proof once and missed it once.",
  );
});
