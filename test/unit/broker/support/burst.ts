/** Commands by the hundred, and their events. Time passes only by the tests' clock. */

import { runDurableObjectAlarm } from "cloudflare:test";
import { vi } from "vitest";
import type { StoredEvent } from "../../../../broker/contract/account.ts";
import { Account } from "./account.ts";
import { Client, eventually } from "./client.ts";

/** Tomorrow, so that alarms ring only when a test rings them. */
export const TOMORROW = Date.now() + 86_400_000;
/** Events of one device that are recorded singly when they come at once. */
export const BURST = 100;

export const at = (seconds: number) => vi.setSystemTime(TOMORROW + seconds * 1000);
export const ring = (account: Account) => runDurableObjectAlarm(account.stub as never);

export const describeEvents = async (account: Account, deviceId: string): Promise<StoredEvent[]> =>
  (await account.kept()).filter((each) => each.deviceId === deviceId);
export const countOf = (events: readonly StoredEvent[]): number =>
  events.reduce((total, { count }) => total + count, 0);
/** A program, so that only its commands are events, not its connection. */
export const program = (account: Account) =>
  Client.connect(account, { clientId: account.apiKey().clientId() });

/** Sends `count` commands, alternating on and off, ending with `last`. */
export async function burst(
  account: Account,
  deviceId: string,
  by: Client,
  times: number,
  last: "on" | "off",
) {
  const other = last === "on" ? "off" : "on";
  for (let n = times - 1; n >= 0; n--) {
    by.publish(account.control(deviceId), JSON.stringify({ state: n % 2 === 0 ? last : other }));
  }
  await by.all();
}

/** Expects that all are recorded. */
export const expectRecorded = (account: Account, deviceId: string, count: number) =>
  eventually(
    () => describeEvents(account, deviceId),
    (events) => countOf(events) === count,
  );

/** A device above its event rate, with this many summed events. */
export async function exceedAllowance(summed: number, last: "on" | "off" = "on") {
  const account = new Account();
  const { deviceId } = account.device();
  const by = await program(account);
  await burst(account, deviceId, by, BURST + summed, last);
  await expectRecorded(account, deviceId, BURST);
  return { account, deviceId, by };
}
