import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Delivery } from "../../../../broker/protocol/message.ts";
import { Backlog } from "../../../../broker/storage/backlog.ts";

const delivery = (topic: string): Delivery => ({
  message: { topic, payload: new Uint8Array(0), qos: 1, retain: false, properties: {}, expiresAt: null },
  qos: 1,
  retain: false,
  identifiers: [],
});

/** What a reader of it would see. */
const seen = (backlog: Backlog, sessions: readonly number[]) => ({
  bytes: backlog.bytes,
  empty: backlog.empty,
  lines: sessions.map((session) => ({
    load: backlog.load(session),
    topics: backlog.first(session, Infinity).map((each) => each.delivery.message.topic),
  })),
});

const SESSIONS = [1, 2, 3];
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ act: fc.constant("put" as const), on: fc.constantFrom(...SESSIONS) }) },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant("shift" as const), on: fc.constantFrom(...SESSIONS) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant("remove" as const), on: fc.constantFrom(...SESSIONS) }),
  },
);
const turn = fc.record({ steps: fc.array(step, { maxLength: 200 }), fails: fc.boolean() });

describe("messages that wait in memory", () => {
  test("are what a plain list would be, and a turn that fails leaves no trace", () => {
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 12 }), (turns) => {
        const backlog = new Backlog();
        let model = new Map<number, string[]>();
        let count = 0;
        for (const { steps, fails } of turns) {
          const before = new Map([...model].map(([session, topics]) => [session, [...topics]]));
          for (const { act, on } of steps) {
            const line = model.get(on) ?? [];
            if (act === "put") {
              line.push(`t${++count}`);
              backlog.put(on, delivery(`t${count}`), 10, count);
            } else if (act === "shift") {
              expect(backlog.shift(on)).toBe(line.shift() !== undefined);
            } else {
              line.length = 0;
              backlog.remove(on);
            }
            model.set(on, line);
          }
          if (fails) {
            backlog.revert();
            model = before;
          } else {
            backlog.confirm();
          }
          const lines = SESSIONS.map((session) => model.get(session) ?? []);
          expect(seen(backlog, SESSIONS)).toEqual({
            bytes: 10 * lines.flat().length,
            empty: lines.flat().length === 0,
            lines: lines.map((topics) => ({
              load: { messages: topics.length, bytes: 10 * topics.length },
              topics,
            })),
          });
        }
      }),
    );
  });

  test("are moved by how long the first of a session has waited", () => {
    const backlog = new Backlog();
    backlog.put(1, delivery("old"), 1, 100);
    backlog.put(1, delivery("young"), 1, 300);
    backlog.put(2, delivery("young"), 1, 300);
    expect(backlog.since(200)).toEqual([1]);
    backlog.shift(1);
    expect(backlog.since(200)).toEqual([]);
  });
});
