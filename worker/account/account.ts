/**
 * Calls of an account's object. Whether the object answers is remembered for the service's health; a lost answer is
 * logged, and becomes the error of the call.
 */

import type { SwitchOutcome } from "../../broker/contract/account.ts";
import { MAX_SWITCH_WAIT } from "../contract/limits.ts";
import type { Env } from "../env.ts";
import { type ApiError, brokerUnavailable, rowsUsedUp, switchUnknown } from "../errors.ts";
import { within } from "../patience.ts";
import { noteAnswer } from "./health.ts";
import { type AccountObject, objectOf } from "./object.ts";
import { logUnanswered } from "./unanswered.ts";

/** The other calls are for this folder alone: changes of rights, the end of an account, health. */
type Account = Omit<
  AccountObject,
  "announceChange" | "applyRights" | "erase" | "fetch" | "probe" | "switchDevice"
>;

/** The name of a lost answer in the log, and its error. */
interface Lost {
  event: string;
  error: () => ApiError;
  /** Milliseconds until the answer counts as lost. */
  patience: number;
}
const PATIENCE = 10_000;
const NOTHING_DONE: Lost = { event: "broker_not_asked", error: brokerUnavailable, patience: PATIENCE };
/** The object waits for the device on purpose. */
const PERHAPS_SWITCHED: Lost = {
  event: "device_not_switched",
  error: switchUnknown,
  patience: PATIENCE + MAX_SWITCH_WAIT * 1000,
};

export function account(env: Env, userId: string): Account {
  return new Proxy(objectOf(env, userId), {
    get:
      (object, name) =>
      (...args: unknown[]) =>
        asked(env, userId, async () => Reflect.apply(Reflect.get(object, name), object, args), NOTHING_DONE),
  });
}

export async function switchDevice(
  env: Env,
  userId: string,
  ...command: Parameters<AccountObject["switchDevice"]>
): Promise<SwitchOutcome> {
  const press = () => objectOf(env, userId).switchDevice(...command);
  const outcome = await asked(env, userId, press, PERHAPS_SWITCHED);
  if ("retryAfter" in outcome) throw rowsUsedUp(outcome.retryAfter);
  return outcome;
}

async function asked<Answer>(
  env: Env,
  userId: string,
  question: () => Promise<Answer>,
  lost: Lost,
): Promise<Answer> {
  try {
    // null may be the answer
    const told = question().then((answer) => ({ answer }));
    const inTime = await within(lost.patience, told);
    if (inTime === null) throw new Error("It took too long.");
    noteAnswer(env, userId, true);
    return inTime.answer;
  } catch (error) {
    noteAnswer(env, userId, false);
    logUnanswered(userId, lost.event, error);
    throw lost.error();
  }
}

/** Passes an upgrade on, and returns the object's response. */
export async function openSocket(env: Env, userId: string, request: Request): Promise<Response> {
  let answered = false;
  try {
    const answer = await objectOf(env, userId).fetch(request);
    answered = answer.status < 500;
    return answer;
  } finally {
    noteAnswer(env, userId, answered);
  }
}
