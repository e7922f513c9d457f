/** The estimate of what a history would cost. `test/unit/broker/message-history.test.ts` compares it with the real rows. */

import { expect, it } from "vitest";
import { CostCounter, type CountedMessage } from "../../../../broker/contract/history-cost.ts";

const DAY = 86_400_000;
const daily = (messages: readonly CountedMessage[], elapsed: number) => {
  const counter = new CostCounter(0);
  for (const each of messages) counter.add(each);
  return counter.daily(elapsed);
};
const every = (step: number, count: number, qos: number, bytes = 0): CountedMessage[] =>
  Array.from({ length: count }, (_, n) => ({ qos, bytes, at: n * step }));

it("is nothing before any time has passed, and 0 without a message", () => {
  expect(daily([], 0)).toBeNull();
  expect(daily([], 1000)).toEqual({ messages: 0, bytes: 0, rows: 0 });
});

it("counts a row for each message at QoS 1 that comes alone, and one for those of a moment", () => {
  expect(Math.round(daily(every(1000, 10, 1), DAY)?.rows ?? 0)).toBe(10);
  // the first at once, 32 others together, the last alone
  expect(Math.round(daily(every(0, 34, 1), DAY)?.rows ?? 0)).toBe(3);
  expect(Math.round(daily(every(5, 5, 1), DAY)?.rows ?? 0)).toBe(2);
});

it("writes what waits at QoS 0 with a message at QoS 1", () => {
  const mixed = [...every(100, 10, 0), { qos: 1, bytes: 0, at: 1500 }];
  expect(Math.round(daily(mixed, DAY)?.rows ?? 0)).toBe(1);
});

it("counts a part of a row while messages at QoS 0 wait, so that a minute is no day of rows", () => {
  const rows = daily(every(1000, 6, 0), 5000)?.rows ?? 0;
  // every fifty seconds one
  expect(rows).toBeGreaterThan(1600);
  expect(rows).toBeLessThan(2000);
});

it("counts the rows of blocks where bytes are what costs", () => {
  const rows = daily(every(10, 3000, 0, 300), 30_000)?.rows ?? 0;
  const bytes = daily(every(10, 3000, 0, 300), 30_000)?.bytes ?? 0;
  expect(rows).toBeGreaterThan(bytes / 32_768);
});
