import { expect, test } from "vitest";
import { timeIn } from "../../../../broker/contract/device-events.ts";
import { eventId, nextEventTime, stableId } from "../../../../broker/events/record.ts";

test("each occurrence has its own UUID", () => {
  const id = stableId("account", "connection:connected");
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(stableId("account", "connection:connected")).toBe(id);
  const others = [stableId("account", "connection:disconnected"), stableId("other", "connection:connected")];
  expect(new Set([id, ...others]).size).toBe(3);
});

test("times strictly increase with any clock", () => {
  expect([nextEventTime(10, 5), nextEventTime(10, 10), nextEventTime(3, 10)]).toEqual([10, 11, 11]);
});

test("the id of an event holds its time, and differs for each occasion", () => {
  for (const at of [0, 1, 1_790_000_000_123, 2 ** 48 - 1]) {
    const id = eventId("account", "connection:connected", at);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(timeIn(id)).toBe(at);
    expect(eventId("account", "connection:disconnected", at)).not.toBe(id);
  }
});
