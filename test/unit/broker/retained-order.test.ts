/** What is retained comes in the order of last writes, and what is written meanwhile is neither lost nor told twice. */

import type { Packet } from "mqtt-packet";
import { describe, expect, test } from "vitest";
import { nap, useLimits } from "./support/account.ts";
import { prepare } from "./support/prepare.ts";
import { half, KEPT, kept, LIMITS, name, names, type Publish, scene } from "./support/retained.ts";

prepare(LIMITS);

describe("the order of last writes", () => {
  test("is that of a tour, also where a topic was written again, and of one that a filter matches in part [F82]", async () => {
    const { account, join, say, take } = await scene(6);
    await say(name(2), "again", { retain: true });
    await say("a/first", "a/first", { retain: true });
    await say(name(0), "", { retain: true });
    await say(name(0), "back", { retain: true });
    const order = ["r/0001 r/0001", "r/0003 r/0003", "r/0004 r/0004", "r/0005 r/0005", "r/0002 again"];
    for (const [filter, all] of [
      ["#", [...order, "a/first a/first", "r/0000 back"]],
      ["r/+", [...order, "r/0000 back"]],
      ["r/0002", ["r/0002 again"]],
    ] as const) {
      const reader = await join();
      await reader.subscribe(account.topic(filter), 0);
      expect(await take(reader, all.length)).toEqual(all.map((each) => `${each} kept`));
      expect(await reader.messages()).toEqual([]);
    }
  });

  test("of a new write is not one that was there before, though its row had the last number [F83]", async () => {
    const { account, reader, say, take } = await half();
    await say(name(9), "", { retain: true, qos: 1, messageId: 1 });
    await nap(account);
    await say("r/new", "new", { retain: true, qos: 1, messageId: 2 });
    const all = await take(reader, 12);
    expect(all.filter((each) => each.startsWith("r/new"))).toEqual(["r/new new"]);
    expect(await reader.messages()).toEqual([]);
  });
});

describe("what is written while its tour is under way", () => {
  test("and not told to who wrote it itself, comes with the tour [F82]", async () => {
    const { account, reader, take } = await half(1, {}, { nl: true });
    reader.publish(account.topic(name(7)), "own", { retain: true });
    expect(await take(reader, 10)).toEqual([
      ...kept(names(10).filter((each) => each !== name(7))),
      `${name(7)} own kept`,
    ]);
    expect(await reader.messages()).toEqual([]);
  });

  test("and lost to a reader at QoS 0 that is too far behind or away, comes with the tour, once [F82]", async () => {
    useLimits({ ...LIMITS, MQTT_MAX_UNSENT: 2000 });
    const { account, join, say } = await scene(10, "x".repeat(500));
    const reader = await join(KEPT, "reader");
    await reader.subscribe(account.topic("r/#"), 0);
    await say(name(8), "newer", { retain: true });
    reader.cut();
    await reader.end();
    await say(name(9), "newest", { retain: true });
    await nap(account);
    const back = await join(KEPT, "reader");
    const got: string[] = [];
    while (!got.includes("newest")) got.push(...(await back.messages()));
    expect(got.filter((each) => each.startsWith(name(8)) || each.startsWith(name(9)))).toEqual([]);
    expect(got.slice(-2)).toEqual(["newer", "newest"]);
    expect(await back.messages()).toEqual([]);
  });

  test("does not send a session that goes on in the classic profile what it would have got", async () => {
    const { account, join, reader } = await half(1, KEPT);
    await reader.all();
    reader.cut();
    await reader.end();
    await account.change(() => {
      account.profile = "classic";
    });
    const back = await join(KEPT, "reader");
    for (const { messageId } of (await back.all()) as Publish[])
      back.send({ cmd: "puback", messageId } as Packet);
    expect(await back.messages()).toEqual([]);
  });
});

test("10,000 retained messages reach a reader at each QoS, whole and in order [F82]", {
  timeout: 60_000,
}, async () => {
  const { account, join, take } = await scene(10_000, "x".repeat(100), 1);
  for (const qos of [0, 1] as const) {
    const reader = await join();
    await reader.subscribe(account.topic("r/#"), qos);
    expect(await take(reader, 10_000)).toEqual(kept(names(10_000)));
    expect(await reader.messages()).toEqual([]);
    reader.cut();
    await reader.end();
  }
});
