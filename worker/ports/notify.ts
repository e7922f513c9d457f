/**
 * Telling the account's broker, in one place. A change of rights is announced before the commit and applied after it.
 * If the announcement fails nothing was done: 503. If the application is lost, the announced broker reads the rights
 * again by itself within two seconds (and lets nothing pass after a restart until it has), so waiting that long is enough.
 */

import type { SwitchState } from "../../broker/contract/control.ts";
import type { Env } from "../env.ts";
import { brokerUnavailable } from "../errors.ts";

/** Waits between tries of `applyRights`, milliseconds: together longer than the broker's own patience. */
const TRIES = [0, 300, 800, 1_500];

/** Runs a commit that changes what the account's clients may do. */
export async function changingRights<T>(env: Env, userId: string, commit: () => Promise<T>): Promise<T> {
  const broker = env.BROKER.getByName(userId);
  try {
    await broker.announceChange(userId);
  } catch (error) {
    log("rights_not_announced", error);
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
      log("rights_not_applied", error);
    }
  }
}

/** Answers when the message is published and its event and state stand in the database. */
export async function switchDevice(env: Env, userId: string, deviceId: string, on: boolean): Promise<void> {
  const state: SwitchState = on ? "on" : "off";
  try {
    await env.BROKER.getByName(userId).switchDevice(userId, deviceId, state);
  } catch (error) {
    log("device_not_switched", error);
    throw brokerUnavailable();
  }
}

const log = (event: string, error: unknown) =>
  console.error(
    JSON.stringify({ level: "error", event, reason: error instanceof Error ? error.message : "unknown" }),
  );
