/** One line of time from several lists. */

import { describe, expect, test } from "vitest";
import { NO_PART, type TimelineParts, timeline } from "../../../../worker/contract/timeline.ts";

const at = (second: number): string => new Date(Date.UTC(2026, 10, 29, 10, 0, second)).toISOString();
const moment = (second: number): number => Date.parse(at(second));
const NONE: TimelineParts = { events: NO_PART, refusals: NO_PART, notices: NO_PART, messages: NO_PART };

const event = (second: number) => ({ id: `e${second}`, created_at: at(second) }) as never;
const refusal = (second: number, device_id: string | null = "lamp") =>
  ({ id: `r${second}`, at: at(second), device_id }) as never;
const notice = (second: number, device: string | null = "lamp") =>
  ({ id: `n${second}`, at: at(second), device: device && { id: device } }) as never;
const message = (second: number) => ({ topic: `m${second}`, at: at(second) }) as never;

const part = (rows: never[], isCut = false) => ({ rows, isCut });
const told = (parts: Partial<TimelineParts>, section?: Parameters<typeof timeline>[1]) => {
  const { happenings, isCut } = timeline({ ...NONE, ...parts }, section);
  const seconds = happenings.map((each) => `${each.kind} ${new Date(each.at).getUTCSeconds()}`);
  return isCut ? ["cut", ...seconds] : seconds;
};

describe("a line of time", () => {
  test("is in order, and the cause of one moment comes before its effect", () => {
    const parts = {
      events: part([event(5), event(2)]),
      refusals: part([refusal(5), refusal(1)]),
      notices: part([notice(5)]),
      messages: part([message(5), message(3)]),
    };
    expect(told(parts)).toEqual([
      "refusal 1",
      "event 2",
      "message 3",
      "message 5",
      "refusal 5",
      "event 5",
      "notice 5",
    ]);
  });

  test("of a device has what concerns it, and of all everything", () => {
    const parts = {
      refusals: part([refusal(1), refusal(2, "fan"), refusal(3, null)]),
      notices: part([notice(4), notice(5, "fan"), notice(6, null)]),
      events: part([event(7)]),
    };
    expect(told(parts, { device: "lamp" })).toEqual(["refusal 1", "notice 4", "event 7"]);
    expect(told(parts)).toHaveLength(7);
  });

  test("tells an error of a device once, as its event", () => {
    const errored = { ...(event(12) as object), event_type: "errored", device_id: "lamp", reason: "no JSON" };
    const refused = (second: number, rule: string, device_id = "lamp") =>
      ({ ...(refusal(second, device_id) as object), rule }) as never;
    const refusals = part([
      refused(2, "no JSON"),
      refused(1, "no JSON"),
      refused(12, "no right"),
      refused(12, "no JSON", "fan"),
    ]);
    expect(told({ events: part([errored as never]), refusals })).toEqual([
      "refusal 1",
      "refusal 12",
      "refusal 12",
      "event 12",
    ]);
  });

  test("has the moments from the first, without the last", () => {
    const parts = { events: part([event(1), event(2), event(3)]) };
    expect(told(parts, { from: moment(2), to: moment(3) })).toEqual(["event 2"]);
  });

  test.each([
    ["begins where the list that lacks earlier rows does", 3, ["cut", "event 3", "message 4"]],
    ["is not cut where that list reaches to its beginning", 4, ["message 4"]],
  ])("%s", (_, from, expected) => {
    const parts = { events: part([event(3)], true), messages: part([message(4), message(2)]) };
    expect(told(parts, from === 4 ? { from: moment(from) } : {})).toEqual(expected);
  });

  test("is not cut by a list of another device's rows alone where they are all earlier", () => {
    const parts = { notices: part([notice(1, "fan")], true), events: part([event(2)]) };
    expect(told(parts, { device: "lamp", from: moment(2) })).toEqual(["event 2"]);
    expect(told(parts, { device: "lamp" })).toEqual(["cut", "event 2"]);
  });

  test("shows the other lists where one has earlier rows alone that could not be read", () => {
    expect(told({ messages: part([], true), events: part([event(2)]) })).toEqual(["event 2"]);
  });
});
