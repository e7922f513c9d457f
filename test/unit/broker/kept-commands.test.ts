/** A command is told and never kept: nothing switches because somebody subscribes. */

import { describe, expect, test } from "vitest";
import { useLimits } from "./support/account.ts";
import { home } from "./support/home.ts";
import { prepare } from "./support/prepare.ts";

prepare();

describe.each([4, 5] as const)("a command, level %i", (version) => {
  test("is delivered and never kept, whatever its retain flag says: not of a client, not of a will", async () => {
    useLimits({ MQTT_MAX_RETAINED: 1 });
    const { account, join, t } = home(version);
    const lamp = account.device();
    await account.told();
    const topic = account.control(lamp.deviceId);
    const reader = await join();
    await reader.subscribe(t("devices/+/control"), 1, { rap: true });
    const writer = await join();
    writer.publish(t("full"), "x", { retain: true });
    writer.publish(topic, '{"state":"on"}', { retain: true, qos: 1, messageId: 1 });
    expect((await writer.next("puback")).reasonCode ?? 0).toBe(0);
    const payload = Buffer.from('{"state":"off"}');
    (await join({ will: { topic, payload, qos: 0, retain: true } })).cut();
    for (const state of ["on", "off"]) {
      const { payload: said, retain } = await reader.next("publish");
      expect([String(said), retain]).toEqual([`{"state":"${state}"}`, false]);
    }
    const late = await join();
    await late.subscribe(t("#"));
    const found = (await late.all()).flatMap((each) => (each.cmd === "publish" ? [each.topic] : []));
    // the one place for a retained message is taken by the first, so the lamp's status is told and not kept
    expect(found).toEqual([t("full")]);
  });
});
