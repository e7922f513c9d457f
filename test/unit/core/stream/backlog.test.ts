/** A slow reader: complete up to the bound, then one gap marker, and at most the bound in memory. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { Backlog, MAX_BEHIND } from "../../../../worker/stream/backlog.ts";

const text = (chunk: Uint8Array | null) => (chunk === null ? null : new TextDecoder().decode(chunk));

test("keeps the order of messages of all kinds", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 200_000 }))), (steps) => {
      const backlog = new Backlog();
      const waiting: string[] = [];
      let isLost = false;
      const take = () => {
        const chunk = text(backlog.take("later"));
        const expected = waiting.shift();
        if (expected !== undefined) expect(chunk).toBe(expected);
        else if (isLost) {
          expect(chunk).toMatch(/^event: gap\ndata: \{"from":"now","to":"later"/);
          isLost = false;
        } else expect(chunk).toBeNull();
      };
      for (const [n, size] of steps.entries()) {
        if (size === null) {
          take();
          continue;
        }
        const item = `${n}`.padEnd(size, "x");
        const bytes = waiting.reduce((sum, each) => sum + each.length, 0);
        backlog.push(item, "now");
        if (isLost || (bytes > 0 && bytes + size > MAX_BEHIND)) isLost = true;
        else waiting.push(item);
      }
      for (let n = 0; n <= steps.length; n++) take();
      expect(backlog.take("later")).toBeNull();
    }),
  );
});

test("delivers no message after it was cleared", () => {
  const backlog = new Backlog();
  backlog.push("a", "now");
  backlog.clear();
  expect(backlog.take("later")).toBeNull();
  expect(backlog.hasRoom).toBe(true);
});
