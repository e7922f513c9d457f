/** What raises and clears a watch, and its notices. */

import { describe, expect, it } from "vitest";
import type { Command } from "../../../../broker/contract/account.ts";
import type { Condition } from "../../../../broker/contract/condition.ts";
import { type CommandRecord, comparisonOf } from "../../../../broker/watches/comparison.ts";
import { type Comparison, type Observation, shownState } from "../../../../broker/watches/watch-state.ts";
import { DUE, Scene, sample, watchOf } from "./scene.ts";

const compared = (comparison: Comparison, since: number): Observation => ({
  type: "compared",
  comparison,
  since,
});

describe("what raises and clears a watch", () => {
  it.each<[string, Condition, [number, Observation][], string[]]>([
    [
      "a device that is disconnected for the required time, from the end of its connection",
      { lostForMs: 100 },
      [
        [50, { type: "disconnected", since: 40 }],
        [139, DUE],
        [140, DUE],
        [150, { type: "disconnected", since: 150 }],
        [170, { type: "connected" }],
      ],
      ["raised 140", "cleared 170"],
    ],
    [
      "a device that was disconnected long before the watch existed, at once",
      { lostForMs: 100 },
      [[500, { type: "disconnected", since: -900 }]],
      ["raised 500"],
    ],
    [
      "a command that is not taken, from the first unacknowledged one",
      { notTakenForMs: 30 },
      [
        [10, { type: "commanded", since: 10 }],
        [35, { type: "commanded", since: 35 }],
        [40, DUE],
        [60, { type: "acknowledged" }],
        [70, { type: "commanded", since: 70 }],
        [99, { type: "acknowledged" }],
        [200, DUE],
      ],
      ["raised 40", "cleared 60"],
    ],
    [
      "a control that reports another value than the wanted one, from the proof",
      { differsForMs: 30 },
      [
        [10, compared("differs", 5)],
        [20, compared("unproven", 20)],
        [40, DUE],
        [5000, compared("differs", 5000)],
        [5030, DUE],
        [5040, compared("unproven", 5040)],
        [5050, sample(1)],
        [5060, compared("same", 5060)],
      ],
      ["raised 5030", "cleared 5060"],
    ],
    [
      "a value beyond its threshold for the required time; between threshold and clear it stays raised",
      { above: 8, clear: 6, forMs: 10_000 },
      [
        [0, sample(8)],
        [10_000, sample(9)],
        [15_000, sample(7)],
        [30_000, sample(9)],
        [40_000, DUE],
        [50_000, sample(7)],
        [60_000, sample(null)],
        [70_000, sample(6)],
      ],
      ["raised 40000", "cleared 70000"],
    ],
    [
      "a value below its threshold, at once without a duration",
      { below: 2, clear: 3, forMs: 0 },
      [
        [0, sample(2)],
        [1, sample(1)],
        [2, sample(2.5)],
        [3, sample(3)],
      ],
      ["raised 1", "cleared 3"],
    ],
    [
      "a silent series, from its last sample or from the creation of the watch",
      { silentForMs: 100 },
      [
        [100, DUE],
        [130, sample(1)],
        [229, DUE],
        [229, sample(1)],
        [329, DUE],
      ],
      ["raised 100", "cleared 130", "raised 329"],
    ],
  ])("%s", (_, when, observations, expected) => {
    const scene = new Scene(watchOf(when));
    for (const [now, observation] of observations) scene.observe(now, observation);
    expect(scene.log).toEqual(expected);
  });

  it("an automatic silence is three median intervals, and has no deadline without a median", () => {
    const scene = new Scene(watchOf({ silentForMs: "auto" }), 20);
    scene.observe(5, sample(1));
    expect(scene.deadline).toBe(65);
    scene.series = { ...scene.series, medianMs: null };
    expect(scene.deadline).toBeNull();
    expect(scene.observe(1e9).notices).toEqual([]);
  });

  it("each event of its types is one notice with its own name, and changes no state", () => {
    const scene = new Scene(watchOf({ events: ["turned_on", "errored"] }));
    const { state } = scene;
    for (const event of ["turned_on", "turned_off", "errored"] as const)
      scene.observe(7, { type: "event", id: event, event });
    expect(scene.notices.map(({ name }) => name)).toEqual(["event/turned_on", "event/errored"]);
    scene.snooze(8, 20);
    scene.observe(19, { type: "event", id: "a", event: "errored" });
    scene.observe(20, { type: "event", id: "b", event: "errored" });
    expect(scene.notices.map(({ name }) => name).slice(2)).toEqual(["event/b"]);
    expect({ ...scene.state, snoozedUntil: null }).toEqual(state);
    expect(scene.deadline).toBeNull();
  });

  it("a late alarm's notice comes before the observation's", () => {
    const scene = new Scene(watchOf({ lostForMs: 10 }));
    scene.observe(0, { type: "disconnected", since: 0 });
    scene.observe(50, { type: "connected" });
    expect(scene.log).toEqual(["raised 50", "cleared 50"]);
  });
});

describe("how a control compares", () => {
  const command: Command = { state: "on", acceptedAt: 10, deliveredAt: 20, actor: "api" };
  const record: CommandRecord = {
    command,
    pending: false,
    wanted: { level: { value: 0.3, at: 10 } },
    waitingSince: 10,
  };

  it.each<[string, CommandRecord | null, string, number | string | null, Comparison]>([
    ["a device that was never switched", null, "level", 1, "same"],
    ["no reported value", record, "level", null, "same"],
    ["a key that no object may have", record, "__proto__", 1, "same"],
    ["steps without an exact binary form", record, "level", 0.1 + 0.2, "same"],
    ["a number as text", record, "level", "0.3", "same"],
    ["another value after the proof", record, "level", 0.4, "differs"],
    [
      "a command without a proof",
      { ...record, command: { ...command, deliveredAt: null } },
      "level",
      1,
      "unproven",
    ],
    ["a pending command with the value", { ...record, pending: true }, "level", 1, "unproven"],
    [
      "a pending command after that of the value",
      { ...record, pending: true, waitingSince: 30 },
      "level",
      1,
      "differs",
    ],
    ["a command of a watch", { ...record, command: { ...command, actor: "watch" } }, "level", 1, "unproven"],
  ])("%s", (_, known, key, reported, expected) => {
    expect(comparisonOf(known, key, reported)).toBe(expected);
  });
});

describe("a threshold whose series is silent", () => {
  const SECOND = 1000;
  const pending = () => {
    const scene = new Scene(watchOf({ above: 8, clear: 6, forMs: 200 * SECOND }), 30 * SECOND);
    for (let second = 0; second <= 60; second += 30) scene.observe(second * SECOND, sample(9));
    return scene;
  };

  it("is not raised by time in which nothing was measured, however long it is", () => {
    const scene = pending();
    expect(scene.deadline).toBeNull();
    scene.observe(6000 * SECOND);
    expect(scene.log).toEqual([]);
    expect(scene.state.phase).toBe("pending");
  });

  it("counts on from the next value beyond the threshold", () => {
    const scene = pending();
    // measured for 60 s, and 90 s longer as an automatic silence takes: fifty of the 200 seconds are left
    scene.observe(1000 * SECOND, sample(9));
    expect(scene.deadline).toBe(1050 * SECOND);
    scene.passTo(1050 * SECOND);
    expect(scene.log).toEqual(["raised 1050000"]);
    expect(scene.rows).toBe(3);
  });

  it("clears with a value that is no longer beyond it", () => {
    const scene = pending();
    scene.observe(1000 * SECOND, sample(7));
    scene.observe(1001 * SECOND, sample(6));
    expect(scene.state.phase).toBe("clear");
    expect(scene.log).toEqual([]);
  });

  it("counts all time of a series without a usual interval: it may send changes only", () => {
    const scene = new Scene(watchOf({ above: 8, clear: 6, forMs: 200 * SECOND }));
    scene.observe(0, sample(9));
    expect(scene.deadline).toBe(200 * SECOND);
  });
});

describe("repeats and snoozes", () => {
  const lost = (repeatMs: number | null) => {
    const scene = new Scene(watchOf({ lostForMs: 10 }, repeatMs));
    scene.observe(0, { type: "disconnected", since: 0 });
    return scene;
  };

  it("a raised watch repeats its notice, once however long the object slept", () => {
    const scene = lost(100);
    scene.passTo(210);
    scene.observe(900);
    expect(scene.notices.map(({ name, at }) => [name, at])).toEqual([
      ["1/raised/0", 10],
      ["1/raised/1", 110],
      ["1/raised/2", 210],
      ["1/raised/3", 900],
    ]);
    expect(scene.deadline).toBe(1000);
  });

  it("a snooze holds back notices of a raise, and its end sends one if it is still raised", () => {
    const scene = lost(null);
    scene.snooze(5, 50);
    expect(shownState(scene.state, 49)).toBe("snoozed");
    scene.passTo(49);
    expect([scene.log, shownState(scene.state, 50)]).toEqual([[], "raised"]);
    scene.passTo(60);
    scene.snooze(60, 90);
    scene.passTo(100);
    expect(scene.log).toEqual(["raised 50", "raised 90"]);
  });

  it("only a raise that was sent is followed by a clear, also during a snooze", () => {
    const scene = lost(null);
    scene.snooze(5, 50);
    scene.passTo(20);
    scene.observe(30, { type: "connected" });
    expect(scene.log).toEqual([]);
    scene.observe(9000, { type: "disconnected", since: 9000 });
    scene.passTo(9020);
    scene.snooze(9020, 9500);
    scene.observe(9030, { type: "connected" });
    expect(scene.log).toEqual(["raised 9010", "cleared 9030"]);
  });

  it("a snooze that is ended early sends at once the notice that it held back", () => {
    const scene = lost(null);
    scene.snooze(5, 500);
    scene.passTo(20);
    scene.snooze(30, 0);
    scene.passTo(30);
    expect(scene.log).toEqual(["raised 30"]);
  });
});

describe("an outage of the broker", () => {
  const silent = () => {
    const scene = new Scene(watchOf({ silentForMs: 300_000 }));
    scene.observe(0, sample(1));
    return scene;
  };

  it("raises no silence before devices had a minute to send again", () => {
    const scene = silent();
    scene.observe(3_600_000);
    expect([scene.log, scene.deadline, scene.rows]).toEqual([[], 3_660_000, 1]);
    scene.observe(3_630_000, sample(1));
    expect([scene.log, scene.deadline]).toEqual([[], 3_930_000]);
  });

  it("postpones a silence once, however late the alarm is", () => {
    const scene = silent();
    scene.observe(3_600_000);
    scene.observe(3_700_000);
    expect(scene.log).toEqual(["raised 3700000"]);
  });

  it("is not assumed for an alarm that is a little late", () => {
    const scene = silent();
    scene.observe(310_000);
    expect(scene.log).toEqual(["raised 310000"]);
  });
});
