/** A suspension does not change a device's own settings: auto-off still happens. */

import { expect, test } from "vitest";
import { Account, nap } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";
import { at, MINUTE, NOON, switches } from "./support/schedules.ts";

prepare({ EVENT_RATE: 0, MQTT_CONNECT_RATE: 0 }, NOON);

const suspend = (account: Account, suspended: boolean) =>
  account.change(() => {
    account.suspended = suspended;
  });

test.each([
  ["auto_off", { autoOff: 120, offOnDisconnect: false }, "timer"],
  ["off_on_disconnect", { autoOff: 0, offOnDisconnect: true }, "disconnect"],
] as const)(
  "%s is kept during the suspension, and the device gets it when it returns [F273]",
  async (_, own, actor) => {
    const account = new Account();
    const device = account.device();
    account.switching = [{ deviceId: device.deviceId, commandTtl: 86_400, ...own }];
    await account.change(() => {});
    const pump = await Client.connect(account, device);
    await account.ask((calls) => calls.devices.switchDevice(device.deviceId, "on"));
    const { messageId } = await pump.next("publish");
    pump.send({ cmd: "puback", messageId: messageId as number });
    await suspend(account, true);
    await pump.end();
    await nap(account);
    await at(account, NOON + 3 * MINUTE);
    expect(await switches(account)).toEqual([
      ["turned_on", "api"],
      ["turned_off", actor],
    ]);
    await suspend(account, false);
    const again = await Client.connect(account, device);
    expect(String((await again.next("publish")).payload)).toBe('{"state":"off"}');
  },
);
