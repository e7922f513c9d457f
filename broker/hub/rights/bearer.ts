/** Checks the caller of a REST call against the copy of the rights. */

import type { Bearer, Needs } from "../../contract/bearer.ts";
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
