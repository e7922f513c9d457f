/**
 * The stubs of accounts' objects, which no other file makes, and their calls. Whether an object answers is remembered for
 * the service's health (`health.ts`). A lost answer is logged and becomes the error of the call.
 */

import {
  type Arrival,
  EDGE_HEADER,
  type SwitchRefused,
  type SwitchResult,
} from "../../broker/contract/account.ts";
import type { PlacedOrder } from "../../broker/contract/approval.ts";
import type { Bearer, CallerResult, Needs } from "../../broker/contract/bearer.ts";
import { keepNewest, putNewest } from "../../broker/contract/bounded.ts";
import { logLine } from "../../broker/contract/json.ts";
import { sentence } from "../../broker/contract/mistake.ts";
import type { BrokerObject, CallerCalls } from "../../broker/object.ts";
import { MAX_PUBLISH_WAIT, MAX_SWITCH_WAIT } from "../contract/limits.ts";
import { existingUser } from "../db/account-search.ts";
import { type Env, settings } from "../env.ts";
import {
  type ApiError,
  brokerUnavailable,
  invalidField,
  publishUnknown,
  rowsOfGuestsUsedUp,
  rowsUsedUp,
  switchUnknown,
  tooManyApprovals,
} from "../errors.ts";
import { accountName } from "../keys/digest.ts";
import { within } from "../patience.ts";

export type Objects = Pick<Env, "BROKER">;
/** What a caller may do in its account: the calls of `broker/calls/`. */
export type CallsOfCaller = Pick<CallerCalls, keyof CallerCalls>;
/** Calls that leave before they are awaited: the platform sends a call of a promised object at once. */
type Promised = CallsOfCaller & Disposable;

type ByPlatform = "alarm" | "fetch" | `webSocket${string}`;
export type AccountObject = Omit<BrokerObject<Env>, "as" | "asVerified" | ByPlatform> &
  Pick<Fetcher, "fetch"> & {
    as(bearer: Bearer, needs: Needs): Promised;
    asVerified(bearer: Bearer): Promised;
  };

/** A new stub each time: one whose object was reset stays broken. */
export const objectOf = ({ BROKER }: Objects, userId: string): AccountObject =>
  BROKER.getByName(userId) as unknown as AccountObject;

/** Accounts whose last result is remembered. */
const REMEMBERED = 1000;

interface LastAnswer {
  /** Milliseconds since 1970. */
  at: number;
  answered: boolean;
}

const lastAnswers = new WeakMap<Objects["BROKER"], Map<string, LastAnswer>>();

/** By account: whether its last call was answered. */
export function answersOf({ BROKER }: Objects): Map<string, LastAnswer> {
  const before = lastAnswers.get(BROKER);
  if (before !== undefined) return before;
  const fresh = new Map<string, LastAnswer>();
  lastAnswers.set(BROKER, fresh);
  return fresh;
}

export function noteAnswer(objects: Objects, userId: string, answered: boolean): void {
  const answers = answersOf(objects);
  const before = answers.get(userId);
  if (before === undefined) putNewest(answers, userId, { at: Date.now(), answered }, REMEMBERED);
  else Object.assign(before, { at: Date.now(), answered });
}

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

export function logUnanswered(userId: string, event: string, error: unknown): void {
  const reason = error instanceof Error ? error.message : "unknown";
  console.error(logLine({ level: "error", event, account: accountName(userId), reason }));
}

/** Throws when the account has written all rows of the day, or a value does not fit its control. */
export function switchResultOrThrow<Outcome extends SwitchResult | PlacedOrder>(
  env: Env,
  outcome: Outcome | SwitchRefused,
): Outcome {
  if ("retryAfter" in outcome) {
    throw outcome.isOfGuests ? rowsOfGuestsUsedUp(outcome.retryAfter) : rowsUsedUp(outcome.retryAfter);
  }
  if ("mistake" in outcome) throw invalidField("set", sentence(outcome.mistake));
  if ("tooManyWait" in outcome) throw tooManyApprovals(settings(env).broker.MAX_APPROVALS);
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

// Whether an account exists, before its object is called: a call of a made-up account would wake an object, and on a
// desk leave a file. Each isolate asks the database once about an account. While the database does not answer, the
// object decides, so that devices connect without it.

const MAX_ENTRIES = 10_000;
const REMEMBER_MISSING_MS = 60_000;
/** Longest wait for the database, and how long it is not asked again after a failure. Milliseconds. */
const PATIENCE_MS = 2_000;
const PAUSE_MS = 10_000;

const existing = new Set<string>();
/** Ids without an account, and the time until which this is assumed. */
const missingUntil = new Map<string, number>();
let pausedUntil = 0;

export const isKnownAccount = (userId: string): boolean => existing.has(userId);

export function noteAccount(userId: string): void {
  missingUntil.delete(userId);
  existing.delete(userId);
  existing.add(userId);
  keepNewest(existing, MAX_ENTRIES);
}

/** The account was deleted, or its object does not know it. */
export function noteNoAccount(userId: string): void {
  existing.delete(userId);
  putNewest(missingUntil, userId, Date.now() + REMEMBER_MISSING_MS, MAX_ENTRIES);
}

export async function mayBeAccount(env: Env, userId: string): Promise<boolean> {
  if (existing.has(userId)) return true;
  const now = Date.now();
  if ((missingUntil.get(userId) ?? 0) > now) return false;
  if (now < pausedUntil && now >= pausedUntil - PAUSE_MS) return true;
  const search = existingUser(env.DB, userId).then((owner) => ({ owner }));
  const answer = await within(PATIENCE_MS, search).catch(() => null);
  if (answer === null) pausedUntil = now + PAUSE_MS;
  else if (answer.owner === null) noteNoAccount(userId);
  else noteAccount(userId);
  return answer === null || answer.owner !== null;
}
