/** The parts of the tests: none is in two, none in neither, and a missing package costs its own tests only. */

import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { select, selectedTests, testsThatNeed } from "../../support/selection.ts";

const { TEST_PART, TEST_LEFT_OUT } = process.env;
// This run may itself be of one part.
beforeEach(() => select(null, []));
afterAll(() => {
  process.env.TEST_PART = TEST_PART ?? "";
  process.env.TEST_LEFT_OUT = TEST_LEFT_OUT ?? "";
});

describe.each(["integration", "browser"] as const)("the tests of %s", (layer) => {
  it("run in exactly one part", () => {
    const [main, rest] = [selectedTests(layer, "main"), selectedTests(layer, "rest")];
    expect(main.length).toBeGreaterThan(0);
    expect([...main, ...rest].sort()).toEqual(selectedTests(layer).sort());
  });
});

const needing = (name: string) => testsThatNeed([name], ["integration", "browser"]).map(({ file }) => file);

it("that need a package are found by what they start, directly or through a file they share", () => {
  expect(needing("mosquitto")).toContain("test/integration/export.test.ts");
  expect(needing("mosquitto")).not.toContain("test/integration/messages.test.ts");
  expect(needing("mosquitto-clients")).toContain("test/e2e/first-minute.test.ts");
  expect(needing("mosquitto-clients")).toContain("test/integration/transports.test.ts");
  expect(needing("python3-paho-mqtt")).toContain("test/e2e/accessibility.test.ts");
  expect(needing("python3-paho-mqtt")).not.toContain("test/integration/messages.test.ts");
  expect(needing("chromium-headless-shell")).toEqual(expect.arrayContaining(selectedTests("browser")));
});

it("that need a missing package do not run, all others do", () => {
  const all = selectedTests("integration");
  select("main", testsThatNeed(["python3-paho-mqtt"], ["integration"]));
  expect(selectedTests("integration")).not.toContain("test/integration/clients.test.ts");
  expect(selectedTests("integration")).toContain("test/integration/messages.test.ts");
  expect(all).toContain("test/integration/clients.test.ts");
});
