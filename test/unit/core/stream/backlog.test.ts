/** A slow reader: complete up to the bound, then one gap marker, and at most the bound in memory. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_UNREAD, MAX_UNREAD_ALL, MAX_UNREAD_PER_ACCOUNT } from "../../../../worker/contract/limits.ts";
import { Backlog } from "../../../../worker/stream/backlog.ts";
import { UnreadBytes } from "../../../../worker/stream/unread-bytes.ts";

const text = (chunk: Uint8Array | null) => (chunk === null ? null : new TextDecoder().decode(chunk));
const NOW = new Date(0).toISOString();

/** A reader that takes one chunk at a time. */
const reading = (backlog: Backlog) => {
  backlog.noteDrained();
  return text(backlog.take("later"));
};
function readAll(backlog: Backlog): string {
  let all = "";
  for (let chunk = reading(backlog); chunk !== null; chunk = reading(backlog)) all += chunk;
  return all;
}

test("keeps the order of messages of all sizes, and never more bytes than its bound", () => {
  const sizes = fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 2 * MAX_UNREAD }));
  fc.assert(
    fc.property(fc.array(sizes), fc.constantFrom("x", "é", "\u{1f600}"), (steps, character) => {
      const unread = new UnreadBytes();
      const backlog = new Backlog("a", unread);
      let expected = "";
      let got = "";
      for (const [n, size] of steps.entries()) {
        if (size === null) got += reading(backlog) ?? "";
        else {
          const item = `${n}:${character.repeat(size / character.length)};`;
          const hasRoom = Buffer.byteLength(item) <= backlog.room;
          backlog.push(item, NOW);
          if (hasRoom) expected += item;
        }
        expect(backlog.bytes).toBeLessThanOrEqual(MAX_UNREAD);
        expect(unread.all).toBe(backlog.bytes);
      }
      got += readAll(backlog);
      const withoutGaps = got.replace(/event: gap\ndata: \{"from":"1970[^\n]*,"to":"later"[^\n]*\}\n\n/g, "");
      // a chunk may end inside a character
      if (character === "x") expect(withoutGaps).toBe(expected);
      expect(got.includes("event: gap")).toBe(got !== withoutGaps);
      expect([backlog.bytes, unread.all, unread.of("a")]).toEqual([0, 0, 0]);
    }),
    { numRuns: 50 },
  );
});

test("a message that is larger than the bound is dropped, also by an empty backlog", () => {
  const backlog = new Backlog("a", new UnreadBytes());
  backlog.push("x".repeat(MAX_UNREAD + 1), NOW);
  expect(backlog.bytes).toBe(0);
  expect(readAll(backlog)).toMatch(/^event: gap\n/);
});

test("a chunk on its way counts until the reader asks for the next one", () => {
  const backlog = new Backlog("a", new UnreadBytes());
  backlog.push("x".repeat(1000), NOW);
  backlog.take("later");
  expect(backlog.bytes).toBe(1000);
  backlog.noteDrained();
  expect(backlog.bytes).toBe(0);
});

test("a reader that takes one chunk for each frame loses nothing of a burst of short messages", () => {
  const backlog = new Backlog("a", new UnreadBytes());
  const message = "x".repeat(1000);
  let got = "";
  for (let frame = 0; frame < 40; frame++) {
    for (let n = 0; n < 64; n++) backlog.push(message, NOW);
    const chunk = reading(backlog) ?? "";
    expect(chunk.length).toBeLessThanOrEqual(65_536);
    got += chunk;
  }
  expect(backlog.isLosing).toBe(false);
  got += readAll(backlog);
  expect(got).toBe(message.repeat(40 * 64));
});

test("delivers no message after it was cleared", () => {
  const backlog = new Backlog("a", new UnreadBytes());
  backlog.push("a", NOW);
  backlog.clear();
  expect(backlog.take("later")).toBeNull();
  expect(backlog.hasRoom).toBe(true);
});

test("readers that read nothing hold at most the account's bytes, and leave room for every other account", () => {
  const unread = new UnreadBytes();
  const accounts = Array.from({ length: 60 }, (_, n) => `account ${n}`);
  for (const account of accounts) {
    for (let reader = 0; reader < 20; reader++) {
      const backlog = new Backlog(account, unread);
      while (!backlog.isLosing) backlog.push("x".repeat(60_000), NOW);
    }
    expect(unread.of(account)).toBeLessThanOrEqual(MAX_UNREAD_PER_ACCOUNT);
    expect(unread.all).toBeLessThanOrEqual(MAX_UNREAD_ALL);
  }
  const last = new Backlog("another", unread);
  last.push("x".repeat(100), NOW);
  expect(readAll(last)).toBe("x".repeat(100));
});

test("bytes of a reader that the platform ended without a call lapse, and count again if it lives", () => {
  const unread = new UnreadBytes();
  const share = { account: "a", bytes: 0, reportedAt: 0 };
  const other = { account: "b", bytes: 0, reportedAt: 0 };
  unread.report(share, 5000, 1_000_000);
  unread.report(other, 70, 1_080_000);
  expect(unread.all).toBe(5070);
  unread.report(other, 80, 1_100_000);
  expect([unread.all, unread.of("a")]).toEqual([80, 0]);
  unread.report(share, 6000, 1_110_000);
  expect([unread.all, unread.of("a")]).toEqual([6080, 6000]);
});
