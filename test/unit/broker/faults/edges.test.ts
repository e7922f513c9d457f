/** Limits at one below, at and one above: those that the broker's other tests meet only in passing. */

import { expect, test } from "vitest";
import { Account, useLimits } from "../support/account.ts";
import { Client } from "../support/client.ts";
import { home } from "../support/home.ts";
import { prepare } from "../support/prepare.ts";

prepare();

test("MQTT_TOPIC_ALIAS_MAXIMUM: the aliases up to it, and 0x94 beyond [T25]", async () => {
  useLimits({ MQTT_TOPIC_ALIAS_MAXIMUM: 5 });
  const { account, join } = home();
  for (const topicAlias of [4, 5, 6]) {
    const client = await join();
    expect(client.connack.properties?.topicAliasMaximum).toBe(5);
    client.publish(account.topic("a"), "x", { properties: { topicAlias } });
    if (topicAlias <= 5) expect(await client.all()).toEqual([]);
    else expect(await client.next("disconnect")).toMatchObject({ reasonCode: 0x94 });
  }
});

test("MQTT_MAX_INFLIGHT: so many at once, and the next when one was acknowledged [F25]", async () => {
  useLimits({ MQTT_MAX_INFLIGHT: 3 });
  for (const count of [2, 3, 4]) {
    const { account, join } = home();
    const reader = await join();
    await reader.subscribe(account.topic("a"), 1);
    const writer = await join();
    for (let n = 1; n <= count; n++) {
      writer.publish(account.topic("a"), String(n), { qos: 1, messageId: n });
      await writer.next("puback");
    }
    const first = await reader.next("publish");
    expect(await reader.messages()).toEqual(["2", "3"].slice(0, Math.min(count, 3) - 1));
    reader.send({ cmd: "puback", messageId: first.messageId ?? 0 });
    expect(await reader.messages()).toEqual(count > 3 ? ["4"] : []);
  }
});

test("MQTT_MAX_SESSION_EXPIRY: up to it as asked, beyond it lowered and told", async () => {
  useLimits({ MQTT_MAX_SESSION_EXPIRY: 100 });
  const { join } = home();
  for (const sessionExpiryInterval of [99, 100, 101]) {
    const { connack } = await join({
      clean: false,
      properties: { sessionExpiryInterval },
    });
    expect(connack.properties?.sessionExpiryInterval).toBe(sessionExpiryInterval > 100 ? 100 : undefined);
  }
});

test("MQTT_RECEIVE_MAXIMUM: so many messages of QoS 2 may be under way, one more is 0x93", async () => {
  useLimits({ MQTT_MAX_QOS: 2, MQTT_RECEIVE_MAXIMUM: 3 });
  for (const count of [2, 3, 4]) {
    const account = new Account();
    const client = await Client.connect(account, { clientId: account.apiKey().clientId() });
    expect(client.connack.properties?.receiveMaximum).toBe(3);
    for (let n = 1; n <= count; n++) client.publish(account.topic("a"), "x", { qos: 2, messageId: n });
    if (count <= 3) expect((await client.all()).map(({ cmd }) => cmd)).toEqual(Array(count).fill("pubrec"));
    else expect(await client.next("disconnect")).toMatchObject({ reasonCode: 0x93 });
  }
});

test("MQTT_MAX_UNSENT: what one turn brings a reader up to it is sent, what comes beyond is dropped [T22] [F24]", async () => {
  useLimits({ MQTT_MAX_UNSENT: 20_000, MQTT_PUBLISH_RATE: 1000 });
  for (const count of [1, 2, 3]) {
    const { account, join } = home();
    const reader = await join();
    await reader.subscribe(account.topic("a"), 0);
    const writer = await join();
    for (let n = 1; n <= count; n++) writer.publish(account.topic("a"), "x".repeat(9500));
    await writer.all();
    expect(await reader.messages()).toHaveLength(Math.min(count, 2));
  }
});
