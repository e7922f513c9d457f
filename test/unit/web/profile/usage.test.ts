import { expect, test } from "vitest";
import { amountText, shareOf } from "../../../../web/src/features/profile/usage-card.tsx";

test("amounts have their limit, bytes a fitting unit", () => {
  expect(amountText("devices", 3, 10)).toBe("3 of 10");
  expect(amountText("events", 12_345, 100_000)).toBe("12,345 of 100,000");
  expect(amountText("devices", 3, 0)).toBe("3");
  expect(amountText("storage", 139_264, 10 * 1000 ** 3)).toBe("139 kB of 10 GB");
  expect(amountText("storage", 13_700_000, 10 * 1024 ** 3)).toBe("13.7 MB of 10.7 GB");
  expect(amountText("storage", 0, 0)).toBe("0 B");
});

test("a share is at most 100 %, and 0 without a limit", () => {
  expect([shareOf(0, 10), shareOf(5, 10), shareOf(12, 10), shareOf(5, 0)]).toEqual([0, 0.5, 1, null]);
});
