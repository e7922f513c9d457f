/**
 * Calls to an account's object. Whether it answers is remembered for the service's health. A lost answer is logged and
 * becomes the error of the call.
 */

import {
  type Arrival,
  EDGE_HEADER,
  type SwitchRefused,
  type SwitchResult,
} from "../../broker/contract/account.ts";
import type { Bearer, CallerResult, Needs } from "../../broker/contract/bearer.ts";
import { MAX_PUBLISH_WAIT, MAX_SWITCH_WAIT } from "../contract/limits.ts";
import type { Env } from "../env.ts";
import { type ApiError, brokerUnavailable, publishUnknown, rowsUsedUp, switchUnknown } from "../errors.ts";
import { within } from "../patience.ts";
import { type AccountObject, type CallsOfCaller, noteAnswer, objectOf } from "./object.ts";
import { logUnanswered } from "./unanswered.ts";

/** The omitted calls belong to this folder: changes of rights, the end of an account, health, and callers. */
type Account = Omit<
  AccountObject,
  "announceChange" | "applyRights" | "as" | "asVerified" | "erase" | "fetch" | "probe"
>;

/** One call of a caller. */
type CallerCall<Answer> = (calls: CallsOfCaller) => Promise<CallerResult<Answer>>;

/** How a lost answer is logged, and the error that it becomes. */
export interface Lost {
  event: string;
  error: () => ApiError;
  /** Milliseconds until the answer counts as lost. */
  patience: number;
}
const PATIENCE = 10_000;
const NOTHING_DONE: Lost = { event: "broker_not_asked", error: brokerUnavailable, patience: PATIENCE };
/** The object waits for the device. */
export const PERHAPS_SWITCHED: Lost = {
  event: "device_not_switched",
  error: switchUnknown,
  patience: PATIENCE + MAX_SWITCH_WAIT * 1000,
};

/** The object waits for acknowledgements. */
export const PERHAPS_PUBLISHED: Lost = {
  event: "message_not_published",
  error: publishUnknown,
  patience: PATIENCE + MAX_PUBLISH_WAIT * 1000,
};

/** The object waits for the target. */
export const PERHAPS_TESTED: Lost = { ...NOTHING_DONE, patience: 3 * PATIENCE };

/** Makes one call of the worker itself. */
export const askAccount = <Answer>(
  env: Env,
  userId: string,
  call: (account: Account) => Promise<Answer>,
): Promise<Answer> => asked(env, userId, () => call(objectOf(env, userId)), NOTHING_DONE);

/** Makes one call for a bearer that the object checks against its copy of the rights, in the same request. */
export const askAsCaller = <Answer>(
  env: Env,
  userId: string,
  { bearer, needs }: { bearer: Bearer; needs: Needs },
  call: CallerCall<Answer>,
  lost = NOTHING_DONE,
): Promise<CallerResult<Answer>> =>
  asked(env, userId, () => callAndRelease(objectOf(env, userId).as(bearer, needs), call), lost);

/** The worker may do everything in an account, as a login session may. */
const WORKER: Bearer = { kind: "session", digest: "" };

/** Makes one call for a bearer that the database knows; without one, for the worker itself. */
export async function askAsVerified<Answer>(
  env: Env,
  userId: string,
  call: CallerCall<Answer>,
  { bearer = WORKER, lost = NOTHING_DONE }: { bearer?: Bearer; lost?: Lost | undefined } = {},
): Promise<Answer> {
  const ask = () => callAndRelease(objectOf(env, userId).asVerified(bearer), call);
  const result = await asked(env, userId, ask, lost);
  if (!result.isAllowed) throw new Error("A verified caller was refused.");
  return result.answer;
}

/** The call leaves together with the request for `calls`. Unless they are released, the object cannot sleep. */
async function callAndRelease<Answer>(
  calls: CallsOfCaller & Disposable,
  call: CallerCall<Answer>,
): Promise<CallerResult<Answer>> {
  using released = calls;
  return await call(released);
}

async function asked<Answer>(
  env: Env,
  userId: string,
  question: () => Promise<Answer>,
  lost: Lost,
): Promise<Answer> {
  try {
    // the answer may be null; the call may throw at once
    const answered = (async () => ({ answer: await question() }))();
    const inTime = await within(lost.patience, answered);
    if (inTime === null) throw new Error("It took too long.");
    noteAnswer(env, userId, true);
    return inTime.answer;
  } catch (error) {
    noteAnswer(env, userId, false);
    logUnanswered(userId, lost.event, error);
    throw lost.error();
  }
}

/** Throws when the broker accepts no command because the account has written all rows of the day. */
export function taken(outcome: SwitchResult | SwitchRefused): SwitchResult {
  if ("retryAfter" in outcome) throw rowsUsedUp(outcome.retryAfter);
  return outcome;
}

/**
 * Opens a socket of the object and returns its response. The object gets the headers that it reads, and none of the
 * client's own: copying them costs memory for as long as the socket is open.
 */
export async function openSocket(
  env: Env,
  userId: string,
  arrival: Arrival,
  headers: Record<string, string>,
): Promise<Response> {
  const edge = encodeURIComponent(JSON.stringify(arrival));
  let answered = false;
  try {
    const answer = await objectOf(env, userId).fetch("https://broker/mqtt", {
      headers: { ...headers, Upgrade: "websocket", [EDGE_HEADER]: edge },
    });
    answered = answer.status < 500;
    return answer;
  } finally {
    noteAnswer(env, userId, answered);
  }
}
