import { expect, test } from "vitest";
import { PendingClients } from "../../../../worker/gateway/connect-reader.ts";

test("an address has a bounded number of places, and regains one when a client leaves", () => {
  const room = new PendingClients();
  expect([1, 2, 3].map(() => room.add("a", 2, 0))).toEqual([true, true, false]);
  expect(room.add("b", 2, 0)).toBe(true);
  room.remove("a");
  expect([room.add("a", 2, 0), room.add("a", 2, 0)]).toEqual([true, false]);
});

test("leaving an empty list adds no places", () => {
  const room = new PendingClients();
  room.remove("a");
  room.remove("a");
  expect([1, 2].map(() => room.add("a", 1, 0))).toEqual([true, false]);
});

test("a blocked address has no place until the block ends", () => {
  const room = new PendingClients();
  room.block("a", 60);
  expect([room.add("a", 9, 59), room.add("b", 9, 59), room.add("a", 9, 60)]).toEqual([false, true, true]);
});
