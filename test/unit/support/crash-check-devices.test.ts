/**
 * The checker of the crash campaign, for scheduled devices: each kind of damaged history must be detected.
 */

import { describe, expect, it } from "vitest";
import { checkHistory } from "../../crash/check.ts";
import {
  type ActingClimate,
  emptyHistory,
  type GateOrder,
  type History,
  type ScheduleOutcome,
} from "../../crash/history.ts";

const AT = "2027-05-03T12:00:00.000Z";
type Run = ScheduleOutcome["schedules"][number]["runs"][number];

function broken(isFound: boolean, runs: Run[], switches: number, plug?: History["plug"]): string[] {
  const history = { ...emptyHistory(), witness: "always", ...(plug !== undefined && { plug }) };
  history.scheduled.push({ isFound, switches, schedules: [{ id: "s", state: true, runs }] });
  return checkHistory(history)
    .checks.filter((check) => check.broken.length > 0)
    .map(({ promise }) => promise.replace(/ \[.*/, ""));
}

describe("the checker of a crash campaign", () => {
  it("detects a planned time that ran twice, not at all, or without a switch", () => {
    const promise = ["each planned time ran once, and switched once"];
    const planned = (runs: (string | null)[], switches: number) => {
      const told = runs.map(
        (ran_at): Run => ({ planned_at: AT, count: 1, ran_at, outcome: "accepted", taken_at: null }),
      );
      return broken(false, told, switches);
    };
    expect(planned([AT], 1)).toEqual([]);
    expect(planned([AT, AT], 2)).toEqual(promise);
    expect(planned([], 0)).toEqual(promise);
    expect(planned([null], 0)).toEqual(promise);
    expect(planned([AT], 0)).toEqual(promise);
    expect(planned([AT], 2)).toEqual(promise);
  });

  it("detects a duplicate command to a plug, and a proof without a report", () => {
    const [told, taken] = [
      "a discovered device gets each command once",
      "a found device has taken what it is said to have",
    ];
    const at = Date.parse(AT);
    const plug = (states: boolean[], last: History["plug"]["last"]) => {
      const heard = states.map((state) => ({ connection: 1, state, at: at + 1 }));
      const run: Run = { planned_at: AT, count: 1, ran_at: AT, outcome: "taken", taken_at: AT };
      return broken(true, [run], 1, { begun: [at], heard, last });
    };
    expect(plug([true], { state: true, taken: true })).toEqual([]);
    expect(plug([false, true], { state: true, taken: true })).toEqual([]);
    expect(plug([true, true, true], { state: true, taken: true })).toEqual([told]);
    expect(plug([], null)).toEqual([taken]);
    expect(plug([true], { state: true, taken: false })).toEqual([taken]);
    expect(plug([true, false], { state: true, taken: true })).toEqual([taken]);
  });

  it("detects a notice that is missing, never arrived, or was not caused", () => {
    const of = (notices: Omit<History["notices"], "caused">) =>
      checkHistory({ ...emptyHistory(), witness: "always", notices: { caused: 2, ...notices } })
        .checks.filter((check) => check.broken.length > 0)
        .map(({ promise }) => promise);
    const promise = ["each notice arrived at least once, with its id [F504]"];
    expect(of({ switches: 2, listed: ["a", "b"], received: ["a", "b", "a"] })).toEqual([]);
    expect(of({ switches: 2, listed: ["a"], received: ["a"] })).toEqual(promise);
    expect(of({ switches: 2, listed: ["a", "b"], received: ["a"] })).toEqual(promise);
    expect(of({ switches: 1, listed: ["a"], received: ["a", "b"] })).toEqual(promise);
  });

  it("detects a command of a watch that is missing, double or not obeyed", () => {
    const promise = ["each change of a watched value switched its device once"];
    const taken = (isOn: boolean) => ({
      isOn,
      outcomes: ["delivered: Fan was switched, taken after 0.1 s."],
    });
    const fan: ActingClimate = {
      machine: "Fan",
      changes: [
        { isOn: true, isAcknowledged: true },
        { isOn: false, isAcknowledged: false },
      ],
      commands: ["on", "on"],
      switches: [true],
      outcomes: [taken(true)],
    };
    const of = (changed: Partial<ActingClimate>) =>
      checkHistory({ ...emptyHistory(), witness: "always", climates: [{ ...fan, ...changed }] })
        .checks.filter((check) => check.broken.length > 0)
        .map((check) => check.promise);
    expect(of({})).toEqual([]);
    expect(of({ switches: [], outcomes: [] })).toEqual(promise);
    expect(of({ switches: [true, true], outcomes: [taken(true), taken(true)] })).toEqual(promise);
    expect(of({ outcomes: [] })).toEqual(promise);
    expect(of({ commands: ["on", "off"] })).toEqual(promise);
    expect(of({ outcomes: [{ isOn: true, outcomes: ["waiting: Fan was switched on."] }] })).toEqual(promise);
  });

  it("detects an order that was lost after it was allowed, doubled, or published without an allow", () => {
    const promise = ["what a person allowed was published once, and nothing else [F506]"];
    const order = (level: number, more: Partial<GateOrder> = {}): GateOrder => ({
      level,
      approval: "a",
      answer: "allow",
      answeredFrom: 10,
      wasCut: false,
      outcome: "acknowledged",
      ...more,
    });
    const orders = [
      order(0),
      order(1, { answer: "deny" }),
      order(2, { answer: null, answeredFrom: null, outcome: "unknown" }),
      order(3, { outcome: "unknown" }),
      order(4, { outcome: "answered before" }),
    ];
    const event = (level: number, allowedAt: string | null = AT) => ({ level, allowedAt });
    const message = (level: number, at = 11, connection = 1) => ({ connection, level, at });
    const good = { published: [event(0), event(4)], heard: [message(0), message(4)] };
    const of = (changed: Partial<typeof good>) =>
      checkHistory({
        ...emptyHistory(),
        witness: "always",
        orders,
        gate: { connections: 1, ...good, ...changed },
      })
        .checks.filter((check) => check.broken.length > 0)
        .map((check) => check.promise);
    expect(of({})).toEqual([]);
    // unknown: it may have been taken
    expect(of({ published: [event(0), event(3), event(4)] })).toEqual([]);
    // again on the next connection
    expect(of({ heard: [...good.heard, message(4, 12, 2)] })).toEqual([]);
    expect(of({ published: [event(4)], heard: [message(4)] })).toEqual(promise);
    expect(of({ published: [event(0), event(0), event(4)] })).toEqual(promise);
    for (const level of [1, 2, 9])
      expect(of({ published: [event(level), ...good.published] })).toEqual(promise);
    expect(of({ published: [event(0), event(4, null)] })).toEqual(promise);
    expect(of({ heard: [message(0, 9), message(4)] })).toEqual(promise);
    expect(of({ heard: [message(1), ...good.heard] })).toEqual(promise);
    expect(of({ heard: [...good.heard, message(4)] })).toEqual(promise);
    expect(of({ heard: [message(0)] })).toEqual(promise);
  });
});
