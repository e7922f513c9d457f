/** Schedules of an account, as its people set them up. */

import type { Schedule } from "../../../../broker/contract/schedule.ts";
import type { Account } from "./account.ts";

const MINUTELY: Omit<Schedule, "id" | "deviceId" | "since"> = {
  ...{ state: "on", timing: { cron: "* * * * *" }, timeZone: "UTC", place: null },
  ...{ missed: "skip", grace: 600, enabled: true },
};

/** It is there from now on, due every minute where nothing else is said. */
export async function schedule(
  account: Account,
  deviceId: string,
  more: Partial<Schedule> = {},
): Promise<Schedule> {
  const made = { ...MINUTELY, id: crypto.randomUUID(), deviceId, since: Date.now(), ...more };
  await account.change(() => account.schedules.push(made));
  return made;
}
