/** A board that measures, with its own account, and the series that it should have. */

import { runInDurableObject } from "cloudflare:test";
import { vi } from "vitest";
import type { Resolution } from "../../../../broker/contract/resolution.ts";
import { DAY } from "../../../../broker/history/levels.ts";
import type { Hub } from "../../../../broker/hub.ts";
import { Account } from "./account.ts";
import { Client } from "./client.ts";

/** Starts a whole day ahead, so that no alarm rings by itself. */
export const NOON = Math.floor(Date.now() / DAY) * DAY + 1.5 * DAY;

export const ring = (account: Account) =>
  runInDurableObject(account.stub, (object) =>
    object.alarm({ isRetry: false, retryCount: 0, scheduledTime: Date.now() }),
  );
/** Writes the sample buffer. */
export const settle = (account: Account) =>
  runInDurableObject(account.stub, (object) => (object as unknown as { hub: Hub }).hub.settle());

type Device = ReturnType<Account["device"]>;

const telemetry = (account: Account, { deviceId }: Device) => account.topic(`devices/${deviceId}/telemetry`);
export const series = async (
  account: Account,
  device: Device,
  key: string,
  resolution: Resolution = "raw",
) => {
  const query = {
    source: { device: device.deviceId },
    key,
    from: NOON - 7 * DAY,
    to: NOON + 2 * DAY,
    resolution,
  };
  const answer = await account.ask((calls) => calls.series.series({ ...query, field: "avg" }));
  return "fault" in answer ? null : answer;
};
export const valuesOf = async (account: Account, device: Device) =>
  (await account.ask((calls) => calls.series.lastValues({ device: device.deviceId }))).map(
    ({ key, value }) => [key, value],
  );
export const points = async (account: Account, device: Device, key = "t") =>
  (await series(account, device, key))?.points.filter(([, value]) => value !== null) ?? null;

export async function scene(options = {}) {
  const account = new Account();
  const device = account.device();
  const board = await Client.connect(account, device, 5, options);
  const topic = telemetry(account, device);
  const say = async (values: object, later = 0) => {
    vi.setSystemTime(Date.now() + later);
    board.publish(topic, JSON.stringify(values));
    await board.all();
  };
  const sure = async (values: object) => {
    board.publish(topic, JSON.stringify(values), { qos: 1, messageId: 1 });
    await board.next("puback");
  };
  return { account, device, board, topic, say, sure };
}
