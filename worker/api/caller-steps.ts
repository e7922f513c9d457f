/**
 * The steps that find the caller of a call in the database, and what the caller may do: authentication, scopes, a
 * suspension, and the rates and rows of the account.
 */

import { noteAccount } from "../account/account.ts";
import { bearerIn, prove } from "../auth/failed-callers.ts";
import { type Caller, identify, isOfGuest, isOfUser, refuseScope } from "../auth/guard.ts";
import { guestSuspended, suspended, throttled } from "../errors.ts";
import { changeWait, countRead, type RateHolder, rateHolders, refuseOver } from "./account-rates.ts";
import type { Progress } from "./call.ts";
import { callerRef, noteUse } from "./object-steps.ts";

/** Asks the database for the caller, and for the row of the path in the same round trip. */
async function authenticate(progress: Progress): Promise<Progress> {
  const { endpoint, route, incoming, call, query } = progress;
  if (!isOfUser(endpoint)) return progress;
  const session = callerRef(endpoint, incoming, call.now);
  const mayRead = !progress.isMissing && "value" in query;
  const alongside = mayRead ? route.alongside?.(session, call) : undefined;
  const { caller, read } = await identify(call.env.DB, session, alongside);
  prove(bearerIn(call.request), isOfGuest(caller));
  noteAccount(caller.user.id);
  call.concerns(caller.user.id);
  const hasNoRow = incoming.id !== undefined && alongside !== undefined && read.length === 0;
  return { ...progress, call: { ...call, caller, read }, isMissing: progress.isMissing || hasNoRow };
}

function requireScope(progress: Progress): Progress {
  const { endpoint, call, incoming } = progress;
  if (call.caller !== null)
    refuseScope(endpoint, call.caller, { id: call.id, isForAssistant: incoming.isForAssistant });
  return progress;
}

/** Before any error of the call: a suspended account does nothing. Its guests read nothing, and not the reason. */
function refuseSuspended(progress: Progress): Progress {
  const { caller } = progress.call;
  if (caller === null || caller.user.suspended_at === null) return progress;
  if (isOfGuest(caller)) throw guestSuspended();
  if (progress.endpoint.whileSuspended) return progress;
  throw suspended(caller.user.suspended_reason ?? "");
}

function noteBearer(progress: Progress): Progress {
  const { caller, now } = progress.call;
  if (caller === null) return progress;
  const { session, token, user } = caller;
  noteUse({ session, tokenId: token?.id ?? null, userId: user.id, now }, progress.incoming);
  return progress;
}

export const holdersOf = (caller: Caller): RateHolder[] =>
  rateHolders(caller.user.id, {
    isGuest: isOfGuest(caller),
    bearer: { digest: caller.session.tokenHash },
  });

/** Counted before the body is read: a refusal costs next to nothing. */
function countChange(progress: Progress): Progress {
  const { env, caller, now } = progress.call;
  if (caller === null) return progress;
  const wait = changeWait(progress.endpoint, env, holdersOf(caller), now);
  if (wait !== null) throw throttled(wait);
  return progress;
}

function countOneRead(progress: Progress): Progress {
  const { env, caller, now } = progress.call;
  if (caller !== null && progress.isRead) countRead(env, holdersOf(caller), now);
  return progress;
}

async function refuseWithoutRows(progress: Progress): Promise<Progress> {
  const { env, caller } = progress.call;
  if (caller !== null) await refuseOver(progress.name, progress.endpoint, env, caller.user.id);
  return progress;
}

/** Errors have the order of the steps: 401, 403, 429, 503. */
export const CALLER_STEPS = [
  authenticate,
  requireScope,
  refuseSuspended,
  noteBearer,
  countChange,
  countOneRead,
  refuseWithoutRows,
];
