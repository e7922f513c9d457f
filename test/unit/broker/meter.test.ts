/** Metrics of an account's broker: complete, in few reports. */

import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { beforeEach, expect, test, vi } from "vitest";
import type { Hub } from "../../../broker/hub.ts";
import type { MeterReading } from "../../../broker/ports.ts";
import { Account, nap } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { newHome } from "./support/home.ts";
import { prepare } from "./support/prepare.ts";

const MINUTE = 60_000;

prepare({ MQTT_CONNECT_RATE: 0, MQTT_PUBLISH_RATE: 0 });
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));

type Sum = Record<Exclude<keyof MeterReading, "account" | "refused" | "answers">, number>;
const sum = ({ readings }: Account): Sum => {
  const total: Partial<Sum> = {};
  for (const { account: _, refused: __, answers: ___, ...counts } of readings) {
    for (const [name, count] of Object.entries(counts)) {
      total[name as keyof Sum] = (total[name as keyof Sum] ?? 0) + count;
    }
  }
  return total as Sum;
};
const later = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);
const settled = (account: Account) =>
  runInDurableObject(account.stub, (object) => {
    const { hub } = object as unknown as { hub: Hub };
    hub.modules.egress.leave();
  });

async function pair() {
  const { account, key, join, reads } = newHome();
  const reader = await reads("t");
  const writer = await join();
  const say = async (count: number) => {
    for (let n = 0; n < count; n++) writer.publish(account.topic("t"), "x");
    await writer.all();
    await reader.all();
  };
  return { account, key, reader, writer, say };
}

test("a busy account reports all of its counts once a minute", async () => {
  const { account, reader, writer, say } = await pair();
  later(1000);
  for (const told of [1, 2, 3]) {
    await say(100);
    expect(account.readings).toHaveLength(told);
    later(MINUTE);
  }
  for (const client of [reader, writer]) {
    await client.leave();
  }
  await vi.waitFor(() => expect(sum(account)).toMatchObject({ begun: 2, ended: 2 }));
  expect(sum(account)).toMatchObject({ messagesIn: 300, messagesOut: 300, failures: 0 });
  expect(sum(account).bytesIn).toBeGreaterThan(200);
  expect(sum(account).bytesOut).toBeGreaterThan(200);
});

test("counts of a connection survive naps and are reported once [F210]", async () => {
  const { account, reader, writer, say } = await pair();
  for (let n = 0; n < 4; n++) {
    await say(5);
    later(2000);
    await say(1);
    await settled(account);
    await nap(account);
  }
  expect(account.readings).toHaveLength(1);
  later(MINUTE);
  await say(1);
  await settled(account);
  await nap(account);
  await say(1);
  for (const client of [reader, writer]) {
    await client.leave();
  }
  await vi.waitFor(() => expect(sum(account)).toMatchObject({ begun: 2, ended: 2 }));
  expect(sum(account)).toMatchObject({ messagesIn: 26, messagesOut: 26 });
});

test("an account with keep alives only sends no further reports", async () => {
  const { account, reader } = await pair();
  const before = account.readings.length;
  for (let n = 0; n < 5; n++) {
    later(MINUTE);
    await reader.all();
  }
  // the second connection with the first check after it
  expect(account.readings).toHaveLength(before + 1);
});

test("counts before a silence are reported with the next alarm", async () => {
  const account = new Account();
  const device = account.device();
  await Client.connect(account, device, 5, { keepalive: 60 });
  const client = await Client.connect(account, account.credential("t"), 5);
  client.publish(account.topic("t"), "x");
  await client.all();
  expect(account.readings).toEqual([]);
  later(45_000);
  await runDurableObjectAlarm(account.stub);
  expect(sum(account)).toMatchObject({ begun: 2, messagesIn: 1 });
});

test("refusals are counted by kind, and CONNACKs by duration", async () => {
  const account = new Account();
  await Client.connect(account, { ...account.credential("a"), password: "wrong" }, 5);
  const outsider = await Client.connect(account, account.credential("b"), 5);
  await outsider.subscribe(account.topic("a"));
  await outsider.publishQos1(account.topic("a"), "x");
  await outsider.leave();
  await vi.waitFor(() => expect(sum(account).ended).toBe(1));
  const refused = (kind: keyof MeterReading["refused"]) =>
    account.readings.reduce((all, each) => all + each.refused[kind], 0);
  expect([refused("connect"), refused("subscribe"), refused("publish")]).toEqual([1, 1, 1]);
  expect(
    account.readings.flatMap(({ answers }) => answers.counts).reduce((all, count) => all + count, 0),
  ).toBe(2);
});

test("many simultaneous disconnects are a few reports", async () => {
  const { account, join } = newHome();
  const crowd = await Promise.all(Array.from({ length: 20 }, () => join()));
  for (const client of crowd) client.disconnect();
  await vi.waitFor(() => expect(sum(account)).toMatchObject({ begun: 20, ended: 20 }));
  expect(account.readings.length).toBeLessThanOrEqual(3);
});
