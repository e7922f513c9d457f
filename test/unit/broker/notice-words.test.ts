/** A notice of a value names it as its owner does, with the unit: in e-mails, push messages, webhooks and the page's bell. */

import { describe, expect, test } from "vitest";
import type { Condition } from "../../../broker/contract/condition.ts";
import type { Control } from "../../../broker/contract/controls.ts";
import { noticeText, noticeValue } from "../../../worker/present/notice.ts";
import { Account } from "./support/account.ts";
import { prepare } from "./support/prepare.ts";
import { at, NOON } from "./support/schedules.ts";
import { SECOND, sender, watchOn } from "./support/watches.ts";

prepare({ EVENT_RATE: 0, MQTT_CONNECT_RATE: 0, MQTT_PUBLISH_RATE: 0 }, NOON);

const KEY = "tank.t";
const ABOVE = { above: 60, clear: 55, forMs: 0 } satisfies Condition;
const control = (name: string | null, unit: string | null): Control => ({
  key: "speed",
  kind: "number",
  min: 0,
  max: 100,
  step: 1,
  name,
  unit,
});

async function scene(when: Condition, key: string) {
  const account = new Account();
  const device = account.device();
  account.names.set(device.deviceId, "Boiler");
  const change = () => account.change(() => {});
  return {
    account,
    id: device.deviceId,
    change,
    watch: () => watchOn(account, device.deviceId, when, { key }),
    ...(await sender(account, device)),
  };
}

/** From the oldest to the newest. */
const texts = async ({ notices }: Awaited<ReturnType<typeof watchOn>>) =>
  (await notices()).toReversed().map(noticeText);

describe("a notice of a value", () => {
  test("has the owner's name and unit of the time when it was written", async () => {
    const { account, id, change, watch, send } = await scene(ABOVE, KEY);
    account.labels.set(id, { [KEY]: { name: "Water", unit: "°C" } });
    await change();
    const observed = await watch();
    await send(1, { tank: { t: 61 } });
    account.labels.set(id, { [KEY]: { name: "Water, top", unit: "K" } });
    await change();
    await send(2, { tank: { t: 50 } });
    expect(await texts(observed)).toEqual([
      "Boiler: Water is above 60 °C.",
      "Boiler: Water, top is no longer above 60 K.",
    ]);
  });

  test("has the value that it is about, in a line of its own, also where its time ends without a sample", async () => {
    const { account, id, change, send } = await scene(ABOVE, KEY);
    account.labels.set(id, { [KEY]: { name: "Water", unit: "°C" } });
    await change();
    const late = await watchOn(account, id, { ...ABOVE, forMs: 30 * SECOND }, { key: KEY });
    await send(1, { tank: { t: 61.25 } });
    await send(2, { tank: { t: 62 } });
    await at(account, NOON + 32 * SECOND);
    await send(33, { tank: { t: 50 } });
    expect((await late.notices()).toReversed().map(noticeValue)).toEqual(["Water: 62 °C", "Water: 50 °C"]);
  });

  test("has its key without a name, and a name or a unit alone", async () => {
    const { account, id, change, watch, send } = await scene(ABOVE, KEY);
    const observed = await watch();
    for (const [second, label] of [undefined, { unit: "°C" }, { name: "Water" }].entries()) {
      account.labels.set(id, label === undefined ? {} : { [KEY]: { name: null, unit: null, ...label } });
      await change();
      await send(10 * second + 1, { tank: { t: 61 } });
      await send(10 * second + 2, { tank: { t: 50 } });
    }
    expect((await texts(observed)).filter((text) => !text.includes("no longer"))).toEqual([
      "Boiler: tank.t is above 60.",
      "Boiler: tank.t is above 60 °C.",
      "Boiler: Water is above 60.",
    ]);
  });

  test("of a control has the control's name and unit, where the value has none of its own", async () => {
    const { account, id, change, watch, send } = await scene({ below: 10, clear: 10, forMs: 0 }, "speed");
    account.controls.set(id, [control("Fan speed", "%")]);
    await change();
    const observed = await watch();
    await send(1, { speed: 5 });
    await send(2, { speed: 20 });
    account.labels.set(id, { speed: { name: "Ventilation", unit: null } });
    await change();
    await send(13, { speed: 5 });
    expect(await texts(observed)).toEqual([
      "Boiler: Fan speed is below 10 %.",
      "Boiler: Fan speed is no longer below 10 %.",
      "Boiler: Ventilation is below 10 %.",
    ]);
  });

  test("that is silent or differs from the wanted one has the name", async () => {
    const { account, id, change, watch, client, send } = await scene({ differsForMs: 30 * SECOND }, "speed");
    account.controls.set(id, [control("Fan speed", "%")]);
    await change();
    const observed = await watch();
    const silent = await watchOn(account, id, { silentForMs: 60 * SECOND }, { key: "speed" });
    await send(1, { speed: 5 });
    const how = { actor: "api", wait: 0, set: { speed: 20 } } as const;
    await account.ask((calls) => calls.devices.switchDevice(id, "on", how));
    client.send({ cmd: "puback", messageId: (await client.next("publish")).messageId as number });
    await client.all();
    await at(account, NOON + 31 * SECOND);
    await at(account, NOON + 61 * SECOND);
    expect([await texts(observed), await texts(silent)]).toEqual([
      ["Boiler reports another Fan speed than the wanted one."],
      ["Boiler sends no Fan speed."],
    ]);
  });
});
