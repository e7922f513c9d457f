import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Account, nap, useAccounts, useLimits } from "./support/account.ts";
import { Client } from "./support/client.ts";

beforeAll(useAccounts);
beforeEach(() => useLimits({}));

async function scene(version: 4 | 5 = 5) {
  const account = new Account();
  const key = account.apiKey();
  const join = (options = {}) => Client.connect(account, { clientId: key.clientId() }, version, options);
  return { account, key, join, t: account.topic };
}

const publishes = async (client: Client) => (await client.all()).filter((each) => each.cmd === "publish");

describe("the default profile", () => {
  test("[MQTT-3.2.2-9] CONNACK says what is offered", async () => {
    const { join } = await scene();
    const { connack } = await join({ properties: { sessionExpiryInterval: 0xffffffff }, keepalive: 120 });
    expect(connack.properties).toMatchObject({
      maximumQoS: 1,
      retainAvailable: false,
      wildcardSubscriptionAvailable: true,
      subscriptionIdentifiersAvailable: true,
      sharedSubscriptionAvailable: true,
      maximumPacketSize: 65_536,
      receiveMaximum: 32,
      topicAliasMaximum: 16,
      sessionExpiryInterval: 86_400,
      serverKeepAlive: 60,
    });
  });

  test("a SUBSCRIBE at QoS 2 is granted 1; PUBLISH at QoS 2 and retained are refused", async () => {
    for (const version of [4, 5] as const) {
      const { join, t } = await scene(version);
      const reader = await join();
      expect(await reader.subscribe(t("a"), 2)).toBe(1);
      const two = await join();
      two.publish(t("a"), "x", { qos: 2, messageId: 1 });
      await two.end();
      expect(two.received.map((each) => each.cmd === "disconnect" && each.reasonCode)).toEqual(
        version === 5 ? [0x9b] : [],
      );
      const retained = await join();
      retained.publish(t("a"), "x", { retain: true });
      if (version === 5) {
        await retained.end();
        expect(retained.received).toMatchObject([{ cmd: "disconnect", reasonCode: 0x9a }]);
      } else {
        await retained.all();
        expect((await reader.next("publish")).retain).toBe(false);
        expect((await join()) && (await reader.messages())).toEqual([]);
      }
    }
  });

  test("[MQTT-4.12.0-1] enhanced authentication is refused, and AUTH without it", async () => {
    const { account, key, join } = await scene();
    const client = await Client.open(account);
    client.connect({ clientId: key.clientId() }, { properties: { authenticationMethod: "SCRAM" } });
    expect((await client.next("connack")).reasonCode).toBe(0x8c);
    const other = await join();
    other.send({ cmd: "auth", reasonCode: 0x18, properties: { authenticationMethod: "x" } } as never);
    await other.end();
    expect(other.received).toMatchObject([{ cmd: "disconnect", reasonCode: 0x82 }]);
  });
});

describe.each([4, 5] as const)("retained messages in the full profile, level %i", (version) => {
  beforeEach(() => useLimits({ MQTT_MAX_QOS: 2, MQTT_RETAIN: true }));

  test("[MQTT-3.3.1-5] [MQTT-3.3.1-6] the last one goes to a new subscription; an empty one removes it", async () => {
    const { account, join, t } = await scene(version);
    const writer = await join();
    writer.publish(t("a"), "old", { retain: true });
    writer.publish(t("a"), "new", { retain: true, qos: 2, messageId: 1 });
    await writer.next("pubrec");
    await nap(account);
    const reader = await join();
    await reader.subscribe(t("+"), 1);
    const [message, ...more] = await publishes(reader);
    expect([String(message?.payload), message?.retain, message?.qos, more.length]).toEqual([
      "new",
      true,
      1,
      0,
    ]);
    // [MQTT-3.3.1-9] to those who are there already it is a message like any other
    writer.publish(t("a"), "live", { retain: true });
    await writer.all();
    expect((await publishes(reader)).map((each) => each.retain)).toEqual([false]);
    writer.publish(t("a"), "", { retain: true });
    await writer.all();
    await reader.all();
    const late = await join();
    await late.subscribe(t("+"), 1);
    expect(await late.messages()).toEqual([]);
  });

  test("what may not be read is not sent from what is retained", async () => {
    const { account, join, t } = await scene(version);
    const writer = await join();
    writer.publish(t("a"), "a", { retain: true });
    writer.publish(t("b"), "b", { retain: true });
    await writer.all();
    const reader = await Client.connect(account, account.credential("b"), version);
    await reader.subscribe(t("#"));
    expect(await reader.messages()).toEqual(["b"]);
  });
});

describe("retained messages in MQTT 5", () => {
  beforeEach(() => useLimits({ MQTT_MAX_QOS: 2, MQTT_RETAIN: true }));

  test("retain handling [MQTT-3.3.1-9] [MQTT-3.3.1-10] [MQTT-3.3.1-11] and retain as published [MQTT-3.3.1-13]", async () => {
    const { join, t } = await scene();
    const writer = await join();
    writer.publish(t("a"), "kept", { retain: true });
    await writer.all();
    const reader = await join();
    await reader.subscribe(t("a"), 0, { rh: 2 });
    expect(await reader.messages()).toEqual([]);
    await reader.subscribe(t("a"), 0, { rh: 1 });
    expect(await reader.messages()).toEqual([]);
    await reader.subscribe(t("a"), 0, { rh: 0, rap: true });
    expect(await reader.messages()).toEqual(["kept"]);
    writer.publish(t("a"), "again", { retain: true });
    await writer.all();
    expect((await publishes(reader)).map((each) => each.retain)).toEqual([true]);
    const fresh = await join();
    await fresh.subscribe(t("+"), 0, { rh: 1 }, 3);
    expect((await publishes(fresh)).map((each) => each.properties?.subscriptionIdentifier)).toEqual([3]);
    const shared = await join();
    await shared.subscribe(`$share/g/${t("+")}`, 0);
    expect(await shared.messages()).toEqual([]);
  });
});
