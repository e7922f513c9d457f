/** Checks the caller of a REST call against the copy of the rights. */

import {
  type Bearer,
  type CallerCall,
  type Needs,
  type OverLimit,
  ROW_CALLS,
} from "../../contract/bearer.ts";
import type { BrokerLimits } from "../../contract/limits.ts";
import type { ReadRate } from "../../contract/read-rate.ts";
import { hasScope } from "../../contract/scopes.ts";
import type { TokenLogin } from "../../ports.ts";
import type { BrokerStore } from "../../storage/store.ts";
import type { RightsChanges } from "./rights-changes.ts";

/** A session may do everything in its account; a token what its scopes allow. */
export type VerifiedCaller = { kind: "session" } | TokenLogin;

interface Copy {
  store: Pick<BrokerStore, "meta" | "rightsCopy" | "schedules">;
  changes: Pick<RightsChanges, "held">;
}

/** Returns null when the copy does not know the bearer, or may be old: then the database decides. */
export function callerOf(
  { kind, digest }: Bearer,
  { store, changes }: Copy,
  now: number,
): VerifiedCaller | null {
  const { meta, rightsCopy } = store;
  if (changes.held || meta.get("rightsVersion") < 0 || meta.get("suspended") === 1) return null;
  if (kind === "ticket") return null;
  if (kind === "session") {
    const until = rightsCopy.sessionEnd(digest);
    return until !== null && until > now ? { kind } : null;
  }
  const token = rightsCopy.login("token", digest);
  return token?.kind === "token" && (token.until === null || token.until > now) ? token : null;
}

/** Checks the scopes, and that the row exists. */
export function allows(caller: VerifiedCaller, { scopes, row }: Needs, { store }: Copy): boolean {
  if (!hasRow(row, store)) return false;
  const deviceId = row?.kind === "device" ? row.id : "";
  return caller.kind === "session" || scopes.every((scope) => hasScope(caller.scopes, scope, deviceId));
}

interface Counters {
  store: Pick<BrokerStore, "rows">;
  limits: Pick<BrokerLimits, "READ_RATE">;
  reads: ReadRate;
}

export const rowsRetryAfter = ({ store: { rows } }: Pick<Counters, "store">, now: number): number =>
  rows.isOver(now) ? rows.secondsLeft(now) : 0;

/** Counts a read of a known caller. Null when the call may proceed. */
export function overLimit(
  call: CallerCall,
  { isRead }: Pick<Needs, "isRead">,
  counters: Counters,
  now: number,
): OverLimit | null {
  const wait = isRead ? counters.reads.take(counters.limits.READ_RATE, now) : 0;
  if (wait > 0) return { limit: "READ_RATE", retryAfterSeconds: wait };
  const seconds = ROW_CALLS.includes(call) ? rowsRetryAfter(counters, now) : 0;
  return seconds > 0 ? { limit: "MAX_ROWS_A_DAY", retryAfterSeconds: seconds } : null;
}

function hasRow(row: Needs["row"], { rightsCopy, schedules }: Copy["store"]): boolean {
  switch (row?.kind) {
    case undefined:
      return true;
    case "device":
      return rightsCopy.hasDevice(row.id);
    case "series":
      return rightsCopy.channelSeries(row.id) !== undefined;
    case "schedule":
      return schedules.deviceOf(row.id) === row.deviceId;
  }
}
