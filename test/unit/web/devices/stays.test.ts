import { expect, it } from "vitest";
import { staysOf } from "../../../../web/src/features/device-page/connection-history.tsx";

const at = (minute: number) => new Date(Date.UTC(2026, 4, 5, 12, minute)).toISOString();
const came = (minute: number) => ({ event_type: "connected" as const, created_at: at(minute) });
const left = (minute: number) => ({ event_type: "disconnected" as const, created_at: at(minute) });
const stay = (from: number, to: number | null) => ({
  connected_at: at(from),
  disconnected_at: to === null ? null : at(to),
});
const there = { connected: true, created_at: at(0) };
const away = { ...there, connected: false };

it("last from each connection to the next disconnect, the newest first, with an open last one [F335]", () => {
  expect(staysOf([came(40), left(30), came(20), left(10), came(5)], there)).toEqual([
    stay(40, null),
    stay(20, 30),
    stay(5, 10),
  ]);
  expect(staysOf([left(30), came(20)], away)).toEqual([stay(20, 30)]);
});

it("begin with its addition, if it was connected by then", () => {
  expect(staysOf([], there)).toEqual([stay(0, null)]);
  expect(staysOf([left(10)], away)).toEqual([stay(0, 10)]);
});

it("are empty for a device that never connected", () => {
  expect(staysOf([], away)).toEqual([]);
});
