import { expect, it } from "vitest";
import {
  barHeight,
  countByHour,
  firstHour,
  HOUR_MS,
  merged,
  totalOf,
} from "../../../../web/src/features/event-chart/hours.ts";

const now = new Date(2026, 10, 20, 14, 30).getTime();
const event = (id: string, device: string, msAgo: number, name = device) => ({
  id,
  device_id: device,
  device_name: name,
  count: 1,
  created_at: new Date(now - msAgo).toISOString(),
});
const HALF = HOUR_MS / 2;

it("begins with the hour that began 23 hours before the present one", () => {
  expect(firstHour(now)).toBe(new Date(2026, 10, 19, 15).getTime());
  const { hours } = countByHour([], now);
  expect(hours).toHaveLength(24);
  expect(hours.at(-1)).toBe(new Date(2026, 10, 20, 14).getTime());
});

it("counts each event in its hour and for its device, the busiest first", () => {
  const { devices } = countByHour(
    [
      event("1", "lamp", 0),
      event("2", "fan", 0),
      event("3", "fan", HALF),
      event("4", "fan", HALF + 1),
      event("5", "fan", 23 * HOUR_MS + HALF),
    ],
    now,
  );
  expect(devices.map(({ name, total }) => [name, total])).toEqual([
    ["fan", 4],
    ["lamp", 1],
  ]);
  const counts = devices[0]?.counts ?? [];
  expect(counts).toHaveLength(24);
  expect([counts[0], counts[22], counts[23]]).toEqual([1, 1, 2]);
});

it("adds up what an event stands for", () => {
  const events = [event("1", "lamp", 0), { ...event("2", "lamp", 1), count: 140 }, event("3", "fan", 0)];
  const [lamp] = countByHour(events, now).devices;
  expect([lamp?.total, lamp?.counts.at(-1)]).toEqual([141, 141]);
  expect(totalOf(events)).toBe(142);
});

it("leaves out what is older or not yet", () => {
  expect(
    countByHour([event("1", "lamp", 23 * HOUR_MS + HALF + 1), event("2", "lamp", -HOUR_MS)], now).devices,
  ).toEqual([]);
});

it("calls a device what it was called last, and two devices of one name two", () => {
  const { devices } = countByHour(
    [event("1", "a", 0, "New"), event("2", "a", 1, "Old"), event("3", "b", 2, "New")],
    now,
  );
  expect(devices.map(({ deviceId, name, total }) => [deviceId, name, total])).toEqual([
    ["a", "New", 2],
    ["b", "New", 1],
  ]);
});

it("joins what is new to what is known, each once, and forgets what is too old", () => {
  const ids = merged(
    [event("3", "a", 0), event("2", "a", 1)],
    [event("2", "a", 1), event("1", "a", 2), event("0", "a", 25 * HOUR_MS)],
    now,
  ).map(({ id }) => id);
  expect(ids).toEqual(["3", "2", "1"]);
});

it("shows what is a hundredth of the most, and nothing as nothing [F376]", () => {
  expect(barHeight(1, 100)).toBeGreaterThan(0.1);
  expect(barHeight(10, 1_000)).toBeGreaterThan(0.3);
  expect([barHeight(0, 100), barHeight(100, 100), barHeight(0, 0)]).toEqual([0, 1, 0]);
  expect(barHeight(3, 100)).toBeLessThan(barHeight(4, 100));
});
