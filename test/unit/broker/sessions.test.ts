import { runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { Account, nap, useAccounts, useLimits } from "./support/account.ts";
import { Client } from "./support/client.ts";

beforeAll(() => {
  useAccounts();
  useLimits({ MQTT_MAX_QOS: 2 });
});
afterEach(() => {
  vi.useRealTimers();
});

const KEPT = { clean: false, properties: { sessionExpiryInterval: 600 } };
const keptIn = (version: 4 | 5) => (version === 4 ? { clean: false } : KEPT);

/** A kept session that subscribed, and a writer. */
async function pair(version: 4 | 5, qos: 0 | 1 | 2 = 1) {
  const account = new Account();
  const key = account.apiKey();
  const who = { clientId: key.clientId() };
  const topic = account.topic("t");
  const reader = await Client.connect(account, who, version, keptIn(version));
  await reader.subscribe(topic, qos);
  const writer = await Client.connect(account, { clientId: key.clientId() }, version);
  const say = async (...payloads: string[]): Promise<void> => {
    for (const payload of payloads) writer.publish(topic, payload, { qos: 1, messageId: 1 });
    await writer.all();
  };
  const back = (options = {}) => Client.connect(account, who, version, { ...keptIn(version), ...options });
  return { account, key, who, topic, reader, writer, say, back };
}

describe.each([4, 5] as const)("sessions, level %i", (version) => {
  test("[MQTT-4.4.0-1] what was not acknowledged comes again, marked, with its id and in its order", async () => {
    const { account, reader, say, back } = await pair(version);
    await say("a", "b", "c");
    const first = await reader.next("publish");
    expect([first.dup, first.qos]).toEqual([false, 1]);
    const second = await reader.next("publish");
    reader.send({ cmd: "puback", messageId: first.messageId as number });
    await nap(account);
    reader.cut();
    await nap(account);
    const again = await back();
    expect(again.connack.sessionPresent).toBe(true);
    const packets = (await again.all()).filter((each) => each.cmd === "publish");
    expect(packets.map((each) => [String(each.payload), each.dup])).toEqual([
      ["b", true],
      ["c", true],
    ]);
    expect(packets[0]?.messageId).toBe(second.messageId);
  });

  test("[MQTT-3.1.2-4] [MQTT-3.2.2-2] what came while it was away waits; a clean start throws it away", async () => {
    const { account, reader, say, back } = await pair(version);
    reader.cut();
    await nap(account);
    await say("a", "b");
    const again = await back();
    expect(again.connack.sessionPresent).toBe(true);
    expect(await again.messages()).toEqual(["a", "b"]);
    again.cut();
    await say("c");
    const clean = await back({ clean: true });
    expect(clean.connack.sessionPresent).toBe(false);
    await say("d");
    expect(await clean.messages()).toEqual([]);
  });

  test("[MQTT-3.1.4-3] the same client again takes the session over; the old one is told [F21]", async () => {
    const { reader, say, back } = await pair(version);
    const again = await back();
    expect(again.connack.sessionPresent).toBe(true);
    await reader.end();
    const told = reader.received.filter((each) => each.cmd === "disconnect");
    expect(told.map((each) => each.reasonCode)).toEqual(version === 5 ? [0x8e] : []);
    await say("here");
    expect(await again.messages()).toEqual(["here"]);
  });

  test("a session belongs to principal and client id: under another credential it is another [T17]", async () => {
    const account = new Account();
    const one = await Client.connect(account, account.credential("a"), version, { clientId: "same" });
    const other = await Client.connect(account, account.credential("a"), version, { clientId: "same" });
    expect(await one.all()).toEqual([]);
    expect(await other.all()).toEqual([]);
  });

  test("[MQTT-4.3.3-1] QoS 2 out: exactly once across cuts and naps", async () => {
    const { account, topic, writer, reader, back } = await pair(version, 2);
    writer.publish(topic, "once", { qos: 2, messageId: 5 });
    expect((await writer.next("pubrec")).messageId).toBe(5);
    await nap(account);
    // [MQTT-4.3.3-10] the same packet id before PUBREL is the same message
    writer.publish(topic, "once", { qos: 2, messageId: 5, dup: true });
    await writer.next("pubrec");
    writer.send({ cmd: "pubrel", messageId: 5 });
    await writer.next("pubcomp");
    const message = await reader.next("publish");
    expect([message.qos, String(message.payload)]).toEqual([2, "once"]);
    reader.cut();
    await nap(account);
    const again = await back();
    const repeated = await again.next("publish");
    expect([repeated.dup, repeated.messageId]).toEqual([true, message.messageId]);
    again.send({ cmd: "pubrec", messageId: message.messageId as number });
    expect((await again.next("pubrel")).messageId).toBe(message.messageId);
    await nap(account);
    again.cut();
    const third = await back();
    expect((await third.next("pubrel")).messageId).toBe(message.messageId);
    third.send({ cmd: "pubcomp", messageId: message.messageId as number });
    expect(await third.all()).toEqual([]);
    third.cut();
    expect(await (await back()).all()).toEqual([]);
  });

  test("[MQTT-4.3.3-10] QoS 2 in: a packet id that was taken is not passed on again after a reconnect", async () => {
    const { account, topic, key, reader } = await pair(version, 2);
    const who = { clientId: key.clientId() };
    const writer = await Client.connect(account, who, version, keptIn(version));
    writer.publish(topic, "x", { qos: 2, messageId: 9 });
    await writer.next("pubrec");
    writer.cut();
    const again = await Client.connect(account, who, version, keptIn(version));
    again.publish(topic, "x", { qos: 2, messageId: 9, dup: true });
    await again.next("pubrec");
    again.send({ cmd: "pubrel", messageId: 9 });
    await again.next("pubcomp");
    expect(await reader.messages()).toEqual(["x"]);
  });

  test("an unsubscribed filter is quiet [MQTT-3.10.4-2], and its removal outlives a nap", async () => {
    const { account, topic, reader, say } = await pair(version);
    reader.send({ cmd: "unsubscribe", messageId: 3, unsubscriptions: [topic, "never/there"] });
    const unsuback = await reader.next("unsuback");
    if (version === 5) expect(unsuback.granted).toEqual([0, 0x11]);
    await nap(account);
    await say("x");
    expect(await reader.messages()).toEqual([]);
  });
});

describe("MQTT 5 sessions", () => {
  test("[MQTT-3.3.4-7] the client's Receive Maximum holds, through naps, and the rest follows in order [F25]", async () => {
    const { account, reader: old, back, say } = await pair(5);
    old.cut();
    await say("1", "2", "3", "4", "5");
    const reader = await back({ properties: { sessionExpiryInterval: 600, receiveMaximum: 2 } });
    const got: string[] = [];
    for (const expected of [["1", "2"], ["3", "4"], ["5"]]) {
      const batch = (await reader.all()).filter((each) => each.cmd === "publish");
      expect(batch.map((each) => String(each.payload))).toEqual(expected);
      got.push(...expected);
      await nap(account);
      for (const each of batch) reader.send({ cmd: "puback", messageId: each.messageId as number });
    }
    expect(await reader.all()).toEqual([]);
  });

  test("with a lower Receive Maximum than before, what was under way comes again bit by bit", async () => {
    const { reader: old, back, say } = await pair(5);
    await say("1", "2", "3");
    await old.messages();
    old.cut();
    const reader = await back({ properties: { sessionExpiryInterval: 600, receiveMaximum: 1 } });
    for (const expected of ["1", "2", "3"]) {
      const [message, ...more] = (await reader.all()).filter((each) => each.cmd === "publish");
      expect([String(message?.payload), message?.dup, more.length]).toEqual([expected, true, 0]);
      reader.send({ cmd: "puback", messageId: message?.messageId as number });
    }
    await say("4");
    expect((await reader.next("publish")).dup).toBe(false);
  });

  test("[MQTT-3.1.2-23] a session ends when its expiry has passed, also one changed in DISCONNECT", async () => {
    const { account, reader, back } = await pair(5);
    reader.disconnect(0, { sessionExpiryInterval: 5 });
    await reader.end();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 6000 });
    await runDurableObjectAlarm(account.stub as never);
    expect((await back()).connack.sessionPresent).toBe(false);
  });

  test("a session whose expiry was 0 cannot be prolonged by DISCONNECT [§3.14.2.2.2]", async () => {
    const account = new Account();
    const client = await Client.connect(account, { clientId: account.apiKey().clientId() });
    client.disconnect(0, { sessionExpiryInterval: 5 });
    await client.end();
    expect(client.received).toMatchObject([{ cmd: "disconnect", reasonCode: 0x82 }]);
  });

  test("[MQTT-3.3.2-5] [MQTT-3.3.2-6] a message in the queue ages: the rest is told, and in the end it is gone", async () => {
    const { topic, writer, reader, back } = await pair(5);
    reader.cut();
    const expiring = (seconds: number) => ({
      qos: 1 as const,
      messageId: 1,
      properties: { messageExpiryInterval: seconds },
    });
    writer.publish(topic, "short", expiring(5));
    writer.publish(topic, "long", expiring(60));
    await writer.all();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 20_000 });
    const again = await back();
    const packets = (await again.all()).filter((each) => each.cmd === "publish");
    expect(packets.map((each) => String(each.payload))).toEqual(["long"]);
    expect(packets[0]?.properties?.messageExpiryInterval).toBeGreaterThanOrEqual(39);
    expect(packets[0]?.properties?.messageExpiryInterval).toBeLessThanOrEqual(40);
  });

  test("aliases live in both directions through a nap [MQTT-3.3.2-8] [T25]", async () => {
    const account = new Account();
    const key = account.apiKey();
    const topic = account.topic("long/topic");
    const options = { properties: { topicAliasMaximum: 1 } };
    const reader = await Client.connect(account, { clientId: key.clientId() }, 5, options);
    await reader.subscribe(account.topic("#"), 0);
    const writer = await Client.connect(account, { clientId: key.clientId() });
    writer.publish(topic, "1", { properties: { topicAlias: 3 } });
    await writer.all();
    await nap(account);
    writer.publish("", "2", { properties: { topicAlias: 3 } });
    await writer.all();
    await nap(account);
    writer.publish(account.topic("other"), "3");
    await writer.all();
    const packets = (await reader.all()).filter((each) => each.cmd === "publish");
    expect(packets.map((each) => [each.topic, each.properties?.topicAlias])).toEqual([
      [topic, 1],
      ["", 1],
      [account.topic("other"), undefined],
    ]);
    writer.publish("", "4", { properties: { topicAlias: 4 } });
    await writer.end();
    expect(writer.received).toMatchObject([{ cmd: "disconnect", reasonCode: 0x82 }]);
  });
});
