/** A press, from the page or from a program, and what is known of it at the answer; see `AccountBroker.switchDevice`. */

import type { SwitchOutcome } from "../../broker/contract/account.ts";
import type { Env } from "../env.ts";
import { switchNotRecorded } from "../errors.ts";
import { account } from "./account.ts";

export async function switchDevice(
  env: Env,
  userId: string,
  deviceId: string,
  { on, browser, wait = 0 }: { on: boolean; browser: boolean; wait?: number | undefined },
): Promise<SwitchOutcome> {
  const how = { actor: browser ? "browser" : "api", wait } as const;
  const outcome = await account(env, userId).switchDevice(deviceId, on ? "on" : "off", how);
  // an object of the release before does not say it, and throws instead
  if (outcome.recorded === false) throw switchNotRecorded();
  return outcome;
}
