import { expect, test } from "vitest";
import { PendingClients } from "../../../../worker/gateway/pending-clients.ts";

test("an address has so many places, and gets one back when somebody leaves", () => {
  const room = new PendingClients();
  expect([1, 2, 3].map(() => room.add("a", 2, 0))).toEqual([true, true, false]);
  expect(room.add("b", 2, 0)).toBe(true);
  room.remove("a");
  expect([room.add("a", 2, 0), room.add("a", 2, 0)]).toEqual([true, false]);
});

test("leaving an empty room makes no places", () => {
  const room = new PendingClients();
  room.remove("a");
  room.remove("a");
  expect([1, 2].map(() => room.add("a", 1, 0))).toEqual([true, false]);
});

test("an address that is kept out has no place until its time is over", () => {
  const room = new PendingClients();
  room.block("a", 60);
  expect([room.add("a", 9, 59), room.add("b", 9, 59), room.add("a", 9, 60)]).toEqual([false, true, true]);
});
