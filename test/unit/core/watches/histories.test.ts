/** Watches: no order of observations, deadlines and clock jumps adds a notice or loses one. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Condition } from "../../../../broker/contract/condition.ts";
import { keepsThreshold } from "../../../../broker/watches/step.ts";
import type { Comparison, Observation } from "../../../../broker/watches/watch-state.ts";
import { DUE, Scene, sample, watchOf } from "./scene.ts";

const HOUR = 3_600_000;
const seconds = (min: number, max: number) => fc.integer({ min, max }).map((count) => count * 1000);
const CONDITIONS: Condition[] = [
  { lostForMs: 5000 },
  { silentForMs: 5000 },
  { silentForMs: "auto" },
  { above: 3, clear: 1, forMs: 4000 },
  { below: 3, clear: 5, forMs: 1000 },
  { notTakenForMs: 6000 },
  { differsForMs: 4000 },
];
const condition = fc.constantFrom(...CONDITIONS);
const repeat = fc.option(seconds(1, 9));
const observation: fc.Arbitrary<Observation> = fc.oneof(
  fc.constantFrom<Observation>(
    { type: "connected" },
    { type: "commanded", since: 0 },
    { type: "acknowledged" },
    DUE,
  ),
  seconds(-5, 100).map((since): Observation => ({ type: "disconnected", since })),
  fc
    .constantFrom<Comparison>("same", "differs", "unproven")
    .map((comparison): Observation => ({ type: "compared", comparison, since: 0 })),
  fc.option(fc.integer({ min: 0, max: 6 })).map(sample),
);
/** Milliseconds since the previous one. */
const history = (least: number) => fc.array(fc.tuple(seconds(least, 12), observation));

describe("histories of a watch", () => {
  it("raised and cleared alternate, with unique names, also when the clock jumps", () => {
    fc.assert(
      fc.property(condition, repeat, history(-20), (when, repeatMs, steps) => {
        const scene = new Scene(watchOf(when, repeatMs), 2000);
        let now = 0;
        for (const [distance, observed] of steps) {
          now += distance;
          scene.observe(now, observed);
        }
        expect(new Set(scene.notices.map(({ name }) => name)).size).toBe(scene.notices.length);
        let isRaised = false;
        for (const { name, state } of scene.notices) {
          const isFirst = name.endsWith("/raised/0");
          expect(isRaised).toBe(!isFirst);
          isRaised = state === "raised";
        }
      }),
    );
  });

  it("steps at the deadlines alone give the same notices as steps at every second", () => {
    fc.assert(
      fc.property(condition, repeat, history(0), (when, repeatMs, steps) => {
        const asleep = new Scene(watchOf(when, repeatMs), 2000);
        const awake = new Scene(watchOf(when, repeatMs), 2000);
        let now = 0;
        for (const [distance, observed] of steps) {
          const until = now + distance;
          for (; now < until; now += 1000) awake.observe(now);
          awake.observe(now);
          asleep.passTo(now);
          for (const scene of [asleep, awake]) scene.observe(now, observed);
        }
        expect(asleep.notices).toEqual(awake.notices);
        expect(asleep.state).toEqual(awake.state);
      }),
    );
  });

  it("a device is lost exactly when it was disconnected for the required time", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(seconds(0, 9), fc.boolean())), (steps) => {
        const scene = new Scene(watchOf({ lostForMs: 5000 }));
        const expected: string[] = [];
        let [now, awaySince]: [number, number | null] = [0, null];
        for (const [distance, isConnected] of steps) {
          const before = now;
          now += distance;
          const lostAt = awaySince === null ? Number.NaN : awaySince + 5000;
          if (lostAt > before && lostAt <= now) expected.push(`raised ${lostAt}`);
          if (isConnected && now >= lostAt) expected.push(`cleared ${now}`);
          awaySince = isConnected ? null : (awaySince ?? now);
          scene.passTo(now);
          scene.observe(now, isConnected ? { type: "connected" } : { type: "disconnected", since: now });
        }
        expect(scene.log).toEqual(expected);
      }),
    );
  });

  it("a device that flaps once a second for an hour raises at most once a period, and writes few rows", () => {
    for (const lostForMs of [1000, 120_000]) {
      const scene = new Scene(watchOf({ lostForMs }));
      for (let now = 0; now < HOUR; now += 1000) {
        scene.passTo(now);
        scene.observe(
          now,
          (now / 1000) % 2 === 0 ? { type: "disconnected", since: now } : { type: "connected" },
        );
      }
      const raises = scene.log.filter((line) => line.startsWith("raised"));
      expect(raises.length).toBeLessThanOrEqual(lostForMs === 1000 ? HOUR / 4000 : 0);
      expect(scene.rows).toBeLessThanOrEqual((3 * HOUR) / 4000);
    }
  });

  it("a value that swings around its threshold ten times a second writes at most three rows in four seconds", () => {
    const scene = new Scene(watchOf({ above: 8, clear: 8, forMs: 1000 }));
    for (let now = 0; now < HOUR; now += 100) {
      scene.passTo(now);
      scene.observe(now, sample((now / 100) % 2 === 0 ? 9 : 7));
    }
    expect(scene.log).toEqual([]);
    expect(scene.rows).toBeLessThanOrEqual((3 * HOUR) / 4000);
  });

  it("an observation that changes nothing returns the same object, so that no row is written", () => {
    const silence = new Scene(watchOf({ silentForMs: 1000 }));
    const bound = new Scene(watchOf({ above: 8, clear: 6, forMs: 10 }));
    for (const scene of [silence, bound]) {
      const { state } = scene;
      for (let now = 0; now < 500; now++) expect(scene.observe(now, sample(now % 8)).state).toBe(state);
    }
  });

  it("a clock that is set back makes a wait no longer than the required time", () => {
    const scene = new Scene(watchOf({ lostForMs: 10 }), null, 1000);
    scene.observe(1000, { type: "disconnected", since: 1000 });
    scene.observe(50);
    expect(scene.deadline).toBe(60);
    scene.passTo(60);
    scene.observe(40);
    scene.observe(2000);
    expect(scene.log).toEqual(["raised 60"]);
  });

  it("a sample that is said to keep a threshold as it is changes nothing in a step", () => {
    const thresholds = CONDITIONS.filter((when) => "forMs" in when);
    fc.assert(
      fc.property(fc.constantFrom(...thresholds), repeat, history(-20), (when, repeatMs, steps) => {
        const scene = new Scene(watchOf(when, repeatMs));
        let now = 0;
        for (const [distance, observed] of steps) {
          now += distance;
          const value = observed.type === "sample" ? observed.value : null;
          const isKept = value !== null && keepsThreshold(when, scene.state, value, now);
          const { state } = scene;
          const outcome = scene.observe(now, observed);
          if (isKept) expect(outcome).toEqual({ state, notices: [] });
        }
      }),
    );
  });
});
