/** The short form of `npm run test:soak -- --week`: seven hours, three devices. */

import { afterEach, expect, test, vi } from "vitest";
import { week } from "../../soak/week/week.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("seven hours with the clock advanced: planned times, watches, ends of token and guest, two deployments, new keys", async () => {
  const { checks } = await week({ hours: 7, devices: 3, minutes: 5 });
  expect(checks.filter(({ good }) => !good)).toEqual([]);
  expect(checks).toHaveLength(11);
});
