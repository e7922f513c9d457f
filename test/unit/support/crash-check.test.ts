/** The judge of the crash campaign: each promise, broken on purpose, must be seen as broken. */

import { describe, expect, it } from "vitest";
import { judge } from "../../crash/check.ts";
import { emptyHistory, type History } from "../../crash/history.ts";

const sent = (id: string, at: number, more = {}) => ({
  id,
  publisher: "p",
  topic: "open",
  sentAt: at,
  ackedAt: at + 1,
  ...more,
});
const received = (session: string, id: string, at: number) => ({
  session,
  connection: 1,
  id,
  dup: false,
  at,
});
const event = (id: string, type: History["events"][number]["type"], at: number) => ({
  id,
  deviceId: "d",
  type,
  at,
});
const sample = (qos: 0 | 1, value: number, sentAt: number, ackedAt: number | null = null) => ({
  ...{ qos, value, life: 0, sentAt, ackedAt },
});

/** Two messages and a switch, one connection of one device, all as it should be. */
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
      sent("c", 5, { topic: "control", deviceId: "d", state: "on" }),
      { ...sent("unknown", 7), ackedAt: null },
    ],
    received: [
      received("always", "a", 2),
      received("always", "b", 4),
      received("always", "c", 6),
      received("seldom", "a", 2),
      received("seldom", "b", 4),
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
      // nobody knows of these
      sample(0, 4, 5),
      sample(1, 5, 6),
    ],
    kept: { values: [1, 2, 3], counted: 3 },
    events: [event("1", "connected", 1), event("2", "turned_on", 2), event("3", "disconnected", 3)],
  };
}

/** The promises that this history breaks, without their numbers. */
const broken = (change: (history: History) => void): string[] => {
  const history = goodHistory();
  change(history);
  return judge(history)
    .checks.filter((check) => check.broken.length > 0)
    .map(({ promise }) => promise.replace(/ \[.*$/, ""));
};

const first = <T>(list: T[]): T => list[0] as T;

describe("the judge of a crash campaign", () => {
  it("finds nothing where nothing is wrong", () => {
    expect(broken(() => {})).toEqual([]);
    expect(judge(goodHistory()).figures).toEqual({
      ...{ planned: 0, heard: 0 },
      sent: 4,
      acknowledged: 3,
      delivered: 5,
      repeated: 0,
      events: 3,
      measured: 5,
      kept: 3,
    });
  });

  it("sees a campaign in which too little was acknowledged", () => {
    const needing = (needed: number) => broken((history) => void Object.assign(history, { needed }));
    expect([needing(3), needing(4)]).toEqual([[], ["enough was acknowledged to prove anything"]]);
  });

  it("sees an acknowledged message that one session never got", () => {
    expect(broken(({ received }) => received.pop())).toEqual(["every acknowledged message arrived"]);
  });

  it("sees a message from nowhere, and one for somebody else", () => {
    const promise = "nothing arrived that was not sent to it";
    expect(broken(({ received }) => received.push({ ...first(received), id: "x" }))).toContain(promise);
    expect(
      broken(({ received }) => received.push({ ...first(received), session: "seldom", id: "c" })),
    ).toContain(promise);
  });

  it("takes a repetition on the next connection, and none on the same", () => {
    const again = (connection: number) =>
      broken(({ received }) => received.push({ ...first(received), connection }));
    expect(again(2)).toEqual([]);
    expect(again(1)).toEqual(["nothing came twice on one connection"]);
  });

  it("sees a first delivery out of order", () => {
    expect(broken(({ received }) => received.splice(0, 2, ...received.slice(0, 2).reverse()))).toEqual([
      "the order of each publisher was kept",
    ]);
  });

  it("sees a kept session that was forgotten", () => {
    expect(
      broken(({ resumed }) => resumed.push({ session: "always", connection: 3, sessionPresent: false })),
    ).toEqual(["kept sessions were resumed"]);
  });

  it("sees a switch without a row, a row without a switch, and the wrong one", () => {
    const promise = ["each accepted switch is one event row"];
    expect(broken(({ events }) => events.splice(1, 1))).toEqual(promise);
    expect(
      broken(({ events }) => events.splice(2, 0, { id: "4", deviceId: "d", type: "turned_off", at: 2.5 })),
    ).toEqual(promise);
    expect(
      broken(({ events }) => events.splice(1, 1, { id: "4", deviceId: "d", type: "turned_off", at: 2 })),
    ).toEqual(promise);
  });

  it("sees a sample that was acknowledged and is not kept", () => {
    const kept = { values: [1, 3], counted: 2 };
    expect(broken((history) => void Object.assign(history, { kept }))).toEqual([
      "every acknowledged sample is kept",
    ]);
  });

  it("sees one missing that was not, where it is older than a minute or came before one that was", () => {
    const promise = ["of the others at most the last minute is missing"];
    const without = (value: number, kill: number) =>
      broken((history) => {
        const values = [1, 2, 3].filter((each) => each !== value);
        Object.assign(history, { kills: [kill], kept: { values, counted: 2 } });
      });
    expect(without(1, 9)).toEqual(promise);
    expect(without(3, 60_004)).toEqual([]);
    expect(without(3, 60_005)).toEqual(promise);
  });

  it("sees a sample that nobody sent, one that stands twice, and minutes that count others", () => {
    const promise = ["each sample that is kept was sent once"];
    const keep = (values: number[], counted: number) =>
      broken((history) => void Object.assign(history, { kept: { values, counted } }));
    expect(keep([1, 2, 3, 4], 4)).toEqual([]);
    expect(keep([1, 2, 3, 6], 4)).toEqual(promise);
    expect(keep([1, 2, 3, 3], 4)).toEqual(promise);
    expect(keep([1, 2, 3], 4)).toEqual(promise);
  });

  it("sees a connection told twice, never ended, or never made", () => {
    const promise = ["each connection is one row when it began and one when it ended"];
    const row = (id: string, type: "connected" | "disconnected", at: number) => ({
      id,
      deviceId: "d",
      type,
      at,
    });
    expect(broken(({ events }) => events.push(row("4", "disconnected", 4)))).toEqual(promise);
    expect(broken(({ events }) => events.pop())).toEqual(promise);
    const pairs = (from: number) => [
      row(`${from}`, "connected", from),
      row(`${from + 1}`, "disconnected", from + 1),
    ];
    // one try was never answered: it may have been let in
    expect(broken(({ events }) => events.push(...pairs(4)))).toEqual([]);
    expect(broken(({ events }) => events.push(...pairs(4), ...pairs(6)))).toEqual(promise);
    expect(broken(({ events }) => events.splice(0, 1))).toEqual(promise);
  });

  it("sees a time that does not rise and an id that stands twice", () => {
    const promise = ["event times rise and ids are unique"];
    expect(
      broken(({ events }) => {
        first(events).at = 2;
      }),
    ).toEqual(promise);
    expect(
      broken(({ events }) => {
        first(events).id = "2";
      }),
    ).toEqual(promise);
  });

  it("sees what passed while a right was away", () => {
    expect(
      broken(({ received, sessions }) => {
        received.push({ ...first(received), session: "barred", id: "b" });
        sessions.push({ name: "other", topics: [] });
      }),
    ).toEqual(["nothing passed while a right was away"]);
  });
});
