/** A device's auto-off needs no browser and no process: it survives a power cut. */

import { expect, it } from "vitest";
import type { DeviceEvent } from "../../worker/contract/event.ts";
import { newAccount } from "../support/account.ts";
import { ownProduct } from "../support/own-product.ts";
import { until } from "../support/until.ts";

it("auto-off happens after a kill -9 and a restart, without any client", {
  timeout: 120_000,
}, async () => {
  const { start } = await ownProduct();
  const product = await start();
  const account = await newAccount(product.url);
  await account.newKey();
  const device = await account.newDevice("Pump");
  const path = `/v0/devices/on-off/${device.id}/`;
  await account.call("PUT", path, { name: "Pump", auto_off: 5 });
  await account.call("POST", `${path}switch/`, { state: true });
  const killedAt = Date.now();
  await product.kill();

  await start();
  // events are read from the database, so that only its alarm wakes the account's broker
  const events = () => account.call<DeviceEvent[]>("GET", "/v0/events/devices/on-off/");
  const [off, on] = await until(
    "the switch off",
    async () => {
      const list = await events();
      return list.length > 1 && list;
    },
    60_000,
  );
  expect(on).toMatchObject({ event_type: "turned_on", actor: "api" });
  expect(off).toMatchObject({ event_type: "turned_off", actor: "timer" });
  expect(Date.parse(off?.created_at ?? "")).toBeGreaterThan(killedAt);
  expect(await account.device(device.id)).toMatchObject({ state: false });
});
