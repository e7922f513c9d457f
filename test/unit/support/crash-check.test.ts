/** The checker of the crash campaign: each kind of damaged history must be detected. */

import { describe, expect, it } from "vitest";
import { checkHistory } from "../../crash/check.ts";
import { emptyHistory, type History } from "../../crash/history.ts";

const sent = (id: string, at: number, more = {}) => ({
  id,
  publisher: "p",
  topic: "open",
  sentAt: at,
  ackedAt: at + 1,
  ...more,
});
const heard = (session: string, id: string, at: number) => ({ session, connection: 1, id, dup: false, at });
const event = (id: string, type: History["events"][number]["type"], at: number) => ({
  id,
  deviceId: "d",
  type,
  at,
});
const sample = (qos: 0 | 1, value: number, sentAt: number, ackedAt: number | null = null) => ({
  qos,
  value,
  life: 0,
  sentAt,
  ackedAt,
});

/** A correct history of two messages and a switch, on one connection of one device. */
function goodHistory(): History {
  return {
    ...emptyHistory(),
    witness: "always",
    sessions: [
      { name: "always", topics: "all" },
      { name: "seldom", topics: ["open"] },
    ],
    sent: [
      sent("a", 1),
      sent("b", 3),
      sent("c", 5, { topic: "control", deviceId: "d", state: "on", level: 7 }),
      { ...sent("unknown", 7), ackedAt: null },
    ],
    received: [
      heard("always", "a", 2),
      heard("always", "b", 4),
      heard("always", "c", 6),
      heard("seldom", "a", 2),
      heard("seldom", "b", 4),
    ],
    resumed: [
      { session: "always", connection: 1, sessionPresent: false },
      { session: "always", connection: 2, sessionPresent: true },
    ],
    attempts: [
      { deviceId: "d", accepted: true },
      { deviceId: "d", accepted: false },
    ],
    barred: [{ session: "barred", topic: "open", from: 2, to: 8 }],
    kills: [9],
    measured: [
      sample(0, 1, 1),
      sample(1, 2, 2, 3),
      sample(0, 3, 4),
      // unacknowledged
      sample(0, 4, 5),
      sample(1, 5, 6),
    ],
    kept: { values: [1, 2, 3], counted: 3 },
    events: [
      event("1", "connected", 1),
      { ...event("2", "turned_on", 2), level: 7 },
      event("3", "disconnected", 3),
    ],
    wanted: [{ deviceId: "d", level: 7 }],
  };
}

/** The guarantees that this history breaks, without their numbers. */
const broken = (change: (history: History) => void): string[] => {
  const history = goodHistory();
  change(history);
  return checkHistory(history)
    .checks.filter((check) => check.broken.length > 0)
    .map(({ promise }) => promise.replace(/ \[.*$/, ""));
};

const first = <T>(list: T[]): T => list[0] as T;
const set = (more: Partial<History>) => (history: History) => Object.assign(history, more);
const keep = (values: number[], counted: number) => set({ kept: { values, counted } });
const without = (value: number, kill: number) =>
  set({ kills: [kill], kept: { values: [1, 2, 3].filter((each) => each !== value), counted: 2 } });
const pair = (at: number) => [event(`${at}`, "connected", at), event(`${at + 1}`, "disconnected", at + 1)];

const NOWHERE = "nothing arrived that was not sent to it";
const ORDER = "the order of each publisher was kept";
const WANTED = "the wanted value is the last accepted one";
const SWITCH = "each accepted switch is one event row";
const RECENT = "of the others at most the last minute is missing";
const ONCE = "each sample that is kept was sent once";
const ROWS = "each connection is one row when it began and one when it ended";
const TIMES = "event times rise and ids are unique";

const DELETED = "nothing of a deleted token was let in";
const deleted = { token: "t", publisher: "token", at: 10 };
/** A message with a token that was deleted at 10, delivered to no session. */
const late = (sentAt: number, ackedAt: number | null, publisher = "token-mqtt") =>
  set({
    deleted: [deleted],
    sessions: [],
    sent: [...goodHistory().sent, { ...sent("late", sentAt), ackedAt, publisher }],
  });
const http = (id: string, ackedAt: number | null) => ({ ...sent(id, 3), ackedAt, isRetained: true as const });
const retained = (id: string | null, ...ackedAt: (number | null)[]) =>
  set({
    retained: id,
    sessions: [],
    sent: [...goodHistory().sent, ...ackedAt.map((at, n) => http(`h${n}`, at))],
  });
/** A message, acknowledged or not, and what the history of messages has. */
const past = (ackedAt: number | null, ...ids: string[]) =>
  set({ past: ids, remembered: [{ ...sent("p", 3), ackedAt }] });
const IN_HISTORY = "every acknowledged message is in the history";
const IN_HISTORY_ONCE = "none is in the history twice";
const RETAINED = "what is retained over HTTP is what was acknowledged last";

type Row = [what: string, change: (history: History) => unknown, promise: string | null];
const HISTORIES: Row[] = [
  ["nothing where enough was acknowledged", set({ needed: 3 }), null],
  ["an acknowledged message of the history", past(4, "p"), null],
  ["a message that was not acknowledged, in the history or not", past(null), null],
  ["an acknowledged message that the history lacks", past(4), IN_HISTORY],
  ["a message that the history has twice", past(4, "p", "p"), IN_HISTORY_ONCE],
  ["a message in the history that nobody sent", past(4, "p", "q"), IN_HISTORY_ONCE],
  ["too little acknowledged", set({ needed: 4 }), "enough was acknowledged to prove anything"],
  [
    "an acknowledged message that one session never got",
    ({ received }) => received.pop(),
    "every acknowledged message arrived",
  ],
  ["a message from nowhere", ({ received }) => received.push({ ...first(received), id: "x" }), NOWHERE],
  ["one for somebody else", ({ received }) => received.push(heard("seldom", "c", 7)), NOWHERE],
  [
    "nothing in a repetition on the next connection",
    ({ received }) => received.push({ ...first(received), connection: 2 }),
    null,
  ],
  [
    "one on the same connection",
    ({ received }) => received.push(first(received)),
    "nothing came twice on one connection",
  ],
  [
    "a first delivery out of order",
    ({ received }) => received.splice(0, 2, ...received.slice(0, 2).reverse()),
    ORDER,
  ],
  [
    "a kept session that was forgotten",
    ({ resumed }) => resumed.push({ session: "always", connection: 3, sessionPresent: false }),
    "kept sessions were resumed",
  ],
  ["a switch without a row", ({ events }) => events.splice(1, 1), SWITCH],
  ["a row without a switch", ({ events }) => events.splice(2, 0, event("4", "turned_off", 2.5)), SWITCH],
  [
    "another value in a row of a switch",
    ({ events }) => events.splice(1, 1, { ...event("2", "turned_on", 2), level: 8 }),
    SWITCH,
  ],
  ["a wanted value that was accepted earlier", set({ wanted: [{ deviceId: "d", level: 8 }] }), WANTED],
  ["the wrong switch", ({ events }) => events.splice(1, 1, event("4", "turned_off", 2)), SWITCH],
  ["a sample that was acknowledged and is not kept", keep([1, 3], 2), "every acknowledged sample is kept"],
  ["one missing that came before one that was acknowledged", without(1, 9), RECENT],
  ["nothing in one missing of the last minute", without(3, 60_004), null],
  ["one missing that is older", without(3, 60_005), RECENT],
  ["nothing in a sample of which nobody knows", keep([1, 2, 3, 4], 4), null],
  ["a sample that nobody sent", keep([1, 2, 3, 6], 4), ONCE],
  ["one that stands twice", keep([1, 2, 3, 3], 4), ONCE],
  ["minutes that count others", keep([1, 2, 3], 4), ONCE],
  ["a connection that ended twice", ({ events }) => events.push(event("4", "disconnected", 4)), ROWS],
  ["one that never ended", ({ events }) => events.pop(), ROWS],
  // one attempt without a response: it may have succeeded
  ["nothing in one more than was answered", ({ events }) => events.push(...pair(4)), null],
  ["one that nobody tried", ({ events }) => events.push(...pair(4), ...pair(6)), ROWS],
  ["one that never began", ({ events }) => events.splice(0, 1), ROWS],
  ["a time that does not rise", ({ events }) => Object.assign(first(events), { at: 2 }), TIMES],
  ["an id that stands twice", ({ events }) => Object.assign(first(events), { id: "2" }), TIMES],
  ["nothing in what a token sent before it was deleted", late(9, 11), null],
  ["nothing in what was refused afterwards", late(11, null), null],
  ["a message that a deleted token was let in with", late(11, 12), DELETED],
  [
    "one that was never answered and arrived all the same",
    (history) => {
      late(11, null)(history);
      history.received.push(heard("always", "late", 12));
    },
    DELETED,
  ],
  ["nothing where the last one over HTTP is retained", retained("h1", 4, 5), null],
  ["nothing where a later one is that was never answered", retained("h1", 4, null), null],
  ["an older one that is retained", retained("h0", 4, 5), RETAINED],
  ["none that is retained", retained(null, 4), RETAINED],
  [
    "what passed while a right was away",
    ({ received, sessions }) => {
      received.push(heard("barred", "b", 2));
      sessions.push({ name: "other", topics: [] });
    },
    "nothing passed while a right was away",
  ],
];

describe("the checker of a crash campaign", () => {
  it("accepts a correct history", () => {
    expect(broken(() => {})).toEqual([]);
    expect(checkHistory(goodHistory()).figures).toEqual({
      planned: 0,
      past: 0,
      heard: 0,
      sent: 4,
      acknowledged: 3,
      delivered: 5,
      repeated: 0,
      events: 3,
      measured: 5,
      kept: 3,
      deleted: 0,
      refreshes: 0,
      notices: 0,
      noticesAgain: 0,
      acts: 0,
      orders: 0,
      allowed: 0,
      cutOrders: 0,
      cutAnswers: 0,
    });
  });

  it.each(HISTORIES)("detects %s", (_, change, promise) => {
    expect(broken(change)).toEqual(promise === null ? [] : [promise]);
  });
});
