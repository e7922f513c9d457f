/** The short form of `npm run test:soak -- --week`: seven hours, three devices. */

import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { week } from "../../soak/week/week.ts";

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  // their secrets are sealed with keys that other tests do not have
  for (const table of ["users", "mail_outbox", "security_events"]) await env.DB.exec(`DELETE FROM ${table}`);
});

test("seven hours with the clock advanced: planned times, watches, ends of token and guest, two deployments, new keys", async () => {
  const { checks } = await week({ hours: 7, devices: 3, minutes: 5 });
  expect(checks.filter(({ good }) => !good)).toEqual([]);
  expect(checks).toHaveLength(12);
});
