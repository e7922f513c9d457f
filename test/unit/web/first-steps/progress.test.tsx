import { beforeEach, expect, it } from "vitest";
import { over } from "../../../../web/src/account/form/first-steps.ts";
import { progressOf, stageOf } from "../../../../web/src/features/first-steps/progress.ts";

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

it("leads from making over connecting to the first switch, which is proof enough", () => {
  const stage = (facts: Partial<typeof none>) => stageOf(progressOf({ ...made, ...facts }));
  expect(stage({ channels: 0, connected: true })).toBe("make");
  expect(stage({})).toBe("connect");
  expect(stage({ connected: true })).toBe("switch");
  expect(stage({ connected: true, taken: true, keys: 0 })).toBe("done");
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
