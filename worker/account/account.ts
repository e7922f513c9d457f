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
import type { Bearer, CallerCall, CallerResult, Needs } from "../../broker/contract/bearer.ts";
import { MAX_PUBLISH_WAIT, MAX_SWITCH_WAIT } from "../contract/limits.ts";
import type { Env } from "../env.ts";
import { type ApiError, brokerUnavailable, publishUnknown, rowsUsedUp, switchUnknown } from "../errors.ts";
import { within } from "../patience.ts";
import { type AccountObject, noteAnswer, objectOf } from "./object.ts";
import { logUnanswered } from "./unanswered.ts";

/** The omitted calls belong to this folder: changes of rights, the end of an account, health. */
type Account = Omit<AccountObject, "announceChange" | "applyRights" | "callAs" | "erase" | "fetch" | "probe">;
/** The calls that a route may make in its object for a caller. */
export type Asked = Pick<AccountObject, CallerCall>;

/** How a lost answer is logged, and the error that it becomes. */
interface Lost {
  event: string;
  error: () => ApiError;
  /** Milliseconds until the answer counts as lost. */
  patience: number;
}
const PATIENCE = 10_000;
const NOTHING_DONE: Lost = { event: "broker_not_asked", error: brokerUnavailable, patience: PATIENCE };
/** The object waits for the device. */
const PERHAPS_SWITCHED: Lost = {
  event: "device_not_switched",
  error: switchUnknown,
  patience: PATIENCE + MAX_SWITCH_WAIT * 1000,
};

/** The object waits for acknowledgements. */
const PERHAPS_PUBLISHED: Lost = {
  event: "message_not_published",
  error: publishUnknown,
  patience: PATIENCE + MAX_PUBLISH_WAIT * 1000,
};

/** The object waits for the target. */
const PERHAPS_TESTED: Lost = { ...NOTHING_DONE, patience: 3 * PATIENCE };

const WAITING: Record<string, Lost> = {
  switchDevice: PERHAPS_SWITCHED,
  publishMessage: PERHAPS_PUBLISHED,
  testTarget: PERHAPS_TESTED,
};
const lostOf = (name: string | symbol): Lost => WAITING[String(name)] ?? NOTHING_DONE;

export function account(env: Env, userId: string): Account {
  return new Proxy(objectOf(env, userId), {
    get:
      (object, name) =>
      (...args: unknown[]) =>
        asked(env, userId, async () => Reflect.apply(Reflect.get(object, name), object, args), lostOf(name)),
  });
}

/** Throws when the broker accepts no command because the account has written all rows of the day. */
export function taken(outcome: SwitchResult | SwitchRefused): SwitchResult {
  if ("retryAfter" in outcome) throw rowsUsedUp(outcome.retryAfter);
  return outcome;
}

/**
 * Makes one call for the bearer in one request: the object checks the bearer against its copy of the rights. A call
 * that may wait for a device has a longer time limit.
 */
export async function askAsCaller<Answer>(
  env: Env,
  userId: string,
  { bearer, needs }: { bearer: Bearer; needs: Needs },
  ask: (object: Asked) => Promise<Answer>,
): Promise<CallerResult<Answer>> {
  let checked: CallerResult = { isAllowed: false, isKnown: false };
  const object = new Proxy<Asked>(objectOf(env, userId), {
    get:
      (_, name) =>
      async (...args: unknown[]) => {
        const call = () => objectOf(env, userId).callAs(bearer, needs, String(name), ...args);
        checked = await asked(env, userId, call, lostOf(name));
        return checked.isAllowed ? checked.answer : null;
      },
  });
  const answer = await ask(object);
  return withAnswer(checked, answer);
}

const withAnswer = <Answer>(checked: CallerResult, answer: Answer): CallerResult<Answer> =>
  checked.isAllowed ? { ...checked, answer } : checked;

async function asked<Answer>(
  env: Env,
  userId: string,
  question: () => Promise<Answer>,
  lost: Lost,
): Promise<Answer> {
  try {
    // the answer may be null
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
