/** The history of messages: their packed form, and the pages of a reader. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { joined } from "../../../../broker/contract/bytes.ts";
import type { HistoryOrder } from "../../../../broker/contract/message-history.ts";
import { type BlockSpan, type Page, pageOf } from "../../../../broker/history/message-pages.ts";
import {
  chunked,
  messagesIn,
  messagesInBlock,
  nextStamp,
  packBlock,
  packMessage,
  type StampedMessage,
} from "../../../../broker/history/messages.ts";
import { covers, isTopicFilter, matches } from "../../../../broker/routing/filter.ts";

const NOW = 1_900_000_000_000;

/** Messages as they arrive: the clock may stand, and may be set back. */
const arriving = fc
  .array(
    fc.record({
      step: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5000 }), fc.integer({ min: -9000, max: 0 })),
      topic: fc.constantFrom("a", "a/b", "Ünïcode/☂", "", "$x/y"),
      payload: fc.uint8Array({ maxLength: 40 }),
      qos: fc.constantFrom(0 as const, 1 as const, 2 as const),
      retain: fc.boolean(),
      by: fc.constantFrom("", "d1:lamp", "b:"),
      filter: fc.integer({ min: 1, max: 3 }),
    }),
    { maxLength: 60 },
  )
  .map((given) => {
    let [at, last] = [NOW, 0];
    return given.map(({ step, ...message }): StampedMessage => {
      at += step;
      last = nextStamp(last, at);
      return { ...message, at, stamp: last };
    });
  });

describe("the packed form", () => {
  test("of a batch keeps every field, also of batches that are joined", () => {
    fc.assert(
      fc.property(arriving, (messages) => {
        expect(messagesIn(joined(messages.map(packMessage)))).toEqual(messages);
      }),
    );
  });

  test("of a block keeps every field, and makes the asked messages alone", () => {
    fc.assert(
      fc.property(arriving, (given) => {
        const messages = given.map((message) => ({ ...message, filter: 2 }));
        const packed = packBlock(messages);
        expect(messagesInBlock(2, packed)).toEqual(messages);
        expect(messagesInBlock(2, packed, (topic) => topic === "a")).toEqual(
          messages.filter(({ topic }) => topic === "a"),
        );
      }),
    );
  });

  test("a message in the middle of a larger buffer is copied", () => {
    const buffer = new Uint8Array([9, 1, 2, 9]);
    const [message] = messagesIn(packMessage(stamped({ payload: buffer.subarray(1, 3) })));
    buffer.fill(0);
    expect(message?.payload).toEqual(new Uint8Array([1, 2]));
  });

  test("blocks have at most their bytes, and lose no message", () => {
    fc.assert(
      fc.property(arriving, (messages) => {
        const chunks = chunked(messages, 100);
        expect(chunks.flat()).toEqual(messages);
        const size = ({ payload }: StampedMessage) => 16 + payload.length;
        for (const chunk of chunks) {
          if (chunk.length > 1)
            expect(chunk.reduce((sum, each) => sum + size(each), 0)).toBeLessThanOrEqual(100);
        }
      }),
    );
  });

  test("stamps increase, whatever the clock does", () => {
    fc.assert(
      fc.property(arriving, (messages) => {
        const stamps = messages.map(({ stamp }) => stamp);
        expect(stamps).toEqual([...new Set(stamps)].sort((a, b) => a - b));
      }),
    );
  });
});

const stamped = (given: Partial<StampedMessage>): StampedMessage => ({
  stamp: NOW * 1000,
  filter: 1,
  topic: "a",
  payload: new Uint8Array(),
  qos: 0,
  retain: false,
  at: NOW,
  by: "",
  ...given,
});

/** Blocks of some messages each, as packing leaves them: of one filter, in order. */
function blocksOf(messages: readonly StampedMessage[], each: number): Map<BlockSpan, StampedMessage[]> {
  const blocks = new Map<BlockSpan, StampedMessage[]>();
  for (const [filter, own] of Map.groupBy(messages, (message) => message.filter)) {
    for (let n = 0; n < own.length; n += each) {
      const items = own.slice(n, n + each);
      const times = items.map(({ at }) => at);
      const [first, last] = [items[0]?.stamp ?? 0, items.at(-1)?.stamp ?? 0];
      const span = { first, last, oldest: Math.min(...times), newest: Math.max(...times) };
      blocks.set({ ...span, filter, count: items.length, bytes: 0 }, items);
    }
  }
  return blocks;
}

function run(generator: Generator<void, Page>): Page {
  for (;;) {
    const step = generator.next();
    if (step.done === true) return step.value;
  }
}

describe("pages", () => {
  const read = (
    stored: readonly StampedMessage[],
    { order = "newest" as HistoryOrder, limit = 3, from = 0, to = Infinity, each = 4, freshly = 5 } = {},
  ) => {
    const inBlocks = stored.slice(0, Math.max(0, stored.length - freshly));
    const blocks = blocksOf(inBlocks, each);
    const looked = new Set<BlockSpan>();
    const source = {
      spans: [...blocks.keys()],
      fresh: stored.slice(inBlocks.length),
      read: (span: BlockSpan) => {
        looked.add(span);
        return blocks.get(span) ?? [];
      },
    };
    const pages: StampedMessage[][] = [];
    let after: number | null = null;
    do {
      const page = run(pageOf({ from, to, after, order, limit }, source));
      pages.push(page.messages);
      after = page.next;
    } while (after !== null && pages.length < 1000);
    return { pages, looked: looked.size, blocks: blocks.size };
  };

  test("have each message of the period once, in the order of arrival, in either direction", () => {
    fc.assert(
      fc.property(
        arriving,
        fc.constantFrom("newest" as const, "oldest" as const),
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: -20_000, max: 20_000 }),
        fc.integer({ min: 0, max: 40_000 }),
        (messages, order, limit, each, start, length) => {
          const [from, to] = [NOW + start, NOW + start + length];
          const { pages } = read(messages, { order, limit, each, from, to });
          const wanted = messages.filter(({ at }) => at >= from && at < to);
          expect(pages.flat()).toEqual(order === "oldest" ? wanted : wanted.toReversed());
          for (const page of pages) expect(page.length).toBeLessThanOrEqual(limit);
        },
      ),
    );
  });

  test("the first page looks into the blocks that it needs, and one message more than a page is another page", () => {
    const messages = Array.from({ length: 100 }, (_, n) => stamped({ stamp: (NOW + n) * 1000, at: NOW + n }));
    const source = blocksOf(messages, 10);
    let looks = 0;
    const reading = {
      spans: [...source.keys()],
      fresh: [],
      read: (span: BlockSpan) => {
        looks++;
        return source.get(span) ?? [];
      },
    };
    const all = { from: 0, to: Infinity, after: null };
    const page = run(pageOf({ ...all, order: "newest", limit: 9 }, reading));
    expect([page.messages.length, looks]).toEqual([9, 1]);
    expect(page.next).toBe((NOW + 91) * 1000);
    expect(run(pageOf({ ...all, order: "newest", limit: 100 }, reading)).next).toBeNull();
    expect(run(pageOf({ ...all, order: "newest", limit: 99 }, reading)).next).not.toBeNull();
  });

  test("without a match in 128 blocks a page is empty and names the next one", () => {
    const messages = Array.from({ length: 300 }, (_, n) => stamped({ stamp: (NOW + n) * 1000, at: NOW + n }));
    const blocks = blocksOf(messages, 1);
    const source = { spans: [...blocks.keys()], fresh: [], read: () => [] };
    let [after, pages]: [number | null, number] = [null, 0];
    do {
      const page = run(pageOf({ from: 0, to: Infinity, after, order: "oldest", limit: 5 }, source));
      expect(page.messages).toEqual([]);
      after = page.next;
      pages++;
    } while (after !== null);
    expect(pages).toBe(3);
  });

  test("a page ends after a mebibyte of payloads", () => {
    const payload = new Uint8Array(400_000);
    const messages = Array.from({ length: 10 }, (_, n) =>
      stamped({ stamp: (NOW + n) * 1000, at: NOW + n, payload }),
    );
    const { pages } = read(messages, { limit: 50, each: 1, freshly: 2 });
    expect(pages.map((page) => page.length)).toEqual([3, 3, 3, 1]);
  });
});

test("a filter covers another one only if it matches each of its topics", () => {
  const level = fc.constantFrom("a", "b", "", "+", "#", "$s");
  const filters = fc.array(level, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
  const topics = fc.array(fc.constantFrom("a", "b", "", "$s"), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(
      filters.filter(isTopicFilter),
      filters.filter(isTopicFilter),
      topics,
      (wide, narrow, names) => {
        const topic = names.join("/");
        if (topic === "" || !covers(wide, narrow) || !matches(narrow, topic)) return;
        expect(matches(wide, topic)).toBe(true);
      },
    ),
    { numRuns: 3000 },
  );
  expect(covers("a/#", "a/+/b")).toBe(true);
  expect(covers("#", "a/#")).toBe(true);
  expect(covers("a/+/#", "a/#")).toBe(false);
});
