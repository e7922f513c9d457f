/** Refusals by a limit: the account's log names the limit, the attempt and the remedy. */

import { expect, test } from "vitest";
import type { ProfileName } from "../../../broker/contract/grants.ts";
import type { BrokerLimits } from "../../../broker/contract/limits.ts";
import { useLimits } from "./support/account.ts";
import { type Client, eventually } from "./support/client.ts";
import { newHome } from "./support/home.ts";
import { prepare } from "./support/prepare.ts";

prepare();

interface Mistake {
  limits?: Partial<BrokerLimits>;
  profile?: ProfileName;
  make: (client: Client, topic: string) => void;
  words: RegExp;
  remedy: object;
}

const large = "x".repeat(2000);

const MISTAKES: Record<string, Mistake> = {
  "a message that is too large": {
    limits: { MQTT_MAX_PACKET_SIZE: 1000 },
    make: (client, topic) => client.publish(topic, large),
    words: /1000 are allowed \(MQTT_MAX_PACKET_SIZE\): send less at once/,
    remedy: { kind: "limit", limit: "MQTT_MAX_PACKET_SIZE" },
  },
  "QoS 2 in the classic profile": {
    profile: "classic",
    make: (client, topic) => client.publish(topic, "x", { qos: 2, messageId: 1 }),
    words: /QoS 2 is not offered in the classic profile: publish at QoS 1, or change .* to full/,
    remedy: { kind: "profile" },
  },
  "QoS 2 where the service has less": {
    limits: { MQTT_MAX_QOS: 1 },
    make: (client, topic) => client.publish(topic, "x", { qos: 2, messageId: 1 }),
    words: /QoS 2 is not offered here \(MQTT_MAX_QOS\): publish at QoS 1\./,
    remedy: { kind: "limit", limit: "MQTT_MAX_QOS" },
  },
  "one subscription too many": {
    limits: { MQTT_MAX_SUBSCRIPTIONS: 1 },
    make: (client, topic) => {
      for (const [at, filter] of [`${topic}/first`, topic].entries()) {
        const subscriptions = [{ topic: filter, qos: 0 as const }];
        client.send({ cmd: "subscribe", messageId: at + 1, subscriptions });
      }
    },
    words: /at most 1 subscriptions \(MQTT_MAX_SUBSCRIPTIONS\): one filter with a wildcard/,
    remedy: { kind: "limit", limit: "MQTT_MAX_SUBSCRIPTIONS" },
  },
  "one retained message too many": {
    limits: { MQTT_MAX_RETAINED: 1 },
    make: (client, topic) => {
      client.publish(`${topic}/first`, "x", { retain: true });
      client.publish(topic, "x", { retain: true });
    },
    words: /\(MQTT_MAX_RETAINED\).*Clear one/,
    remedy: { kind: "limit", limit: "MQTT_MAX_RETAINED" },
  },
  "a topic that is too long": {
    limits: { MQTT_MAX_TOPIC_BYTES: 36 },
    make: (client, topic) => client.publish(topic, "x"),
    words: /at most 36 bytes \(MQTT_MAX_TOPIC_BYTES\): choose a shorter one/,
    remedy: { kind: "limit", limit: "MQTT_MAX_TOPIC_BYTES" },
  },
  "a topic with too many levels": {
    limits: { MQTT_MAX_TOPIC_LEVELS: 2 },
    make: (client, topic) => client.publish(topic, "x"),
    words: /at most 2 levels \(MQTT_MAX_TOPIC_LEVELS\): leave some out/,
    remedy: { kind: "limit", limit: "MQTT_MAX_TOPIC_LEVELS" },
  },
};

test.each(Object.entries(MISTAKES))("%s, in both versions [T160]", async (_, mistake) => {
  useLimits(mistake.limits ?? {});
  for (const version of [4, 5] as const) {
    const { account, join } = newHome(version);
    account.profile = mistake.profile;
    const client = await join();
    mistake.make(client, account.topic("a/b"));
    const [row] = await eventually(
      () => account.ask((calls) => calls.account.refusals()),
      (rows) => rows.length > 0,
    );
    expect(row).toMatchObject({ kind: "limit", tried: account.topic("a/b"), remedy: mistake.remedy });
    expect(row?.rule).toMatch(mistake.words);
  }
});

test("a retained message in the classic profile is logged in MQTT 5; 3.1.1 has no refusal", async () => {
  const { account, join } = newHome();
  account.profile = "classic";
  const client = await join();
  client.publish(account.topic("a"), "x", { retain: true });
  expect((await client.next("disconnect")).properties?.reasonString).toMatch(/without the retain flag, or/);
  const [row] = await account.ask((calls) => calls.account.refusals());
  expect(row).toMatchObject({ kind: "limit", tried: account.topic("a"), remedy: { kind: "profile" } });
});

test.each([4, 5] as const)(
  "bytes above MQTT_PUBLISH_BYTES are refused, then end the connection, level %i [T160]",
  async (version) => {
    useLimits({ MQTT_PUBLISH_BYTES: 1000 });
    const { account, join } = newHome(version);
    const client = await join();
    const say = () => client.publish(account.topic("a"), large, { qos: 1, messageId: 1 });
    for (let n = 0; n < 3; n++) {
      say();
      expect((await client.next("puback")).reasonCode ?? 0).toBe(0);
    }
    say();
    if (version === 5) {
      const { reasonCode, properties } = await client.next("puback");
      expect([reasonCode, properties?.reasonString]).toEqual([
        0x97,
        expect.stringContaining("MQTT_PUBLISH_BYTES"),
      ]);
      say();
    }
    await client.end();
    const rows = await account.ask((calls) => calls.account.refusals());
    expect(rows.at(-1)).toMatchObject({ remedy: { kind: "limit", limit: "MQTT_PUBLISH_BYTES" } });
    const other = await join();
    expect(await other.publishQos1(account.topic("a"), large)).toBe(0);
  },
);
