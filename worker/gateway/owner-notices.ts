/** Rows for the log of an account about what the gateway refuses before, or cuts beside, the account's object. */

import { claimOf, usernameOf } from "../../broker/contract/client.ts";
import { decodeUtf8 } from "../../broker/contract/utf8.ts";
import { adviceFor, limitNamedIn } from "../../broker/session/advice.ts";
import type { ConnectPacket } from "../../broker/session/packet.ts";
import { because, REASONS, type Reason } from "../../broker/session/reason.ts";
import type { Env } from "../env.ts";
import { findAccount } from "./account-lookup.ts";
import type { CloseReason } from "./byte-stream.ts";
import { attemptOf, recordFailure, secondsToWait } from "./failed-logins.ts";
import type { OwnerNotice } from "./username-lookup.ts";
import { FLOOD, TEXT_FRAME, UNREAD } from "./websocket-stream.ts";

/**
 * Returns the rows for the log of the account that the login names; none when the login is wrong. Each costs a search, so
 * that they are counted as failed logins are, but hold back no right login.
 */
export async function noticesOf(
  env: Env,
  { addressHash, account }: { addressHash: string | null; account: string | null },
  connect: ConnectPacket,
  reason: Reason,
): Promise<OwnerNotice[]> {
  const right = attemptOf(addressHash, connect);
  const attempt = right && { ...right, login: `unacceptable ${right.login}` };
  if (secondsToWait(attempt, Date.now()) > 0) return [];
  const lookup = account === null ? await findAccount(env, connect) : { userId: account };
  await recordFailure(env, attempt);
  if ("refused" in lookup) return [];
  return [noticeOf(lookup.userId, connect, reason, "connect")];
}

function noticeOf(
  userId: string,
  connect: ConnectPacket,
  reason: Reason,
  kind: "connect" | "limit" | "protocol",
): OwnerNotice {
  const { clientId, username } = connect;
  const password = connect.password === null ? null : decodeUtf8(connect.password);
  const clientKind = claimOf({ clientId, username, password })?.kind ?? null;
  const clientName = clientKind === "credential" || clientKind === "device" ? usernameOf(connect) : null;
  const limit = limitNamedIn(reason.words);
  const remedy = limit === null ? null : ({ kind: "limit", limit } as const);
  const note = { clientId, clientKind, clientName, words: reason.words, remedy, kind, ...adviceFor(reason) };
  return { userId, note };
}

/** Why the gateway cuts a client that its object accepted: the object sees a lost connection. */
const CUTS = new Map<CloseReason, { kind: "limit" | "protocol"; reason: Reason }>([
  [FLOOD, { kind: "limit", reason: because(REASONS.messageRateTooHigh, FLOOD.reason) }],
  [TEXT_FRAME, { kind: "protocol", reason: because(REASONS.malformed, TEXT_FRAME.reason) }],
  [UNREAD, { kind: "limit", reason: because(REASONS.messageRateTooHigh, UNREAD.reason) }],
]);

/** Returns the row about a cut; none for another end. */
export function noticesOfCut(userId: string, connect: ConnectPacket, closing: CloseReason): OwnerNotice[] {
  const cut = CUTS.get(closing);
  return cut === undefined ? [] : [noticeOf(userId, connect, cut.reason, cut.kind)];
}
