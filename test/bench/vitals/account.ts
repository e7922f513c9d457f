/** An account after some months of use. */

import { usedAccount } from "../../e2e/screens.ts";
import type { Account } from "../../support/account.ts";
import type { RunningDevice } from "../../support/device-process.ts";

const DEVICES = 10;
const CHANNELS = 20;
/** Of each device. */
const EVENTS = 20;

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at + 1);

/** Ten devices, twenty channels, and two hundred events. */
export async function livedInAccount(url: string): Promise<{ account: Account; lamp: RunningDevice }> {
  const used = await usedAccount(url);
  const { account } = used;
  const there = await account.call<unknown[]>("GET", "/v0/devices/on-off/");
  for (const at of numbers(2, CHANNELS)) await account.newChannel(`house/room-${at}/light`);
  for (const at of numbers(there.length, DEVICES)) await account.newDevice(`Lamp of room ${at}`);
  const devices = await account.call<Parameters<Account["switchDevice"]>[0][]>("GET", "/v0/devices/on-off/");
  // In turns, so that no device exceeds its rate.
  for (const at of numbers(0, EVENTS))
    for (const device of devices) await account.switchDevice(device, at % 2 === 0 ? "off" : "on");
  return used;
}
