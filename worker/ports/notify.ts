/**
 * Telling the account's broker, in one place. A change of rights is announced before the commit and applied after it.
 * If the announcement fails nothing was done: 503. If the application is lost, the announced broker reads the rights
 * again by itself within two seconds (and lets nothing pass after a restart until it has), so waiting that long is enough.
 */

import type { AccountBroker, SwitchOutcome } from "../../broker/contract/account.ts";
import type { SwitchState } from "../../broker/contract/control.ts";
import type { Actor } from "../../broker/contract/device-events.ts";
import { logLine } from "../../broker/contract/hidden.ts";
import type { Env } from "../env.ts";
import { brokerUnavailable, switchNotRecorded, switchUnknown } from "../errors.ts";
import { accountName } from "../secrets/account-name.ts";
import { noteBroker } from "./broker-health.ts";

/** Waits between tries of `applyRights`, milliseconds: together longer than the broker's own patience. */
const TRIES = [0, 300, 800, 1_500];

/** Runs a commit that changes what the account's clients may do. */
export async function changingRights<T>(env: Env, userId: string, commit: () => Promise<T>): Promise<T> {
  const broker = env.BROKER.getByName(userId);
  try {
    await broker.announceChange(userId);
    noteBroker(env, userId, true);
  } catch (error) {
    noteBroker(env, userId, false);
    log(env, userId, "rights_not_announced", error);
    throw brokerUnavailable();
  }
  try {
    return await commit();
  } finally {
    await apply(env, userId);
  }
}

async function apply(env: Env, userId: string): Promise<void> {
  for (const wait of TRIES) {
    await scheduler.wait(wait);
    try {
      // A fresh stub: one whose object was reset stays broken.
      return await env.BROKER.getByName(userId).applyRights(userId);
    } catch (error) {
      log(env, userId, "rights_not_applied", error);
    }
  }
}

/** Answers when the message is published and its event and state stand in the database; see `AccountBroker`. */
export async function switchDevice(
  env: Env,
  userId: string,
  deviceId: string,
  { on, browser, wait = 0 }: { on: boolean; browser: boolean; wait?: number | undefined },
): Promise<SwitchOutcome> {
  const state: SwitchState = on ? "on" : "off";
  const actor: Actor = browser ? "browser" : "api";
  let outcome: SwitchOutcome;
  try {
    outcome = await env.BROKER.getByName(userId).switchDevice(userId, deviceId, state, { actor, wait });
  } catch (error) {
    noteBroker(env, userId, false);
    log(env, userId, "device_not_switched", error);
    throw switchUnknown();
  }
  noteBroker(env, userId, true);
  // an object of the release before does not say it, and throws instead
  if (outcome.recorded === false) throw switchNotRecorded();
  return outcome;
}

/** What the account's object knows or does, and the database does not. */
export async function askBroker<T>(
  env: Env,
  userId: string,
  question: (broker: AccountBroker) => Promise<T>,
): Promise<T> {
  try {
    const answer = await question(env.BROKER.getByName(userId) as unknown as AccountBroker);
    noteBroker(env, userId, true);
    return answer;
  } catch (error) {
    noteBroker(env, userId, false);
    log(env, userId, "broker_not_asked", error);
    throw brokerUnavailable();
  }
}

function log(env: Env, userId: string, event: string, error: unknown): void {
  const reason = error instanceof Error ? error.message : "unknown";
  console.error(logLine({ level: "error", event, account: accountName(env, userId), reason }));
}
