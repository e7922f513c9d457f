/** Calls over REST that the account's object checks and answers by itself, without its database. */

import type { PlainScope } from "./scopes.ts";

/** What a caller sent to prove who it is: a login session, a token of the account, or the ticket of a stream. */
export interface Bearer {
  kind: "session" | "token" | "ticket";
  /** SHA-256 of it, in hex. */
  digest: string;
}

/** What the copy of the account's rights must hold for a call. */
export interface Needs {
  scopes: readonly PlainScope[];
  /** The row that the call is about; the object has it, or the call is not answered here. */
  row: { kind: "device" | "series"; id: string } | { kind: "schedule"; id: string; deviceId: string } | null;
  /** The answer carries the directory's texts: of the device in `row`, or of all. */
  details: boolean;
}

/** `isKnown`: it is the call that the copy does not allow, not the bearer that it does not know. */
export type Vouching<Answer = unknown> = Vouched<Answer> | { isVouched: false; isKnown: boolean };

interface Vouched<Answer> {
  isVouched: true;
  answer: Answer;
  /** The token that was used; null for a session. */
  tokenId: string | null;
  /** Of devices, as the directory wrote them. */
  details: string[];
}

/** The calls of the object that are made in the name of a bearer. */
export const VOUCHED_CALLS = [
  "clients",
  "connections",
  "deleteMessage",
  "disconnectClient",
  "eventCounts",
  "events",
  "found",
  "lastValues",
  "listMessages",
  "metrics",
  "presence",
  "publishMessage",
  "putTicket",
  "readMessage",
  "refusals",
  "runs",
  "series",
  "sightings",
  "switchDevice",
] as const;
export type VouchedCall = (typeof VOUCHED_CALLS)[number];
