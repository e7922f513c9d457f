/** The history of messages in the account's object: what it keeps, for how long, at which cost. */

import { evictDurableObject } from "cloudflare:test";
import { describe, expect, test, vi } from "vitest";
import type { HistoryFilter, HistoryPage, HistoryQuery } from "../../../broker/contract/message-history.ts";
import { DAY, HOUR, MINUTE } from "../../../broker/history/levels.ts";
import { Account, useLimits } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { withHub } from "./support/nap.ts";
import { prepare } from "./support/prepare.ts";
import { countRows } from "./support/rows.ts";
import { NOON, ring, settle } from "./support/telemetry.ts";

prepare({ MQTT_PUBLISH_RATE: 0, MQTT_PUBLISH_BYTES: 0, MQTT_FRAME_RATE: 0, READ_RATE: 0 }, NOON);

const ALL: HistoryFilter[] = [{ filter: "#", days: 7 }];

async function scene(history: HistoryFilter[] = ALL) {
  const account = new Account();
  account.history = history;
  const board = await Client.connect(account, account.root());
  let sent = 0;
  const say = async (topic: string, payload: string, more: Parameters<Client["publish"]>[2] = {}) => {
    board.publish(topic, payload, { messageId: ++sent, ...more });
    if (more.qos === 1) await board.next("puback");
    else if (more.qos === 2) {
      await board.next("pubrec");
      board.send({ cmd: "pubrel", messageId: sent });
      await board.next("pubcomp");
    } else await board.all();
  };
  return { account, board, say };
}

const query: HistoryQuery = { filter: "#", from: 0, to: Infinity, after: null, limit: 50, order: "newest" };
async function page(account: Account, more: Partial<HistoryQuery> = {}): Promise<HistoryPage> {
  const answer = await account.ask((calls) => calls.messages.listHistory({ ...query, ...more }));
  if ("refusal" in answer) throw new Error(JSON.stringify(answer.refusal));
  return answer.answer;
}
const decoder = new TextDecoder();
async function texts(account: Account, more: Partial<HistoryQuery> = {}): Promise<string[]> {
  const found: string[] = [];
  let after: number | null = null;
  do {
    const { messages, next } = await page(account, { ...more, after });
    found.push(...messages.map(({ payload }) => decoder.decode(payload)));
    after = next;
  } while (after !== null);
  return found;
}
/** The object ends without writing anything: what is in memory is lost. */
async function crash(account: Account): Promise<void> {
  // an object with a timer is not evicted
  await withHub(account, ({ modules }) => modules.recorder.stop());
  await evictDurableObject(account.stub);
}
const use = (account: Account) => withHub(account, ({ modules }) => modules.recorder.use(Date.now()));
const spans = (account: Account) => withHub(account, ({ modules }) => modules.store.messageHistory.spans);
const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, n) => String(n + from));

describe("it keeps", () => {
  test("messages of its filters with topic, payload, QoS, retain and time, newest first", async () => {
    const { account, say } = await scene();
    await say("a/b", "zero");
    await say("a/b", "one", { qos: 1, retain: true });
    vi.setSystemTime(NOON + 5);
    await say("a/c", "two", { qos: 2 });
    await say("a/b", "", { retain: true });
    const { messages, next } = await page(account);
    expect(next).toBeNull();
    expect(
      messages.map(({ payload, by: _, ...rest }) => ({ ...rest, payload: decoder.decode(payload) })),
    ).toEqual([
      { topic: account.topic("a/b"), payload: "", qos: 0, retain: true, at: NOON + 5 },
      { topic: account.topic("a/c"), payload: "two", qos: 2, retain: false, at: NOON + 5 },
      { topic: account.topic("a/b"), payload: "one", qos: 1, retain: true, at: NOON },
      { topic: account.topic("a/b"), payload: "zero", qos: 0, retain: false, at: NOON },
    ]);
    expect(await texts(account, { filter: "a/b", order: "oldest" })).toEqual(["zero", "one", ""]);
  });

  test("a topic that begins with $ only for a filter that begins with it", async () => {
    const { account, say } = await scene([
      { filter: "#", days: 7 },
      { filter: "$own/#", days: 2 },
    ]);
    await say("$other/x", "hidden");
    await say("$own/x", "asked");
    await say("plain", "plain");
    expect(await texts(account, { filter: "#" })).toEqual(["plain"]);
    expect(await texts(account, { filter: "$own/+" })).toEqual(["asked"]);
    expect(await texts(account, { filter: "$other/x" })).toEqual([]);
  });

  test("a message over HTTP when its answer has gone, and replies to callers never", async () => {
    const { account } = await scene();
    const publishing = {
      topic: account.topic("http"),
      payload: new TextEncoder().encode("x"),
      qos: 1,
    } as const;
    const more = { retain: false, contentType: null, traceparent: null, wait: 0, actor: "api" } as const;
    await account.ask((calls) => calls.messages.publishMessage({ ...publishing, ...more }));
    await crash(account);
    expect(await texts(account)).toEqual(["x"]);
  });

  test("payloads and topics of every kind as they are, packed and not", async () => {
    useLimits({ MQTT_MAX_TOPIC_LEVELS: 0, MQTT_MAX_TOPIC_BYTES: 2000, MQTT_MAX_PACKET_SIZE: 2_000_000 });
    const { account, board } = await scene();
    const kinds: [topic: string, payload: Uint8Array][] = [
      ["a//b/", new Uint8Array(0)],
      ["/", new Uint8Array([0xff, 0xfe, 0, 0xc3])],
      [Array.from({ length: 500 }, () => "l").join("/"), new TextEncoder().encode("\ud83d\ude00 ä")],
      ["<img src=x onerror=alert(1)>/\u202e", new TextEncoder().encode("<script>")],
      ["mebibyte", new Uint8Array(1_048_576).fill(7)],
    ];
    for (const [n, [topic, payload]] of kinds.entries()) {
      board.publish(topic, Buffer.from(payload), { messageId: n + 1, qos: 1 });
      await board.next("puback");
    }
    const kept = async () => {
      const found: [string, Uint8Array][] = [];
      for (let after: number | null = null; ; ) {
        const { messages, next }: HistoryPage = await page(account, { order: "oldest", limit: 2, after });
        for (const { topic, payload } of messages) found.push([topic, payload]);
        if (next === null) return found.map(([topic, payload]) => [topic, new Uint8Array(payload)]);
        after = next;
      }
    };
    const expected = kinds.map(([topic, payload]) => [account.topic(topic), payload]);
    expect(await kept()).toEqual(expected);
    await withHub(account, ({ modules }) => modules.turns.turn(() => modules.store.messageHistory.pack()));
    await crash(account);
    expect(await kept()).toEqual(expected);
  });

  test("nothing, and writes no row, for a message that no filter matches", async () => {
    const { account, say } = await scene([{ filter: "kept/#", days: 1 }]);
    await say("kept/x", "x");
    await settle(account);
    const { written } = await countRows(account, async () => {
      for (const n of numbers(20)) await say("other", n, { qos: n.endsWith("1") ? 1 : 0 });
    });
    expect(written).toBe(0);
    expect(await texts(account)).toEqual(["x"]);
  });
});

describe("a crash", () => {
  test("loses no message at QoS 1 or 2 that was acknowledged, and shows none twice", async () => {
    const { account, say } = await scene();
    for (const n of numbers(40)) await say("t", n, { qos: n.endsWith("7") ? 2 : 1 });
    await crash(account);
    expect(await texts(account, { order: "oldest", limit: 7 })).toEqual(numbers(40));
  });

  test("loses messages at QoS 0 of less than a minute, and their places are not used again", async () => {
    const { account, board, say } = await scene();
    await say("t", "sure", { qos: 1 });
    const { next } = await page(account, { limit: 1, order: "oldest" });
    expect(next).toBeNull();
    for (const n of numbers(100)) {
      vi.setSystemTime(Date.now() + 1000);
      board.publish("t", n);
      await board.all();
    }
    await crash(account);
    const kept = await texts(account, { order: "oldest" });
    expect(kept.slice(0, 2)).toEqual(["sure", "0"]);
    expect(kept.length).toBeGreaterThan(40);
  });

  test("keeps acknowledgements back whose messages could not be stored", async () => {
    const { account, board, say } = await scene();
    await say("t", "before", { qos: 1 });
    const failing = await withHub(account, ({ modules }) => {
      const { messageHistory } = modules.store;
      return vi.spyOn(messageHistory, "append").mockImplementationOnce(() => {
        throw new Error("disk");
      });
    });
    board.publish("t", "after", { qos: 1, messageId: 77 });
    const puback = await board.next("puback");
    expect(puback.messageId).toBe(77);
    expect(failing).toHaveBeenCalledTimes(2);
    await crash(account);
    expect(await texts(account)).toEqual(["after", "before"]);
  });
});

describe("rows", () => {
  test("at one message a second at QoS 0: less than one for ten", async () => {
    const { account, say } = await scene();
    await say("t", "x");
    await settle(account);
    const { written } = await countRows(account, async () => {
      for (const n of numbers(600)) {
        vi.setSystemTime(Date.now() + 1000);
        await say(`devices/${Number(n) % 10}/state`, n);
      }
      await settle(account);
    });
    expect(written).toBeLessThan(60);
    expect(written).toBeGreaterThan(10);
  });

  test("at QoS 1: messages of one moment share a row, a single one has its own", async () => {
    const { account, board, say } = await scene();
    await say("t", "x", { qos: 1 });
    const burst = await countRows(account, async () => {
      for (let n = 0; n < 1000; n += 30) {
        for (let m = 0; m < 30; m++) board.publish("burst", `${n + m}`, { qos: 1, messageId: m + 1 });
        for (let m = 0; m < 30; m++) await board.next("puback");
      }
    });
    expect(burst.written).toBeLessThan(100);
    const single = await countRows(account, async () => {
      for (const n of numbers(200)) {
        vi.setSystemTime(Date.now() + 1000);
        await say("single", n, { qos: 1 });
      }
    });
    expect(single.written).toBeGreaterThanOrEqual(200);
    expect(single.written).toBeLessThan(220);
  });
});

describe("blocks", () => {
  const payload = (n: number) => `${n} ${"x".repeat(200)}`;
  async function filled(count: number, history = ALL, step = 0) {
    const { account, board, say } = await scene(history);
    for (let n = 0; n < count; n++) {
      if (step > 0) vi.setSystemTime(Date.now() + step);
      board.publish(`t/${n % 3}`, payload(n));
      if (step > 0 || n % 100 === 0) await board.all();
    }
    await board.all();
    await settle(account);
    return { account, board, say };
  }
  const first = (found: readonly string[]) => found.map((text) => Number(text.split(" ")[0]));

  test("are packed, survive a restart, and give each message once across their edges", async () => {
    const { account } = await filled(2000);
    expect((await spans(account)).length).toBeGreaterThan(3);
    await crash(account);
    const all = Array.from({ length: 2000 }, (_, n) => n);
    expect(first(await texts(account, { order: "oldest", limit: 137 }))).toEqual(all);
    expect(first(await texts(account, { limit: 200 }))).toEqual(all.toReversed());
    expect(first(await texts(account, { filter: "+/2" })).length).toBe(666);
  });

  test("go, oldest first, over the bytes of the account", async () => {
    useLimits({
      MAX_HISTORY_BYTES: 150_000,
      MQTT_PUBLISH_RATE: 0,
      MQTT_PUBLISH_BYTES: 0,
      MQTT_FRAME_RATE: 0,
    });
    const { account } = await filled(2000);
    const { bytes, messages } = await use(account);
    expect(bytes).toBeLessThanOrEqual(150_000);
    const kept = first(await texts(account, { order: "oldest", limit: 200 }));
    expect(kept.length).toBe(messages);
    expect(kept.at(-1)).toBe(1999);
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, n) => 2000 - kept.length + n));
  });

  test("are deleted by the hour after the days of their filter, also what waits to be packed", async () => {
    const { account, say } = await filled(600, [{ filter: "#", days: 1 }], MINUTE);
    const oldest = async () => Number((await texts(account, { order: "oldest" }))[0]?.split(" ")[0]);
    expect(await oldest()).toBe(0);
    vi.setSystemTime(NOON + DAY + 3 * HOUR + 5 * MINUTE);
    await ring(account);
    expect(await oldest()).toBe(185);
    vi.setSystemTime(NOON + 3 * DAY);
    await ring(account);
    expect(await texts(account)).toEqual([]);
    expect((await use(account)).bytes).toBe(0);
    await say("t", "later", { qos: 1 });
    expect(await texts(account)).toEqual(["later"]);
  });

  test("of a filter that is gone go with it, or to a filter that has all of them", async () => {
    const { account } = await filled(900, [
      { filter: "t/0", days: 2 },
      { filter: "t/+", days: 1 },
    ]);
    await account.change(() => {
      account.history = [{ filter: "t/+", days: 1 }];
    });
    expect((await texts(account)).length).toBe(900);
    await account.change(() => {
      account.history = [{ filter: "t/1", days: 30 }];
    });
    expect(await texts(account)).toEqual([]);
    vi.setSystemTime(Date.now() + 1000);
    await ring(account);
    expect((await use(account)).bytes).toBe(0);
    expect(await withHub(account, ({ modules }) => modules.store.messageHistory.bytes)).toBe(0);
  });
});

describe("over a limit", () => {
  test("of rows, messages are delivered and acknowledged, and counted as not kept until midnight", async () => {
    useLimits({ MAX_ROWS_A_DAY: 100, HISTORY_ROWS_PERCENT: 20, MQTT_PUBLISH_RATE: 0 });
    const { account, say } = await scene();
    const reader = await Client.connect(account, account.root());
    await reader.subscribe("#", 0);
    for (const n of numbers(60)) {
      vi.setSystemTime(Date.now() + 100);
      await say("t", n, { qos: 1 });
    }
    expect((await reader.messages()).length).toBe(60);
    const kept = await texts(account, { order: "oldest", limit: 200 });
    expect(kept).toEqual(numbers(kept.length));
    const { rows, missed } = await use(account);
    expect(rows).toBeLessThanOrEqual(21);
    expect(missed).toBe(60 - kept.length);
    expect(missed).toBeGreaterThan(30);
    await settle(account);
    await crash(account);
    expect((await use(account)).missed).toBe(missed);
    vi.setSystemTime(NOON + DAY);
    await say("t", "tomorrow", { qos: 1 });
    expect(await texts(account, { limit: 1, from: NOON + DAY })).toEqual(["tomorrow"]);
    expect((await use(account)).missed).toBe(0);
  });
});

test("a clock that is set back, and messages of one moment, keep the order of arrival and the pages", async () => {
  const { account, say } = await scene();
  for (const n of numbers(5)) await say("t", n, { qos: 1 });
  vi.setSystemTime(NOON - 3 * HOUR);
  for (const n of numbers(5, 5)) await say("t", n, { qos: 1 });
  expect(await texts(account, { order: "oldest", limit: 3 })).toEqual(numbers(10));
  expect(await texts(account, { limit: 1, from: NOON })).toEqual(["4", "3", "2", "1", "0"]);
  expect(await texts(account, { limit: 4, to: NOON })).toEqual(["9", "8", "7", "6", "5"]);
});

test("a caller reads what its rights allow, and is refused a filter outside them", async () => {
  const { account, say } = await scene();
  await say("own/x", "own", { qos: 1 });
  await say("other/x", "other", { qos: 1 });
  const answer = await account.ask((calls) => calls.messages.listHistory({ ...query, filter: "own/#" }));
  expect("answer" in answer && answer.answer.messages.length).toBe(1);
});
