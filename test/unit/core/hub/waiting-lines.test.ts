import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { WaitingLines } from "../../../../broker/hub/queues/waiting-lines.ts";
import type { Delivery } from "../../../../broker/session/message.ts";

const delivery = (topic: string): Delivery => ({
  message: { topic, payload: new Uint8Array(0), qos: 1, retain: false, properties: {}, expiresAt: null },
  qos: 1,
  retain: false,
  identifiers: [],
});

/** The lines as a reader of the queue would see them. */
const seen = (waiting: WaitingLines, sessions: readonly number[]) => ({
  bytes: waiting.bytes,
  empty: waiting.bySession.size === 0,
  lines: sessions.map((session) => ({
    load: waiting.load(session),
    topics: waiting.first(session, Infinity).map((each) => each.delivery.message.topic),
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
    arbitrary: fc.record({
      act: fc.constantFrom("remove" as const, "command" as const),
      on: fc.constantFrom(...SESSIONS),
    }),
  },
);
describe("messages queued in memory", () => {
  test("equal a plain list", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 1000 }), (steps) => {
        const lines = new WaitingLines();
        const model = new Map<number, string[]>();
        let count = 0;
        for (const { act, on } of steps) {
          const line = model.get(on) ?? [];
          if (act === "put") {
            line.push(`t${++count}`);
            lines.put(on, delivery(`t${count}`), 10, count);
          } else if (act === "shift") {
            expect(lines.at(on, 0)?.delivery.message.topic).toBe(line.shift());
            lines.shift(on);
          } else if (act === "command") {
            // the last command takes the place of the one before it
            const before = line.indexOf("command");
            const taken = lines.takeCommands(on, "command").map(({ topic }) => topic);
            expect(taken).toEqual(before < 0 ? [] : line.splice(before, 1));
            line.push("command");
            lines.put(on, { ...delivery("command"), byBroker: true }, 10, count);
          } else {
            line.length = 0;
            lines.remove(on);
          }
          model.set(on, line);
        }
        const all = SESSIONS.map((session) => model.get(session) ?? []);
        expect(seen(lines, SESSIONS)).toEqual({
          bytes: 10 * all.flat().length,
          empty: all.flat().length === 0,
          lines: all.map((topics) => ({
            load: { messages: topics.length, bytes: 10 * topics.length },
            topics,
          })),
        });
      }),
    );
  });

  test("move to storage by the waiting time of a session's first message", () => {
    const lines = new WaitingLines();
    lines.put(1, delivery("old"), 1, 100);
    lines.put(1, delivery("young"), 1, 300);
    lines.put(2, delivery("young"), 1, 300);
    expect(lines.since(200)).toEqual([1]);
    lines.shift(1);
    expect(lines.since(200)).toEqual([]);
  });
});
