/**
 * Retained replay: all retained messages reach a new subscription, however slow its reader, in slices, in
 * order, across naps.
 */

import type { Packet } from "mqtt-packet";
import { describe, expect, test } from "vitest";
import { nap, type Person, useLimits } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";
import { halfReplayed, KEPT, kept, LIMITS, name, names, type Publish, scene } from "./support/retained.ts";

prepare(LIMITS);

describe("1,500 retained messages of 1 KB", () => {
  const BODY = "x".repeat(1000);

  test.each([0, 1] as const)("all reach a new reader at QoS %i, once and in order [F71]", async (qos) => {
    const { account, join, take } = await scene(1500, BODY, qos);
    const reader = await join();
    await reader.subscribe(account.topic("#"), qos);
    expect(await take(reader, 1500)).toEqual(kept(names(1500)));
    expect(await reader.messages()).toEqual([]);
  });

  test("neither fill a slow reader's queue nor use the place of new messages", async () => {
    useLimits({ ...LIMITS, MQTT_MAX_INFLIGHT: 4, MQTT_MAX_QUEUED: 20 });
    const { account, join, say, take } = await scene(300, BODY, 1);
    const reader = await join();
    await reader.subscribe(account.topic("#"), 1);
    for (let n = 0; n < 20; n++) await say(`live/${n}`, "x", { qos: 1, messageId: 1 });
    const all = await take(reader, 320);
    expect(all.filter((each) => each.endsWith("kept"))).toEqual(kept(names(300)));
    expect(all.filter((each) => !each.endsWith("kept")).length).toBe(20);
  });

  test("wait for a QoS 0 reader that reads nothing: it is neither disconnected nor sent more than the cap", async () => {
    useLimits({ ...LIMITS, MQTT_MAX_UNSENT: 20_000 });
    const { account, join } = await scene(100, BODY);
    const reader = await join();
    await reader.subscribe(account.topic("#"), 0);
    const before = reader.received.filter((each) => each.cmd === "publish").length;
    expect(before).toBeLessThan(30);
    let got = before;
    for (reader.received.length = 0; got < 100; ) got += (await reader.messages()).length;
    expect(got).toBe(100);
    expect(reader.closed).toBeNull();
  });
});

describe("an unfinished replay", () => {
  test("continues after a nap, without loss or repetition", async () => {
    const { account, reader, take } = await halfReplayed();
    await nap(account);
    const first = await take(reader, 3);
    await nap(account);
    expect([...first, ...(await take(reader, 7))]).toEqual(kept(names(10)));
    expect(await reader.messages()).toEqual([]);
  });

  test("keeps the order on its topics: a retained message comes before newer ones", async () => {
    const { reader, say, take } = await halfReplayed();
    await say(name(7), "live", { qos: 1, messageId: 1 });
    await say(name(8), "newer", { qos: 1, messageId: 2, retain: true });
    await say(name(9), "zero");
    await say(name(1), "behind it", { qos: 1, messageId: 3 });
    await say("r/none", "new there", { qos: 1, messageId: 4, retain: true });
    const all = await take(reader, 15);
    expect(all.filter((each) => each.endsWith("kept")).sort()).toEqual(kept(names(10)));
    const of = (topic: string) => all.filter((each) => each.startsWith(`${topic} `));
    expect(of(name(7))).toEqual([...kept([name(7)]), `${name(7)} live`]);
    expect(of(name(8))).toEqual([...kept([name(8)]), `${name(8)} newer`]);
    expect(of(name(9)).length).toBe(2);
    expect(of(name(1))).toEqual([...kept([name(1)]), `${name(1)} behind it`]);
    expect(of("r/none")).toEqual(["r/none new there"]);
    expect(await reader.messages()).toEqual([]);
  });

  test("of a kept session waits for it, in order with messages published meanwhile", async () => {
    const { account, join, reader, say, take } = await halfReplayed(1, KEPT);
    await take(reader, 2);
    await reader.all();
    await reader.lose();
    await say(name(7), "live", { qos: 1, messageId: 1 });
    await nap(account);
    const back = await join(KEPT, "reader");
    expect(back.connack.sessionPresent).toBe(true);
    const all = await take(back, 9);
    expect(all.filter((each) => each.endsWith("kept")).sort()).toEqual(kept(names(10).slice(2)));
    expect(all.filter((each) => each.startsWith(name(7)))).toEqual([...kept([name(7)]), `${name(7)} live`]);
    expect(await back.messages()).toEqual([]);
  });

  test("of a kept session at QoS 0 keeps the order of a retained message and a newer one", async () => {
    useLimits({ ...LIMITS, MQTT_MAX_UNSENT: 2000 });
    const { account, join, say } = await scene(10, "x".repeat(500));
    const reader = await join(KEPT, "reader");
    await reader.subscribe(account.topic("r/#"), 1);
    await reader.lose();
    await say(name(9), "live", { qos: 1, messageId: 1 });
    const back = await join(KEPT, "reader");
    const got: string[] = [];
    while (got.filter((each) => each.startsWith(name(9)) || each === "live").length < 2) {
      got.push(...(await back.messages()));
    }
    expect(got.filter((each) => each.startsWith(name(9)) || each === "live")).toEqual([
      name(9) + "x".repeat(500),
      "live",
    ]);
  });

  test("ends with its subscription, and starts again with a new one", async () => {
    const { account, reader, take } = await halfReplayed();
    reader.send({ cmd: "unsubscribe", messageId: 9, unsubscriptions: [account.topic("r/#")] } as Packet);
    expect(await take(reader, 2)).toEqual(kept(names(2)));
    expect(await reader.messages()).toEqual([]);
    await reader.subscribe(account.topic("r/#"), 1);
    await take(reader, 1);
    reader.send({
      cmd: "subscribe",
      messageId: 8,
      subscriptions: [{ topic: account.topic("r/#"), qos: 1 }],
    } as Packet);
    const rest = await take(reader, 11);
    expect(rest.slice(-9)).toEqual(kept(names(10).slice(1)));
    expect(await reader.messages()).toEqual([]);
  });

  test("ends with its session", async () => {
    const { account, join, reader, take } = await halfReplayed(1, KEPT);
    await take(reader, 1);
    const again = await join({}, "reader");
    await reader.end();
    expect(await again.messages()).toEqual([]);
    await again.subscribe(account.topic("r/0003"), 1);
    expect(await take(again, 1)).toEqual(kept([name(3)]));
    expect(await again.messages()).toEqual([]);
  });

  test("continues after a take-over, on the new connection", async () => {
    const { join, reader, take } = await halfReplayed(1, KEPT);
    await reader.all();
    const back = await join(KEPT, "reader");
    await reader.end();
    expect(await take(back, 10)).toEqual(kept(names(10)));
    expect(await back.messages()).toEqual([]);
  });

  test("uses the rights at the time when a message is sent", async () => {
    const { account } = await halfReplayed();
    const person: Person = account.credential(...names(10));
    const reader = await Client.connect(account, person);
    await reader.subscribe(account.topic("r/#"), 1);
    await account.change(() => {
      person.login.principal = { ...person.login.principal, topics: [account.topic(name(9))] } as never;
    });
    const got: string[] = [];
    for (let n = 0; n < 3; n++) {
      const { payload, messageId } = (await reader.next("publish")) as Publish;
      got.push(String(payload));
      reader.send({ cmd: "puback", messageId } as Packet);
    }
    expect(got).toEqual([name(0), name(1), name(9)]);
    expect(await reader.messages()).toEqual([]);
  });
});

describe("the order of last writes", () => {
  test("applies to a replay, also of topics written again and of partly matched ones [F82]", async () => {
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

  test("distinguishes a new row from a deleted one with the same number [F83]", async () => {
    const { account, reader, say, take } = await halfReplayed();
    await say(name(9), "", { retain: true, qos: 1, messageId: 1 });
    await nap(account);
    await say("r/new", "new", { retain: true, qos: 1, messageId: 2 });
    const all = await take(reader, 12);
    expect(all.filter((each) => each.startsWith("r/new"))).toEqual(["r/new new"]);
    expect(await reader.messages()).toEqual([]);
  });
});

describe("a message written during the replay", () => {
  test("that no local hides from its publisher comes with the replay [F82]", async () => {
    const { account, reader, take } = await halfReplayed(1, {}, { nl: true });
    reader.publish(account.topic(name(7)), "own", { retain: true });
    expect(await take(reader, 10)).toEqual([
      ...kept(names(10).filter((each) => each !== name(7))),
      `${name(7)} own kept`,
    ]);
    expect(await reader.messages()).toEqual([]);
  });

  test("that a slow or offline QoS 0 reader lost comes with the replay, once [F82]", async () => {
    useLimits({ ...LIMITS, MQTT_MAX_UNSENT: 2000 });
    const { account, join, say } = await scene(10, "x".repeat(500));
    const reader = await join(KEPT, "reader");
    await reader.subscribe(account.topic("r/#"), 0);
    await say(name(8), "newer", { retain: true });
    await reader.lose();
    await say(name(9), "newest", { retain: true });
    await nap(account);
    const back = await join(KEPT, "reader");
    const got: string[] = [];
    while (!got.includes("newest")) got.push(...(await back.messages()));
    expect(got.filter((each) => each.startsWith(name(8)) || each.startsWith(name(9)))).toEqual([]);
    expect(got.slice(-2)).toEqual(["newer", "newest"]);
    expect(await back.messages()).toEqual([]);
  });

  test("is not replayed to a session that continues in the classic profile", async () => {
    const { account, join, reader } = await halfReplayed(1, KEPT);
    await reader.all();
    await reader.lose();
    await account.change(() => Object.assign(account, { profile: "classic" }));
    const back = await join(KEPT, "reader");
    for (const { messageId } of (await back.all()) as Publish[])
      back.send({ cmd: "puback", messageId } as Packet);
    expect(await back.messages()).toEqual([]);
  });
});

test("10,000 retained messages reach a reader at each QoS, complete and in order [F82]", {
  timeout: 60_000,
}, async () => {
  const { account, join, take } = await scene(10_000, "x".repeat(100), 1);
  for (const qos of [0, 1] as const) {
    const reader = await join();
    await reader.subscribe(account.topic("r/#"), qos);
    expect(await take(reader, 10_000)).toEqual(kept(names(10_000)));
    expect(await reader.messages()).toEqual([]);
    await reader.lose();
  }
});
