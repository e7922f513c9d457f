/** REST calls that the account's object authorises and answers without D1. */

import * as z from "zod";
import type { PlainScope } from "./scopes.ts";

/** The caller's proof: a login session, a token of the account, the ticket of a stream, or that of a notice. */
export const Bearer = z.object({
  kind: z.enum(["session", "token", "ticket", "notice"]),
  /** SHA-256 of the proof, in hex. */
  digest: z.string(),
});
export type Bearer = z.infer<typeof Bearer>;

/**
 * The public id of a login session: a UUID of version 8 (RFC 9562) from its digest, so that every stored session has
 * one. The session cannot be computed from it.
 */
export const sessionIdOf = (digest: string): string =>
  [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`, `8${digest.slice(17, 20)}`]
    .concat(digest.slice(20, 32))
    .join("-");

/** A token whose bearer makes a call. */
export interface TokenDetails {
  name: string;
  /** The worker's text, as its directory gave it. */
  details: string;
}

/** The rights that a call needs in the copy of the rights. */
export interface Needs {
  scopes: readonly PlainScope[];
  /** The row that the call reads; if the object does not have it, the worker answers from D1. */
  row:
    | { kind: "device" | "series" | "notice"; id: string }
    | { kind: "schedule"; id: string; deviceId: string }
    | null;
  /** Its answer lists devices, and a caller with scopes for single devices gets those. */
  isListed: boolean;
  /** A guest may make the call. */
  isForGuests: boolean;
  /** The access token of an app may make the call: it comes from `/mcp`. */
  isForApps: boolean;
  /** Whether the answer includes the worker's texts: of the device in `row`, or of all. */
  details: boolean;
  /** Whether the call counts as a read. */
  isRead: boolean;
}

/** `isKnown`: the bearer is known, but the call is not allowed. `isGuest`: it is a guest, who needs no other answer. */
export type CallerResult<Answer = unknown> =
  | AllowedResult<Answer>
  | { isAllowed: false; isKnown: boolean; isGuest?: boolean; over?: OverLimit };

/** The caller may make the call again after these seconds. */
export interface OverLimit {
  limit: "MQTT_PUBLISH_RATE" | "READ_RATE" | "MAX_ROWS_A_DAY" | "GUEST_ROWS_PERCENT";
  retryAfterSeconds: number;
}

interface AllowedResult<Answer> {
  isAllowed: true;
  answer: Answer;
  /** The token that was used; null for a session. */
  tokenId: string | null;
  /** The token is that of a guest. */
  isGuest: boolean;
  /** Texts of devices, as the worker stored them. */
  details: string[];
}
