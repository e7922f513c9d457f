import { expect, test } from "vitest";
import { WaitingRoom } from "../../../../worker/gateway/waiting-room.ts";

test("an address has so many places, and gets one back when somebody leaves", () => {
  const room = new WaitingRoom();
  expect([1, 2, 3].map(() => room.enter("a", 2, 0))).toEqual([true, true, false]);
  expect(room.enter("b", 2, 0)).toBe(true);
  room.leave("a");
  expect([room.enter("a", 2, 0), room.enter("a", 2, 0)]).toEqual([true, false]);
});

test("leaving an empty room makes no places", () => {
  const room = new WaitingRoom();
  room.leave("a");
  room.leave("a");
  expect([1, 2].map(() => room.enter("a", 1, 0))).toEqual([true, false]);
});

test("an address that is kept out has no place until its time is over", () => {
  const room = new WaitingRoom();
  room.keepOut("a", 60);
  expect([room.enter("a", 9, 59), room.enter("b", 9, 59), room.enter("a", 9, 60)]).toEqual([
    false,
    true,
    true,
  ]);
});
