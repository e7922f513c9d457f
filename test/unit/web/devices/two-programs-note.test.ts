import { expect, test } from "vitest";
import { areTwoPrograms } from "../../../../web/src/features/device-page/two-programs-note.tsx";

const NOW = Date.UTC(2026, 10, 28, 12);
const event = (event_type: string, reason: string | null, secondsAgo: number) => ({
  event_type,
  reason,
  created_at: new Date(NOW - secondsAgo * 1000).toISOString(),
});

test.each([
  [[event("disconnected", "Another client connected with the same client id.", 20)], true],
  [[event("connected", "Another client connected with the same client id.", 119)], true],
  [[event("disconnected", "Another client connected with the same client id.", 121)], false],
  [[event("disconnected", null, 1), event("connected", null, 0)], false],
  [[event("errored", "It is no JSON.", 1)], false],
  [[], false],
])("says that two programs have the client id while it lasts", (events, isSaid) => {
  expect(areTwoPrograms(events, NOW)).toBe(isSaid);
});
