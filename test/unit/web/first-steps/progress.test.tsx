import { render, screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { over } from "../../../../web/src/account/first-steps.ts";
import { progressOf, stageOf } from "../../../../web/src/features/first-steps/progress.ts";
import { StepList } from "../../../../web/src/features/first-steps/step-list.tsx";

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

it("keeps no account's id, also not one that an earlier release stored", () => {
  const [ada, bob] = ["0b8e4c64-6f7a-4d6e-9a53-8a6c9d4f1e11", "7d1f0a52-3a55-4f39-8f0e-2d8d5b1c9e77"];
  localStorage.setItem("first_steps_over", ada);
  expect(over.has(ada)).toBe(true);
  over.add(bob);
  expect(over.has(ada)).toBe(true);
  expect(over.has(bob)).toBe(true);
  expect(localStorage.getItem("first_steps_over")).toMatch(/^[a-z0-9]{1,7} [a-z0-9]{1,7}$/);
});

it("names the steps before the first answer, and calls none done or to do", () => {
  render(<StepList progress={null} />);
  const items = screen.getAllByRole("listitem");
  expect(items.map((item) => item.textContent)).toEqual([
    "Make an API key",
    "Define a channel",
    "Make a credential for your device",
    "Add your device",
    "Connect it",
    "Switch it on",
  ]);
  for (const item of items) expect(item.hasAttribute("data-done")).toBe(false);
});
