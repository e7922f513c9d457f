import { expect, test } from "vitest";
import {
  allHeldUntil,
  counted,
  heldUntil,
  nextSpan,
  PACE,
  type Span,
} from "../../../../broker/watches/action.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOON = 500_000 * HOUR;

test("a watch acts as often as it may within any minute, and is free again a minute after the first of them", () => {
  const acted = Array.from({ length: 10 }, (_, n) => NOON - n * 1000);
  expect(heldUntil(acted, 10, NOON + 1)).toBe(NOON - 9000 + MINUTE);
  expect(heldUntil(acted.slice(1), 10, NOON + 1)).toBe(NOON + 1);
  expect(heldUntil(acted, 0, NOON)).toBe(NOON);
  // the clock was set back by an hour
  expect(heldUntil(acted, 10, NOON - HOUR)).toBe(NOON - HOUR);
});

test("all watches of an account fill an hour, and are free at the next one", () => {
  const most = 1000;
  let switches = { hour: 0, switches: 0 };
  for (let n = 0; n < most; n++) {
    expect(allHeldUntil(switches, most, NOON + n)).toBe(NOON + n);
    switches = counted(switches, NOON + n);
  }
  expect(switches).toEqual({ hour: NOON / HOUR, switches: most });
  expect(allHeldUntil(switches, most, NOON + most)).toBe(NOON + HOUR);
  expect(allHeldUntil(switches, most, NOON + HOUR - 1)).toBe(NOON + HOUR);
  expect(allHeldUntil(switches, 0, NOON + most)).toBe(NOON + most);
  for (const later of [NOON + HOUR, NOON + 9 * HOUR, NOON - HOUR]) {
    expect(allHeldUntil(switches, most, later)).toBe(later);
    expect(counted(switches, later)).toEqual({ hour: later / HOUR, switches: 1 });
  }
});

test("actions come in spans of a few, behind those that wait, and a clock that was set back begins anew", () => {
  let span: Span = { from: 0, actions: 0 };
  const turns = Array.from({ length: 3 * PACE.actions }, (_, n) => {
    span = nextSpan(span, NOON + n);
    return span.from;
  });
  const spans = [NOON, NOON + PACE.everyMs, NOON + 2 * PACE.everyMs];
  expect(turns).toEqual(spans.flatMap((from) => Array.from({ length: PACE.actions }, () => from)));
  // the second span has begun, and the third one is full
  expect(nextSpan(span, NOON + 1.5 * PACE.everyMs).from).toBe(NOON + 3 * PACE.everyMs);
  expect(nextSpan(span, NOON + HOUR)).toEqual({ from: NOON + HOUR, actions: 1 });
  expect(nextSpan(span, NOON - HOUR)).toEqual({ from: NOON - HOUR, actions: 1 });
});
