import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ProfileName } from "../../../broker/contract/grants.ts";
import { Account, nap, useAccounts, useLimits } from "./support/account.ts";
import { Client } from "./support/client.ts";

beforeAll(useAccounts);
beforeEach(() => useLimits({}));

async function scene(version: 4 | 5 = 5, profile?: ProfileName) {
  const account = new Account();
  account.profile = profile;
  const key = account.apiKey();
  const join = (options = {}) => Client.connect(account, { clientId: key.clientId() }, version, options);
  return { account, key, join, t: account.topic };
}

const publishes = async (client: Client) => (await client.all()).filter((each) => each.cmd === "publish");

const OFFERED = [
  ["classic", { maximumQoS: 1, retainAvailable: false }],
  ["full", { retainAvailable: true }],
] as const;

describe("each profile", () => {
  test.each(OFFERED)("[MQTT-3.2.2-9] CONNACK says what is offered: %s", async (profile, offered) => {
    const { join } = await scene(5, profile);
    const { connack } = await join({ properties: { sessionExpiryInterval: 0xffffffff }, keepalive: 120 });
    expect("maximumQoS" in (connack.properties ?? {})).toBe("maximumQoS" in offered);
    expect(connack.properties).toMatchObject({
      ...offered,
      wildcardSubscriptionAvailable: true,
      subscriptionIdentifiersAvailable: true,
      sharedSubscriptionAvailable: true,
      maximumPacketSize: 1_048_576,
      receiveMaximum: 32,
      topicAliasMaximum: 16,
      sessionExpiryInterval: 86_400,
      serverKeepAlive: 60,
    });
  });

  test("where the service offers less, full means that", async () => {
    useLimits({ MQTT_MAX_QOS: 1, MQTT_RETAIN: false });
    const { connack } = await (await scene(5, "full")).join();
    expect(connack.properties).toMatchObject({ maximumQoS: 1, retainAvailable: false });
    useLimits({ MQTT_MAX_QOS: 0 });
    const lower = await (await scene(5, "classic")).join();
    expect(lower.connack.properties).toMatchObject({ maximumQoS: 0, retainAvailable: false });
  });

  test("classic: a SUBSCRIBE at QoS 2 is granted 1; PUBLISH at QoS 2 and retained are refused", async () => {
    for (const version of [4, 5] as const) {
      const { join, t } = await scene(version, "classic");
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

describe("a change of the profile", () => {
  test("drops nobody, and holds for those who connect from then on, also over a nap", async () => {
    const { account, join, t } = await scene(5);
    const before = await join();
    await account.change(() => {
      account.profile = "classic";
    });
    await nap(account);
    before.publish(t("a"), "kept", { retain: true, qos: 2, messageId: 1 });
    expect((await before.next("pubrec")).reasonCode ?? 0).toBe(0);
    const after = await join();
    expect(after.connack.properties).toMatchObject({ maximumQoS: 1, retainAvailable: false });
    after.publish(t("a"), "x", { qos: 2, messageId: 1 });
    await after.end();
    expect(after.received).toMatchObject([{ cmd: "disconnect", reasonCode: 0x9b }]);
    expect(before.closed).toBeNull();
  });

  test("leaves what is retained where it is: classic shows none of it, full all of it again", async () => {
    const { account, join, t } = await scene(5);
    const writer = await join();
    writer.publish(t("a"), "kept", { retain: true });
    await writer.all();
    const reading = async () => {
      const reader = await join();
      await reader.subscribe(t("#"));
      return reader.messages();
    };
    for (const [profile, seen] of [
      ["classic", []],
      ["full", ["kept"]],
    ] as const) {
      await account.change(() => {
        account.profile = profile;
      });
      expect(await reading()).toEqual(seen);
    }
  });

  test("is heard by the first CONNECT, whose will was looked at before anybody knew whose it is", async () => {
    for (const [will, code] of [
      [{ qos: 2 }, 0x9b],
      [{ retain: true }, 0x9a],
    ] as const) {
      const { join, t } = await scene(5, "classic");
      const { connack } = await join({ will: { topic: t("w"), payload: Buffer.from("x"), qos: 0, ...will } });
      expect(connack.reasonCode).toBe(code);
    }
  });
});

describe.each([4, 5] as const)("retained messages in the full profile, level %i", (version) => {
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
    // [MQTT-3.3.1-9] to those who are there already
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
