/** Limits on retained messages. One login has half of them; `fair-share.test.ts` has several. */

import { describe, expect, test, vi } from "vitest";
import { nap, useLimits } from "./support/account.ts";
import { newHome } from "./support/home.ts";
import { prepare } from "./support/prepare.ts";

prepare({ MQTT_MAX_RETAINED: 6 });

async function scene(version: 4 | 5) {
  const { account, join, reads } = newHome(version);
  const writer = await join();
  const retain = (name: string, payload = name, options = {}): Promise<number> =>
    writer.publishQos1(account.topic(name), payload, { retain: true, ...options });
  const kept = async (): Promise<string[]> => (await (await reads("#")).messages()).sort();
  return { account, join, reads, writer, retain, kept };
}

describe("MQTT_MAX_RETAINED, MQTT 5", () => {
  test("bounds their number; existing ones may be replaced and deleted, also after a nap [T26]", async () => {
    const { account, retain, kept } = await scene(5);
    expect([await retain("a"), await retain("b"), await retain("c"), await retain("d")]).toEqual([
      0, 0, 0, 0x97,
    ]);
    expect(await retain("a", "again")).toBe(0);
    await nap(account);
    expect(await retain("d")).toBe(0x97);
    expect(await retain("d", "")).toBe(0);
    expect(await retain("b", "")).toBe(0);
    expect([await retain("d"), await retain("e")]).toEqual([0, 0x97]);
    // a deleted one is new again
    expect(await retain("b")).toBe(0x97);
    expect(await kept()).toEqual(["again", "c", "d"]);
  });

  test("a refusal names the limit and the remedy, in PUBACK and log; the message is not delivered", async () => {
    const { account, reads, writer, retain } = await scene(5);
    const reader = await reads("#");
    for (const name of ["a", "b", "c"]) await retain(name);
    expect((await reader.messages()).length).toBe(3);
    writer.publish(account.topic("d"), "d", { retain: true, qos: 1, messageId: 9 });
    const { reasonCode, properties } = await writer.next("puback");
    expect(reasonCode).toBe(0x97);
    expect(properties?.reasonString).toMatch(/MQTT_MAX_RETAINED.*Clear one/);
    expect(await reader.messages()).toEqual([]);
    expect(await account.ask((calls) => calls.account.refusals())).toMatchObject([
      { kind: "limit", tried: account.topic("d"), rule: properties?.reasonString },
    ]);
  });

  test("bounds the bytes exactly; a small replacement may be larger", async () => {
    useLimits({ MQTT_MAX_RETAINED: 6, MQTT_MAX_PACKET_SIZE: 0 });
    const { account, retain } = await scene(5);
    const room = 3 * ((64 * 1024 * 1024) / 10_000);
    const topic = account.topic("a").length;
    const largest = Math.floor(room) - 2 * topic - 1;
    expect(await retain("a", "x")).toBe(0);
    expect(await retain("b", "x".repeat(largest + 1))).toBe(0x97);
    expect(await retain("b", "x".repeat(largest))).toBe(0);
    expect(await retain("c", "x")).toBe(0x97);
    expect(await retain("a", "x".repeat(1024 - topic))).toBe(0);
    expect(await retain("a", "x".repeat(1025 - topic))).toBe(0x97);
    expect(await retain("b", "x".repeat(largest - 1000))).toBe(0);
  });

  test("expired ones free their place", async () => {
    const { retain, kept } = await scene(5);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const expires = (seconds: number) => ({ properties: { messageExpiryInterval: seconds } });
    await retain("a");
    await retain("b", "b", expires(10));
    await retain("c", "c", expires(60));
    expect(await retain("d")).toBe(0x97);
    vi.setSystemTime(Date.now() + 11_000);
    expect(await retain("d")).toBe(0);
    expect(await retain("e")).toBe(0x97);
    // an expired one is new again
    expect(await retain("b")).toBe(0x97);
    expect(await kept()).toEqual(["a", "c", "d"]);
  });

  test("0 is no limit", async () => {
    useLimits({ MQTT_MAX_RETAINED: 0 });
    const { retain } = await scene(5);
    for (let n = 0; n < 20; n++) expect(await retain(`t/${n}`)).toBe(0);
  });
});

test.each([4, 5] as const)(
  "a message that cannot be refused is delivered and not retained, level %i",
  async (version) => {
    const { account, reads, writer, retain, kept } = await scene(version);
    for (const name of ["a", "b", "c"]) await retain(name);
    const reader = await reads("d", 1);
    writer.publish(account.topic("d"), "zero", { retain: true });
    if (version === 4) await retain("d", "one");
    await writer.all();
    expect(await reader.messages()).toEqual(version === 4 ? ["zero", "one"] : ["zero"]);
    expect(await kept()).toEqual(["a", "b", "c"]);
  },
);

test.each([4, 5] as const)(
  "a will above the limit is published and not retained, level %i",
  async (version) => {
    const { account, join, reads, retain, kept } = await scene(version);
    for (const name of ["a", "b"]) await retain(name);
    const reader = await reads("will/#");
    for (const name of ["will/1", "will/2"]) {
      const will = { topic: account.topic(name), payload: Buffer.from(name), qos: 1 as const, retain: true };
      (await join({ will })).cut();
      expect(String((await reader.next("publish")).payload)).toBe(name);
    }
    expect(await kept()).toEqual(["a", "b", "will/1"]);
  },
);
