/**
 * Messages that no packet or row can hold are refused at the publisher; one that is already stored ends no
 * session.
 */

import { runInDurableObject } from "cloudflare:test";
import { describe, expect, test, vi } from "vitest";
import type { Hub } from "../../../broker/hub.ts";
import { nap } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { newHome } from "./support/home.ts";
import { prepare } from "./support/prepare.ts";

prepare({ MQTT_MAX_TOPIC_BYTES: 0 });

const MOST = 65_535;
const KEPT = { clean: false, clientId: "away", properties: { sessionExpiryInterval: 600 } };

async function scene() {
  const { account, join } = newHome();
  const person = account.root();
  const whole = await join();
  const bare = await Client.connect(account, person, 5);
  await whole.subscribe(account.topic("#"), 1);
  return { account, person, whole, bare, room: MOST - account.topic("").length };
}

describe("a topic or response topic that is too long in another view [F472]", () => {
  const about = (what: string, bytes: number) =>
    what === "topic"
      ? { topic: "t".repeat(bytes), properties: {} }
      : { topic: "t", properties: { responseTopic: "r".repeat(bytes) } };

  test.each(["topic", "response topic"])("the %s", async (what) => {
    const { whole, bare, room } = await scene();
    const say = (bytes: number, qos: 0 | 1 | 2) => {
      const { topic, properties } = about(what, bytes);
      bare.publish(topic, "x", { qos, messageId: 1, retain: true, properties });
    };
    say(room, 1);
    expect(await bare.next("puback")).toMatchObject({ reasonCode: 0 });
    expect(await whole.next("publish")).toMatchObject({ qos: 1 });
    say(room + 1, 1);
    expect(await bare.next("puback")).toMatchObject({ reasonCode: 0x90 });
    say(room + 1, 2);
    expect(await bare.next("pubrec")).toMatchObject({ reasonCode: 0x90 });
    say(room + 1, 0);
    expect(await bare.next("disconnect")).toMatchObject({ reasonCode: 0x90 });
    expect(await whole.all()).toEqual([]);
  });

  test("a maximum topic without permission is denied with a shortened reason", async () => {
    const { account } = await scene();
    const person = account.root({ grants: [{ filter: "mine/#", publish: true, subscribe: true }] });
    const client = await Client.connect(account, person, 5);
    expect(await client.publishQos1("t".repeat(60_000), "x")).toBe(0x87);
  });
});

test("a stored message too large for a packet is dropped, counted and logged once; clients and kept sessions continue [F473]", async () => {
  const { account, person, bare, room } = await scene();
  const away = await Client.connect(account, person, 5, KEPT);
  await away.subscribe("t", 1);
  await away.lose();
  for (const payload of ["bad", "good"]) {
    const properties = { responseTopic: "r".repeat(room) };
    await bare.publishQos1("t", payload, { ...(payload === "bad" && { properties }) });
  }
  bare.publish("kept", "bad", {
    qos: 1,
    messageId: 1,
    retain: true,
    properties: { responseTopic: "r".repeat(room) },
  });
  await bare.next("puback");
  await runInDurableObject(account.stub as never, (_: unknown, { storage }: DurableObjectState) => {
    for (const table of ["deliveries", "retained"]) {
      storage.sql.exec(
        `UPDATE ${table} SET properties = replace(properties, 'rrr', 'rrrr') WHERE properties <> ''`,
      );
    }
  });
  await nap(account);
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const back = await Client.connect(account, person, 5, KEPT);
  expect(String((await back.next("publish")).payload)).toBe("good");
  expect(await back.subscribe("kept", 0)).toBe(0);
  expect(await back.subscribe("#", 1)).toBe(1);
  bare.publish("kept", "live", { qos: 1, messageId: 2 });
  expect(String((await back.next("publish")).payload)).toBe("live");
  const lines = logged.mock.calls.filter(([line]) => String(line).includes("fits into no packet"));
  expect(lines).toHaveLength(1);
  logged.mockRestore();
  await runInDurableObject(account.stub as never, (object: unknown) =>
    (object as { hub: Hub }).hub.modules.egress.leave(),
  );
});

describe("user properties of more than 64 KB [F474]", () => {
  const half = "x".repeat(32_767);
  /** `ü` is two bytes. */
  const most = { a: half, b: `${half.slice(2)}ü` };
  const over = { a: half, b: `${half}ü` };

  test("deny the message with 0x97 and keep the connection; QoS 0 ends it", async () => {
    const { whole, bare } = await scene();
    expect(await bare.publishQos1("t", "x", { properties: { userProperties: most } })).toBe(0);
    expect(await whole.next("publish")).toMatchObject({ properties: { userProperties: most } });
    expect(await bare.publishQos1("t", "x", { properties: { userProperties: over } })).toBe(0x97);
    bare.publish("t", "x", { properties: { userProperties: over } });
    expect(await bare.next("disconnect")).toMatchObject({ reasonCode: 0x97 });
    expect(await whole.all()).toEqual([]);
  });

  test("in any other packet end the connection", async () => {
    const { bare } = await scene();
    const subscriptions = [{ topic: "t", qos: 0 as const }];
    bare.send({ cmd: "subscribe", messageId: 1, subscriptions, properties: { userProperties: over } });
    expect(await bare.next("disconnect")).toMatchObject({ reasonCode: 0x97 });
  });

  test("at the maximum are stored with the message, in any script", async () => {
    const { account, person, bare } = await scene();
    const away = await Client.connect(account, person, 5, KEPT);
    await away.subscribe("t", 1);
    await away.lose();
    const text = "\u0001".repeat(MOST - account.topic("").length);
    const properties = {
      contentType: text,
      responseTopic: text,
      correlationData: Buffer.alloc(MOST),
      userProperties: { a: "\u0001".repeat(MOST) },
    };
    const payload = "x".repeat(1_048_576 - 4 * MOST - 200);
    expect(await bare.publishQos1("t", payload, { retain: true, properties })).toBe(0);
    const back = await Client.connect(account, person, 5, KEPT);
    expect((await back.next("publish")).payload).toHaveLength(payload.length);
  });
});
