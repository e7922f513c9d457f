import { expect, test } from "vitest";
import { SmallSubscriptions } from "../../../../broker/hub/socket/small-subscriptions.ts";
import type { Subscription } from "../../../../broker/session/effect.ts";

const HEAD = "8c3dcf0e-9c3f-4b6e-8a3a-0d6d4c3f5a11/";
const of = (filter: string, more: Partial<Subscription> = {}): Subscription => ({
  filter,
  qos: 1,
  noLocal: false,
  retainAsPublished: false,
  identifier: 0,
  ...more,
});

/** As after a nap. */
const woken = (before: SmallSubscriptions): Subscription[] => [...new SmallSubscriptions(before.text).all()];

const KINDS = [
  of(`${HEAD}a/+`),
  of(`${HEAD}#`, { qos: 2, noLocal: true, retainAsPublished: true, identifier: 268_435_455 }),
  of(`$share/g/${HEAD}a-b+c`, { qos: 0 }),
  of("+/devices/#", { identifier: 1 }),
  of("#", { retainAsPublished: true }),
  of(HEAD),
  of(`${HEAD}地/°/😀`, { noLocal: true }),
  of(`${HEAD}- 1+2`, { qos: 0, identifier: 35 }),
];

test("stored subscriptions are read unchanged and in order", () => {
  const kept = new SmallSubscriptions();
  for (const each of KINDS) kept.put(each);
  expect(woken(kept)).toEqual(KINDS);
  expect(woken(new SmallSubscriptions())).toEqual([]);
});

test("removed ones are gone, and added ones come last", () => {
  const kept = new SmallSubscriptions();
  for (const each of KINDS) kept.put(each);
  const [first, second, ...rest] = KINDS as [Subscription, Subscription, ...Subscription[]];
  kept.remove(first.filter);
  kept.put({ ...second, qos: 0 });
  expect(woken(kept)).toEqual([...rest, { ...second, qos: 0 }]);
  for (const { filter } of KINDS) kept.remove(filter);
  expect([kept.text, woken(kept)]).toEqual(["", []]);
});

/** How many of them fit, with a turn each or all in one. */
function roomFor(filterOf: (n: number) => string, turnOf: (n: number) => number): SmallSubscriptions {
  const kept = new SmallSubscriptions();
  const waiting: Subscription[] = [];
  for (let n = 0; n < 500; n++) {
    const each = of(filterOf(n));
    if (!kept.reserve(turnOf(n), each)) break;
    if (turnOf(n) === turnOf(n + 1)) waiting.push(each);
    else kept.put(each);
  }
  for (const each of waiting) kept.put(each);
  return kept;
}

test("holds two hundred usual ones, and at most the attachment's size", () => {
  const usual = roomFor(
    (n) => `${HEAD}house/room-${n}/+`,
    (n) => n,
  );
  expect([...usual.all()].length).toBeGreaterThan(200);
  for (const kept of [
    usual,
    roomFor(
      (n) => `${HEAD}house/room-${n}/+`,
      () => 1,
    ),
    roomFor(
      (n) => `house-${n}/+`,
      (n) => n,
    ),
    roomFor(
      (n) => `${HEAD}${n === 100 ? "地" : n}/+`,
      (n) => n,
    ),
    roomFor(
      (n) => `${HEAD}${n === 100 ? "地" : n}/+`,
      () => 1,
    ),
  ]) {
    const wide = /[\u0100-\uffff]/.test(kept.text);
    expect(kept.text.length * (wide ? 2 : 1)).toBeLessThanOrEqual(6144);
    expect([...kept.all()].length).toBeGreaterThan(20);
  }
});
