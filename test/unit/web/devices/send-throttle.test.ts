/** A slider sends at most five commands a second, and its last value always. */

import { array, assert, boolean, constantFrom, integer, property, record } from "fast-check";
import { expect, it } from "vitest";
import {
  ACCEPTED_WITHIN_MS,
  newThrottle,
  SEND_EVERY_MS,
  type SendThrottle,
  type ThrottledValue,
  throttled,
} from "../../../../web/src/devices/controls/send-throttle.ts";

type Sent = ThrottledValue<number> & { at: number };

interface Move {
  afterMs: number;
  isLast: boolean;
}

/** Plays the moves of a slider against a server that answers after a time, or never. */
function play(moves: readonly Move[], answersAfterMs: number | null): Sent[] {
  const sent: Sent[] = [];
  let throttle: SendThrottle<number> = newThrottle();
  let dueAt: number | null = null;
  let answers: number[] = [];
  const take = (event: Parameters<typeof throttled<number>>[1], now: number) => {
    const step = throttled(throttle, event, now);
    throttle = step.throttle;
    dueAt = step.dueInMs === null ? null : now + step.dueInMs;
    if (step.send === null) return;
    sent.push({ ...step.send, at: now });
    if (!step.send.isLast && answersAfterMs !== null) answers.push(now + answersAfterMs);
  };
  /** Timers and answers up to a time, in order. */
  const pass = (until: number) => {
    for (;;) {
      const next = Math.min(dueAt ?? Number.POSITIVE_INFINITY, ...answers);
      if (next > until) return;
      if (dueAt === next) take({ type: "due" }, next);
      else {
        answers = answers.toSorted((a, b) => a - b).slice(1);
        take({ type: "answered" }, next);
      }
    }
  };
  let now = 0;
  for (const [value, { afterMs, isLast }] of moves.entries()) {
    now += afterMs;
    pass(now);
    take({ type: "changed", value, isLast }, now);
  }
  pass(now + 60_000);
  return sent;
}

const moves = array(record({ afterMs: integer({ min: 0, max: 400 }), isLast: boolean() }), {
  minLength: 1,
  maxLength: 200,
});
const answerTimes = constantFrom(null, 0, 30, 250, 1_500, 5_000);

it("sends at most five commands in any second, in the order of the moves", () => {
  assert(
    property(moves, answerTimes, (moved, answersAfterMs) => {
      const sent = play(moved, answersAfterMs);
      for (const [at, { at: from }] of sent.entries()) {
        expect(sent.slice(at).filter((each) => each.at - from <= 1_000).length).toBeLessThanOrEqual(5);
      }
      const values = sent.map(({ value }) => value);
      expect(values).toEqual(values.toSorted((a, b) => a - b));
    }),
  );
});

it("always sends the last value, also when no answer comes", () => {
  assert(
    property(moves, answerTimes, (moved, answersAfterMs) => {
      const last = moved.length - 1;
      expect(play(moved, answersAfterMs).at(-1)).toMatchObject({ value: last, isLast: moved[last]?.isLast });
    }),
  );
});

it("sends the first value at once, and the next when its predecessor is accepted", () => {
  const first = throttled(newThrottle<number>(), { type: "changed", value: 1, isLast: false }, 0);
  expect(first.send).toEqual({ value: 1, isLast: false });
  const moved = throttled(first.throttle, { type: "changed", value: 2, isLast: false }, 500);
  expect(moved).toMatchObject({ send: null, dueInMs: ACCEPTED_WITHIN_MS - 500 });
  const accepted = throttled(moved.throttle, { type: "answered" }, 600);
  expect(accepted.send).toEqual({ value: 2, isLast: false });
});

it("begins a new movement without waiting for the device's proof of the last one", () => {
  const last = throttled(newThrottle<number>(), { type: "changed", value: 1, isLast: true }, 0);
  const again = throttled(last.throttle, { type: "changed", value: 2, isLast: false }, SEND_EVERY_MS);
  expect(again.send).toEqual({ value: 2, isLast: false });
});

it("sends a slider that is dragged for a minute at most three hundred times, and its end", () => {
  const dragged = Array.from({ length: 3_600 }, (_, at) => ({ afterMs: 16, isLast: at === 3_599 }));
  const sent = play(dragged, 40);
  expect(sent.length).toBeLessThanOrEqual(300);
  expect(sent.length).toBeGreaterThan(200);
  expect(sent.at(-1)).toMatchObject({ value: 3_599, isLast: true });
});
