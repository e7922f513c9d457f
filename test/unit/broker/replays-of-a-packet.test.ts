/** The filters of one SUBSCRIBE share a look at the retained messages, and each receives what matches it. */

import fc from "fast-check";
import type { Packet } from "mqtt-packet";
import { expect, test, vi } from "vitest";
import { matches } from "../../../broker/routing/filter.ts";
import { nap, useLimits } from "./support/account.ts";
import type { Client } from "./support/client.ts";
import { newHome } from "./support/home.ts";
import { withHub } from "./support/nap.ts";
import { prepare } from "./support/prepare.ts";
import { LIMITS } from "./support/retained.ts";

prepare({ ...LIMITS, MQTT_SUBSCRIBE_RATE: 0, MQTT_MAX_TOPIC_LEVELS: 16 });

type Published = Extract<Packet, { cmd: "publish" }>;

/** With its identifier a message names its filter. */
function subscribeAll(client: Client, filters: readonly string[], subscriptionIdentifier = 1): void {
  const subscriptions = filters.map((topic) => ({ topic, qos: 0, nl: false, rap: false, rh: 0 }));
  client.send({
    cmd: "subscribe",
    messageId: 9,
    subscriptions,
    properties: { subscriptionIdentifier },
  } as never);
}

/** The topics that it is sent, in order: all replays of the account end. */
async function replayed(client: Client, count: number): Promise<string[]> {
  const topics: string[] = [];
  for (let looks = 0; topics.length < count && looks < 100; looks++) {
    const packets = (await client.all()).filter((each): each is Published => each.cmd === "publish");
    topics.push(...packets.map(({ topic }) => topic));
  }
  topics.push(...(await client.all()).flatMap((each) => (each.cmd === "publish" ? [each.topic] : [])));
  return topics;
}

async function scene(topics: readonly string[]) {
  const { account, join } = newHome(5);
  const writer = await join();
  for (const [n, topic] of topics.entries()) {
    writer.publish(account.topic(topic), "x", { retain: true });
    if (n % 200 === 0) await writer.all();
  }
  await writer.all();
  return { account, join, writer };
}

const NAMES = ["a", "b", "a-b", "a0", "é", "\u{10400}", "\uffee", "", "devices"];
const level = fc.constantFrom(...NAMES);
const topic = fc.array(level, { minLength: 1, maxLength: 4 }).map((names) => `t/${names.join("/")}`);
const filter = fc
  .tuple(fc.array(fc.oneof(level, fc.constant("+")), { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([names, isOpen]) => [...names, ...(isOpen ? ["#"] : [])].join("/"));

test("random filters of one packet receive what matches each of them", async () => {
  const topics = fc.sample(topic, { numRuns: 150, seed: 7 });
  const { account, join } = await scene(topics);
  const written = [...new Set(topics)].map(account.topic);
  for (const filters of fc.sample(fc.uniqueArray(filter, { minLength: 2, maxLength: 25 }), {
    numRuns: 20,
    seed: 11,
  })) {
    const full = filters.map((each) => account.topic(`t/${each}`));
    const expected = full.flatMap((each) => written.filter((name) => matches(each, name)));
    const reader = await join();
    subscribeAll(reader, full);
    expect((await replayed(reader, expected.length)).toSorted()).toEqual(expected.toSorted());
    await reader.leave();
  }
});

test("a filter that stands twice in a packet, and a narrower one beside it, are sent what they match", async () => {
  const { account, join } = await scene(["r/1", "r/2", "s/1"]);
  const reader = await join();
  subscribeAll(
    reader,
    ["r/+", "r/1", "r/+", "none/+", "#"].map((each) => account.topic(each)),
  );
  const seen = (await replayed(reader, 8)).map((each) => each.slice(account.userId.length + 1));
  expect(seen).toEqual(["r/1", "r/2", "r/1", "r/1", "r/2", "r/1", "r/2", "s/1"]);
});

test("more messages than one look finds reach all filters, also across a nap", async () => {
  useLimits({ ...LIMITS, MQTT_SUBSCRIBE_RATE: 0, MQTT_MAX_INFLIGHT: 4 });
  const topics = Array.from({ length: 1200 }, (_, n) => `r/${n % 3}/${n}`);
  const { account, join, writer } = await scene(topics);
  const reader = await join({ clean: false, properties: { sessionExpiryInterval: 600 } });
  subscribeAll(
    reader,
    ["r/0/+", "none/+", "r/1/#", "r/+/1199"].map((each) => account.topic(each)),
  );
  const half = await replayed(reader, 100);
  await nap(account);
  await writer.all();
  const all = [...half, ...(await replayed(reader, 801 - half.length))];
  const counted = new Map<string, number>();
  for (const each of all) counted.set(each, (counted.get(each) ?? 0) + 1);
  expect(counted.size).toBe(801);
  expect([...counted.values()].every((count) => count === 1)).toBe(true);
});

test("25 filters of a packet make one query, and those that match nothing no row", async () => {
  const { account, join } = await scene(["devices/1/status", "devices/2/status"]);
  const reader = await join();
  await reader.all();
  const calls = await withHub(account, ({ modules: { store } }) => ({
    alone: vi.spyOn(store.retained, "ahead"),
    together: vi.spyOn(store.retained, "aheadOfAll"),
    rows: vi.spyOn(store.replays, "put"),
  }));
  const filters = Array.from({ length: 25 }, (_, n) => account.topic(`devices/${n}/+`));
  subscribeAll(reader, filters);
  expect(await replayed(reader, 2)).toHaveLength(2);
  expect(calls.together).toHaveBeenCalledTimes(1);
  expect(calls.alone).not.toHaveBeenCalled();
  expect(calls.rows).not.toHaveBeenCalled();
});
