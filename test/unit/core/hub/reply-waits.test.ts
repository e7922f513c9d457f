import { expect, test } from "vitest";
import { ReplyWaits } from "../../../../broker/hub/publish/reply-waits.ts";

const MOST = 20;
/** Calls that begin to wait and hang up at once, until one is refused. */
function hangUps(waits: ReplyWaits, now: number): number {
  let count = 0;
  for (; count < 1000 && waits.hasRoom(now); count++) {
    const id = String(count);
    waits.open(id, "a", 1);
    waits.hangUp(id, now);
    waits.close(id);
  }
  return count;
}

test("callers that hang up count for the longest wait", () => {
  const waits = new ReplyWaits(() => MOST);
  expect(hangUps(waits, 0)).toBe(MOST);
  expect(waits.size).toBe(0);
  expect(hangUps(waits, 9999)).toBe(0);
  expect(hangUps(waits, 10_000)).toBe(MOST);
});

test("a caller that hangs up before its wait begins counts, too", () => {
  const waits = new ReplyWaits(() => MOST);
  for (let n = 0; n < MOST; n++) waits.hangUp("unknown", 0);
  expect(waits.hasRoom(0)).toBe(false);
});

test("a limit of 0 bounds nothing", () => {
  expect(hangUps(new ReplyWaits(() => 0), 0)).toBe(1000);
});
