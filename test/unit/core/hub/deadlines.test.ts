/** Deadlines that fail: each is retried with growing delays, and others still ring. */

import { expect, it } from "vitest";
import { Alarm } from "../../../../broker/alarm.ts";

it("a deadline that is due since 1970 sets an alarm: the platform refuses the time 0", async () => {
  const set: number[] = [];
  const setAlarm = async (at: number): Promise<void> => void set.push(at);
  const deadlines = new Alarm(
    { getAlarm: async () => null, setAlarm },
    () => 1000,
    () => {},
  );
  deadlines.register({ name: "over", next: () => 0, ring: () => true });
  await deadlines.rang(1000);
  expect(set).toEqual([1]);
});

it.each([
  ["throws", () => Promise.reject(new Error("poisoned"))],
  ["returns false", () => false],
])(
  "[F452] one that %s is retried after 5 s, then twice as long each time, up to an hour; another rings when due",
  async (_, fail) => {
    let now = 1_000_000;
    let alarm: number | null = null;
    const setAlarm = async (at: number): Promise<void> => {
      alarm = at;
    };
    const deadlines = new Alarm(
      { getAlarm: async () => alarm, setAlarm },
      () => now,
      () => {},
    );
    const tries: number[] = [];
    let others = 0;
    const ring = () => {
      tries.push(now);
      return fail();
    };
    deadlines.register({ name: "poisonous", next: () => 1_000_000, ring });
    deadlines.register({
      name: "other",
      next: () => now + 60_000,
      ring: () => {
        others++;
      },
    });
    deadlines.require(now);
    for (let rings = 0; tries.length < 13; rings++) {
      expect(rings).toBeLessThan(400);
      await deadlines.rang(alarm ?? Number.NaN);
      expect(alarm).toBeGreaterThan(now);
      now = alarm ?? Number.NaN;
    }
    const waits = tries.slice(1).map((at, n) => (at - (tries[n] as number)) / 1000);
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600]);
    expect(others).toBeGreaterThan(200);
  },
);
