/** A device that is watched, with a target for its notices. */

import { vi } from "vitest";
import type { Condition } from "../../../../broker/contract/condition.ts";
import type { DeviceWatch, StoredNotice, StoredTarget } from "../../../../broker/contract/watch.ts";
import { Account } from "./account.ts";
import { Client } from "./client.ts";
import { NOON } from "./schedules.ts";

export const SECOND = 1000;
const MAIL: StoredTarget = {
  id: "mail",
  address: { kind: "mail" },
  createdAt: NOON,
  disabled: null,
};

/** Watches a device of the account. `log`: the notices with their seconds since noon. */
export async function watchOn(
  account: Account,
  deviceId: string,
  when: Condition,
  more: Partial<DeviceWatch> = {},
) {
  const watch: DeviceWatch = {
    id: crypto.randomUUID(),
    name: "W",
    deviceId,
    key: null,
    when,
    targets: ["mail"],
    actions: [],
    repeatMs: null,
    enabled: true,
    ...more,
  };
  await account.ask((calls) => calls.watches.putTarget(MAIL, 10));
  await account.ask((calls) => calls.watches.putWatch(watch, 50));
  const notices = async () =>
    ((await account.ask((calls) => calls.watches.notices(watch.id))) ?? []) as StoredNotice[];
  const log = async () =>
    (await notices()).toReversed().map(({ state, at: when }) => [state, (when - NOON) / SECOND]);
  const put = (changes: Partial<DeviceWatch>) =>
    account.ask((calls) => calls.watches.putWatch({ ...watch, ...changes }, null));
  return { watch, notices, log, put };
}

export async function watched(when: Condition, more: Partial<DeviceWatch> = {}) {
  const account = new Account();
  const device = account.device();
  await account.change(() => {});
  return { account, device, ...(await watchOn(account, device.deviceId, when, more)) };
}

/** Connects the device. `send` publishes values at a second since noon. */
export async function sender(account: Account, device: ReturnType<Account["device"]>) {
  const client = await Client.connect(account, device);
  const topic = account.topic(`devices/${device.deviceId}/telemetry`);
  const send = async (second: number, values: object) => {
    vi.setSystemTime(NOON + second * SECOND);
    client.publish(topic, JSON.stringify(values));
    await client.all();
  };
  return { client, send };
}
