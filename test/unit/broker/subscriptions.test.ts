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

describe("subscriptions", () => {
  test.each([4, 5] as const)(
    "[MQTT-3.3.5-1] overlapping ones bring a message once, at the highest QoS, level %i",
    async (version) => {
      const { account, join, t } = await scene(version);
      const reader = await join();
      await reader.subscribe(t("#"), 0, {}, version === 5 ? 1 : undefined);
      await reader.subscribe(t("a/+"), 1, {}, version === 5 ? 2 : undefined);
      await nap(account);
      const writer = await join();
      writer.publish(t("a/b"), "x", { qos: 1, messageId: 1 });
      await writer.next("puback");
      const packets = await publishes(reader);
      expect(packets.map((each) => each.qos)).toEqual([1]);
      if (version === 5)
        expect([packets[0]?.properties?.subscriptionIdentifier].flat().sort()).toEqual([1, 2]);
    },
  );

  test("[MQTT-3.8.4-3] the same filter again replaces the subscription", async () => {
    const { join, t } = await scene();
    const reader = await join();
    await reader.subscribe(t("a"), 1, {}, 5);
    await reader.subscribe(t("a"), 0);
    const writer = await join();
    writer.publish(t("a"), "x", { qos: 1, messageId: 1 });
    await writer.all();
    const [message, ...more] = await publishes(reader);
    expect([message?.qos, message?.properties?.subscriptionIdentifier, more.length]).toEqual([
      0,
      undefined,
      0,
    ]);
  });

  test("[MQTT-3.8.3-3] No Local: one's own message does not come back, also beside another filter", async () => {
    const { join, t } = await scene();
    const client = await join();
    await client.subscribe(t("a"), 1, { nl: true }, 1);
    client.publish(t("a"), "own");
    expect(await client.messages()).toEqual([]);
    await client.subscribe(t("#"), 0, {}, 2);
    client.publish(t("a"), "own");
    const [message, ...more] = await publishes(client);
    expect([String(message?.payload), message?.properties?.subscriptionIdentifier, more.length]).toEqual([
      "own",
      2,
      0,
    ]);
  });

  test("[MQTT-3.8.3-4] No Local on a shared subscription breaks the protocol", async () => {
    const { join, t } = await scene();
    const client = await join();
    client.send({
      cmd: "subscribe",
      messageId: 1,
      subscriptions: [{ topic: `$share/g/${t("a")}`, qos: 0, nl: true, rap: false, rh: 0 }],
    });
    await client.end();
    expect(client.received).toMatchObject([{ cmd: "disconnect", reasonCode: 0x82 }]);
  });

  test("[MQTT-3.8.4-6] many filters in one SUBSCRIBE get their codes in order [MQTT-3.9.3-1]", async () => {
    const { account, t } = await scene();
    const client = await Client.connect(account, account.credential("a", "b"));
    client.send({
      cmd: "subscribe",
      messageId: 9,
      subscriptions: [t("a"), t("nothing"), t("+"), t("b")].map((topic, at) => ({
        topic,
        qos: (at % 2) as 0 | 1,
      })),
    });
    const suback = await client.next("suback");
    expect([suback.messageId, suback.granted]).toEqual([9, [0, 0x87, 0, 1]]);
    expect(suback.properties?.reasonString).toContain("nothing");
  });

  test("messages carry their properties, user properties in order [MQTT-3.3.2-18]", async () => {
    const { join, t } = await scene();
    const reader = await join();
    await reader.subscribe(t("a"));
    const writer = await join();
    const properties = {
      payloadFormatIndicator: true,
      contentType: "text/plain",
      responseTopic: t("answers"),
      userProperties: { b: ["1", "2"], a: "3" },
    };
    writer.publish(t("a"), "x", { properties: properties as never });
    const message = await reader.next("publish");
    expect(message.properties).toEqual(properties);
  });
});

describe("shared subscriptions", () => {
  test("[MQTT-4.8.2-4] each message goes to one member, fairly; those away are passed over", async () => {
    const { join, t } = await scene();
    const kept = { clean: false, properties: { sessionExpiryInterval: 60 } };
    const members = [await join(kept), await join(kept), await join(kept)];
    for (const member of members) await member.subscribe(`$share/g/${t("a")}`);
    const writer = await join();
    const say = async (count: number): Promise<void> => {
      for (let n = 0; n < count; n++) writer.publish(t("a"), String(n), { qos: 1, messageId: 1 });
      await writer.all();
    };
    await say(9);
    for (const member of members) expect((await member.messages()).length).toBe(3);
    members[0]?.cut();
    await say(8);
    expect((await members[1]?.messages())?.length).toBe(4);
    expect((await members[2]?.messages())?.length).toBe(4);
  });

  test("only a member that may read it gets it [T14]", async () => {
    const { account, t, join } = await scene();
    const able = await Client.connect(account, account.credential("a", "b"));
    const other = await Client.connect(account, account.credential("b"));
    expect(await able.subscribe(`$share/g/${t("+")}`)).toBe(1);
    expect(await other.subscribe(`$share/g/${t("+")}`)).toBe(1);
    const writer = await join();
    for (let n = 0; n < 6; n++) writer.publish(t("a"), String(n));
    await writer.all();
    expect((await able.messages()).length).toBe(6);
    expect(await other.messages()).toEqual([]);
  });
});

describe.each([0, 600])(
  "3,000 subscriptions in packets of 500, of a session kept for %i s",
  (sessionExpiryInterval) => {
    test("are granted, kept over a nap, and each brings its messages", async () => {
      const { account, join, t } = await scene();
      const reader = await join({ clean: false, properties: { sessionExpiryInterval } });
      const filter = (n: number) => t(`home/entity-${n}/state`);
      for (let from = 0; from < 3000; from += 500) {
        const subscriptions = Array.from({ length: 500 }, (_, n) => ({
          topic: filter(from + n),
          qos: 1 as const,
        }));
        reader.send({ cmd: "subscribe", messageId: from + 1, subscriptions });
        expect((await reader.next("suback")).granted).toEqual(Array(500).fill(1));
      }
      await nap(account);
      const writer = await join();
      for (const n of [0, 1499, 2999]) {
        writer.publish(filter(n), String(n), { qos: 1, messageId: 1 });
        await writer.next("puback");
        expect(String((await reader.next("publish")).payload)).toBe(String(n));
      }
      const [client] = await account.stub.clients();
      expect(client?.subscriptions.length).toBe(3000);
    });
  },
);
