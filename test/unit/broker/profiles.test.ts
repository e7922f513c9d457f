import { describe, expect, test } from "vitest";
import { nap, useLimits } from "./support/account.ts";
import { newHome } from "./support/home.ts";
import { prepare } from "./support/prepare.ts";

prepare();

test("the service's profile bounds the account's", async () => {
  useLimits({ MQTT_MAX_QOS: 1, MQTT_RETAIN: false });
  const { account, join } = newHome();
  account.profile = "full";
  const { connack } = await join();
  expect(connack.properties).toMatchObject({ maximumQoS: 1, retainAvailable: false });
  useLimits({ MQTT_MAX_QOS: 0 });
  const lower = newHome();
  lower.account.profile = "classic";
  expect((await lower.join()).connack.properties).toMatchObject({ maximumQoS: 0, retainAvailable: false });
});

describe("a change of the profile", () => {
  test("disconnects no client, and applies to later connections, also over a nap", async () => {
    const { account, join, t } = newHome();
    const before = await join();
    await account.change(() => Object.assign(account, { profile: "classic" }));
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

  test("keeps retained messages: classic sends none of them, full all of them again", async () => {
    const { account, join, reads, t } = newHome();
    const writer = await join();
    writer.publish(t("a"), "kept", { retain: true });
    await writer.all();
    const reading = async () => {
      const reader = await reads("#");
      return reader.messages();
    };
    for (const [profile, seen] of [
      ["classic", []],
      ["full", ["kept"]],
    ] as const) {
      await account.change(() => Object.assign(account, { profile: profile }));
      expect(await reading()).toEqual(seen);
    }
  });
});
