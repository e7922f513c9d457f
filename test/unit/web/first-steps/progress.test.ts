import { beforeEach, expect, it } from "vitest";
import { over } from "../../../../web/src/features/first-steps/over.ts";
import { isDone, isSetUp, progressOf } from "../../../../web/src/features/first-steps/progress.ts";

const none = { keys: 0, channels: 0, credentials: 0, devices: 0, connected: false, taken: false };
const made = { ...none, keys: 1, channels: 1, credentials: 1, devices: 1 };

beforeEach(() => localStorage.clear());

it("ticks completed steps in any order", () => {
  expect(progressOf({ ...none, credentials: 2, taken: true })).toEqual({
    key: false,
    channel: false,
    credential: true,
    device: false,
    connection: false,
    switch: true,
  });
});

it("is set up after the first four, and done after all", () => {
  expect(isSetUp(progressOf({ ...made, channels: 0 }))).toBe(false);
  expect(isSetUp(progressOf(made))).toBe(true);
  expect(isDone(progressOf({ ...made, connected: true }))).toBe(false);
  expect(isDone(progressOf({ ...made, connected: true, taken: true }))).toBe(true);
});

it("is dismissed for one account only", () => {
  expect(over.has("ada")).toBe(false);
  over.add("ada");
  over.add("ada");
  expect(over.has("ada")).toBe(true);
  expect(over.has("bob")).toBe(false);
  over.add("bob");
  expect(over.has("ada")).toBe(true);
});
