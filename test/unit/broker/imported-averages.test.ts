/** The average of an imported hour is what another service measured: no report of the device, and no state of it now. */

import { describe, expect, test, vi } from "vitest";
import type { Control } from "../../../broker/contract/controls.ts";
import { HomeAssistant } from "../../support/home-assistant.ts";
import { Account, nap } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";
import { at, MINUTE, NOON } from "./support/schedules.ts";
import { SECOND, sender, watchOn } from "./support/watches.ts";

prepare({ EVENT_RATE: 0, MQTT_CONNECT_RATE: 0, MQTT_PUBLISH_RATE: 0 }, NOON);

const HOUR = 60 * MINUTE;
const KEY = "brightness";
const BRIGHTNESS: Control = {
  key: KEY,
  kind: "number",
  min: 0,
  max: 100,
  step: 1,
  name: null,
  unit: null,
};

async function scene() {
  const account = new Account();
  const device = account.device();
  const { deviceId } = device;
  account.homeAssistant = true;
  account.controls.set(deviceId, [BRIGHTNESS]);
  await account.rightsAdded();
  /** Hours before noon. */
  const importHours = (...values: number[]) =>
    account.ask((calls) =>
      calls.series.writeHours({
        source: { device: deviceId },
        key: KEY,
        hours: values.map((value, n) => [NOON - (values.length - n) * HOUR, value] as const),
      }),
    );
  return { account, device, deviceId, importHours };
}

/** A Home Assistant that starts. Returns the function that hears everything, and returns the states of `KEY`. */
async function startedHome(account: Account) {
  const client = await Client.connect(account, account.root());
  let messageId = 0;
  const home = new HomeAssistant({
    subscribe: (topic) =>
      client.send({ cmd: "subscribe", messageId: ++messageId, subscriptions: [{ topic, qos: 1 }] }),
    publish: (topic, payload) => client.publish(topic, payload, { qos: 1, messageId: ++messageId }),
  });
  const hear = async () => {
    for (let news = true; news; ) {
      news = false;
      for (const packet of await client.all()) {
        if (packet.cmd !== "publish") continue;
        if (packet.messageId !== undefined) client.send({ cmd: "puback", messageId: packet.messageId });
        home.hear(packet.topic, String(packet.payload));
        news = true;
      }
    }
    return [...home.entities.values()]
      .filter(({ component }) => JSON.stringify(component).includes("telemetry"))
      .map(({ state, brightness }) => brightness ?? state);
  };
  await hear();
  home.start();
  return hear;
}

test("Home Assistant gets no average as a state when it starts, and the next sample", async () => {
  const { account, device, importHours } = await scene();
  expect(await importHours(80, 82)).toMatchObject({ written: 2 });
  const { send } = await sender(account, device);
  await send(1, { other: 1 });
  const hear = await startedHome(account);
  const states = await hear();
  expect(states.length).toBeGreaterThan(0);
  expect(states).not.toContain("82");
  expect(states).not.toContain("80");
  await send(2, { [KEY]: 41 });
  expect((await hear()).map(String)).toContain("41");
  // a second start within ten seconds is ignored
  vi.setSystemTime(NOON + 20 * SECOND);
  const later = await startedHome(account);
  expect((await later()).map(String)).toContain("41");
});

describe("a watch", () => {
  const order = async (account: Account, deviceId: string, lamp: Client, brightness: number) => {
    const how = { actor: "api", wait: 0, set: { [KEY]: brightness } } as const;
    await account.ask((calls) => calls.devices.switchDevice(deviceId, "on", how));
    lamp.send({ cmd: "puback", messageId: (await lamp.next("publish")).messageId as number });
    await lamp.all();
  };

  test.each(["before", "after"] as const)(
    "for a control that differs compares no average that was imported %s it was made",
    async (when) => {
      const { account, device, deviceId, importHours } = await scene();
      const { client: lamp, send } = await sender(account, device);
      if (when === "before") await importHours(80, 82);
      const { log } = await watchOn(account, deviceId, { differsForMs: 30 * SECOND }, { key: KEY });
      await order(account, deviceId, lamp, 40);
      if (when === "after") await importHours(80, 82);
      await nap(account);
      await at(account, NOON + 100 * SECOND);
      expect(await log()).toEqual([]);
      // a sample is a report
      await send(110, { [KEY]: 20 });
      await at(account, NOON + 140 * SECOND);
      expect(await log()).toEqual([["raised", 140]]);
      // and stays the last one
      await importHours(40, 40);
      await nap(account);
      await at(account, NOON + 200 * SECOND);
      expect(await log()).toHaveLength(1);
    },
  );

  test("for a threshold or a silence takes no average for a sample", async () => {
    const { account, device, deviceId, importHours } = await scene();
    const { send } = await sender(account, device);
    await importHours(80, 82);
    const high = await watchOn(account, deviceId, { above: 50, clear: 50, forMs: 0 }, { key: KEY });
    const silent = await watchOn(account, deviceId, { silentForMs: MINUTE }, { key: KEY });
    vi.setSystemTime(NOON + 30 * SECOND);
    await importHours(81, 83);
    await nap(account);
    await at(account, NOON + 60 * SECOND);
    expect([await high.log(), await silent.log()]).toEqual([[], [["raised", 60]]]);
    await send(70, { [KEY]: 60 });
    expect([await high.log(), (await silent.log()).at(-1)]).toEqual([[["raised", 70]], ["cleared", 70]]);
  });
});
