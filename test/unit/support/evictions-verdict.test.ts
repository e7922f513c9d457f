/** The verdict over a run of evictions: a lost message or a long absence must not look like a success. */

import { expect, it } from "vitest";
import { checksOf, type DeviceRecord, figuresOf, missingOf } from "../../evictions/verdict.ts";

const device = (name: string, given: Partial<DeviceRecord> = {}): DeviceRecord => ({
  name,
  kind: "paho",
  topic: name,
  lostAt: null,
  away: [1000],
  received: new Set(),
  ...given,
});
const brokenOf = (devices: DeviceRecord[], now = 0) => checksOf(devices, [], now).map(({ broken }) => broken);

it("misses a message that the reader of its topic did not receive", () => {
  const devices = [device("a", { received: new Set(["1"]) }), device("b", { received: new Set(["2"]) })];
  expect(missingOf(devices, [{ id: "1", topic: "a" }])).toEqual([]);
  const other = { id: "2", topic: "a" };
  expect(missingOf(devices, [other, { id: "1", topic: "a" }])).toEqual([other]);
});

it("finds a device that was away for long, or still is", () => {
  expect(brokenOf([device("a", { away: [6000] })])).toEqual([[], [], []]);
  expect(brokenOf([device("a", { away: [1000, 6001] })])[0]).toEqual(["a was away for 6001 ms"]);
  expect(brokenOf([device("a", { lostAt: 1000 })], 9000)[0]).toEqual(["a was away for 8000 ms"]);
});

it("finds a device that was never cut", () => {
  expect(brokenOf([device("a", { away: [] })])[2]).toEqual(["a"]);
});

it("prints a line for each kind of client", () => {
  const devices = [device("a", { away: [1000, 3000] }), device("b", { kind: "mqtt.js" })];
  expect(figuresOf(devices)).toEqual([
    "paho: 1 devices, 2 connections lost, away for 2.0 s (median), 3.0 s (longest)",
    "mqtt.js: 1 devices, 1 connections lost, away for 1.0 s (median), 1.0 s (longest)",
  ]);
});
