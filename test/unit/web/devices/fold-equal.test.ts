import { describe, expect, it } from "vitest";
import { foldHistory } from "../../../../web/src/devices/events/event-history.ts";
import { foldEvents, sinceText } from "../../../../web/src/devices/events/fold-equal.ts";
import { setTimeSettings } from "../../../../web/src/lib/time.ts";
import type { DeviceEvent } from "../../../../worker/contract/events.ts";

const event = (second: number, device: string, event_type: string, more: Partial<DeviceEvent> = {}) =>
  ({
    id: `${device}${second}`,
    device_id: device,
    device_name: device,
    event_type,
    actor: null,
    schedule: null,
    guest: null,
    count: 1,
    set: null,
    created_at: new Date(Date.UTC(2026, 10, 20, 12, 0, second)).toISOString(),
    ...more,
  }) satisfies DeviceEvent;

const error = (second: number, device: string, reason: string, count = 1) =>
  event(second, device, "errored", { reason, count });

const rowsOf = (rows: ReturnType<typeof foldEvents>) =>
  rows.map(({ id, count, since }) => [id, count, since?.slice(17, 19)]);

it("one device that repeats an error does not hide another error, nor another device", () => {
  const events = [
    error(50, "a", "nan"),
    error(40, "a", "nan", 5),
    error(35, "a", "too big"),
    event(30, "b", "connected"),
    error(20, "a", "nan"),
  ];
  const rows = [
    ["a50", 7, "20"],
    ["a35", 1, undefined],
    ["b30", 1, undefined],
  ];
  expect(rowsOf(foldEvents(events))).toEqual(rows);
  expect(rowsOf(foldHistory(events))).toEqual(rows);
});

it("a history keeps the order of on and off, a glance shows each once", () => {
  const events = [
    event(50, "a", "turned_on"),
    event(45, "b", "turned_on"),
    event(40, "a", "turned_on"),
    event(30, "a", "turned_off"),
    event(20, "a", "turned_on"),
    event(10, "a", "turned_on", { actor: "api" }),
  ];
  expect(rowsOf(foldHistory(events))).toEqual([
    ["a50", 2, "40"],
    ["b45", 1, undefined],
    ["a30", 1, undefined],
    ["a20", 1, undefined],
    ["a10", 1, undefined],
  ]);
  expect(rowsOf(foldEvents(events))).toEqual([
    ["a50", 3, "20"],
    ["b45", 1, undefined],
    ["a30", 1, undefined],
    ["a10", 1, undefined],
  ]);
});

const THIRTY = Array.from({ length: 30 }, (_, index) => `lamp ${index}`);
const at = (ms: number) => ({ created_at: new Date(Date.UTC(2026, 10, 20, 12) + ms).toISOString() });

describe.each([
  ["a glance", foldEvents],
  ["a history", foldHistory],
])("%s", (_, fold) => {
  it.each([
    ["disconnected", {}],
    ["connected", {}],
    ["turned_off", { actor: "disconnect" as const }],
    ["errored", { reason: "nan" }],
  ])("shows thirty devices that were %s within a second as one row", (type, more) => {
    const events = THIRTY.map((device, index) =>
      event(0, device, type, { ...more, ...at(1_000 - index * 30) }),
    );
    const door = event(0, "door", "turned_on", at(500));
    const rows = fold([...events.slice(0, 15), door, ...events.slice(15)]);
    expect(rows.map(({ id, count, devices }) => [id, count, devices?.length])).toEqual([
      ["lamp 00", 1, 30],
      ["door0", 1, undefined],
    ]);
  });

  it("shows the second loss of the same devices as the same row, and two devices as a row each", () => {
    const loss = (start: number) =>
      THIRTY.map((device, index) => event(0, device, "disconnected", at(start - index)));
    const [again] = fold([...loss(60_000), ...loss(20_000)]);
    expect([again?.count, again?.devices?.length]).toEqual([2, 30]);
    expect(fold(loss(60_000).slice(0, 2)).map(({ devices }) => devices)).toEqual([undefined, undefined]);
  });
});

it("keeps the losses of a group apart when something happened between them", () => {
  const all = (type: string, start: number) =>
    THIRTY.map((device, index) => event(0, device, type, at(start - index)));
  const rows = foldHistory([
    ...all("connected", 60_000),
    ...all("disconnected", 50_000),
    ...all("connected", 40_000),
  ]);
  expect(rows.map(({ event_type, count }) => [event_type, count])).toEqual([
    ["connected", 1],
    ["disconnected", 1],
    ["connected", 1],
  ]);
});

it("names the day of the first only where it is another day", () => {
  setTimeSettings({ time_zone: "UTC", clock: "12" });
  expect(sinceText("2026-11-20T16:53:00Z", "2026-11-20T18:00:00Z")).toBe("4:53 PM");
  expect(sinceText("2026-11-19T16:53:00Z", "2026-11-20T18:00:00Z")).toMatch(/^Nov 19.* 4:53 PM$/);
  setTimeSettings({ time_zone: null, clock: "12" });
});
