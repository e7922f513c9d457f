/** What a call of the API is: one row of the table of its noun. `api.ts` joins the tables. */

import type * as z from "zod";
import type { PlainScope } from "../../broker/contract/scopes.ts";

export type ThrottleName =
  | "login"
  | "passkey-challenge"
  | "passkey-login"
  | "create-passkey"
  | "register"
  | "forgot-password"
  | "validate-reset-token"
  | "reset-password"
  | "verify-email"
  | "undo-email"
  | "update-user"
  | "delete-user"
  | "change-password"
  | "export"
  | "import"
  | "verification"
  | "waitlist"
  | "device-link"
  | "authorize";

export interface Endpoint {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /**
   * With the trailing slash, unless it ends like a file; without it is the same call. `{id}` and `{scheduleId}` are
   * UUIDs; `{topic}` is the rest of the path, as parsed by `topicOfPath` of `messages.ts`.
   */
  path: string;
  /**
   * `user`: only a login session, for calls that return a secret or concern the account itself. `token`: a session, or a
   * token with all `scopes`.
   */
  access: "public" | "user" | "token" | "operator";
  scopes?: readonly PlainScope[];
  /** The scope that a token needs, too, for each device that is switched later because of the call. Checked by its work. */
  switchesLater?: "devices:switch";
  /** Its answer lists devices: a token with the scopes of single devices gets those. */
  isListed?: true;
  /** Also with the token of a guest, where it has the scopes. */
  isForGuests?: true;
  /** The message scope that a token needs; the account's object compares its filters with the topic. */
  messages?: "messages:read" | "messages:publish";
  summary: string;
  query?: z.ZodType;
  request?: z.ZodType;
  status: 200 | 201 | 202 | 204;
  /** Another success status. Its route returns the whole `Response`. */
  also?: 200 | 304;
  /** 202 with `WaitingOrder` where the device asks its owner about the caller. Its route returns the whole `Response`. */
  mayWait?: true;
  /** Null for a response without a body. */
  response: z.ZodType | null;
  /** Also as CSV (RFC 4180), for `Accept: text/csv`. */
  csv?: true;
  /** The types of a response that is not JSON. Its route returns the whole `Response`, and reads `Accept`. */
  media?: readonly string[];
  /** The type of a body that the route reads as bytes, with its own bound. */
  takesBytes?: "*/*" | "text/csv" | "application/json";
  /** The broker limits its rate, as for an MQTT client; it is no change of set-up. */
  isMessage?: true;
  throttle?: ThrottleName;
  /** Also with a ticket in the query instead of `Authorization`. */
  ticket?: true;
  /** Allowed while the account is suspended: to read the reason, export, and leave. */
  whileSuspended?: boolean;
  /** Errors beside those that its access, body and throttle imply. */
  problems?: readonly (400 | 403 | 404 | 409 | 410 | 413 | 429 | 503 | 504)[];
}

/** Errors of calls that the account's object answers or must be told of. */
export const OBJECT_PROBLEMS = [404, 503] as const;

/**
 * A row as it is written. Defaults: status 200, or 204 without a response; the problems `OBJECT_PROBLEMS` when the path
 * has an id.
 */
type Row = Omit<Endpoint, "status" | "response"> & { status?: 201 | 202; response?: z.ZodType };
type Completed<R> = R &
  Pick<Endpoint, "status"> &
  (R extends { response: z.ZodType } ? unknown : { response: null });

/** Adds the defaults. */
export function endpoints<const Rows extends Record<string, Row>>(
  rows: Rows,
): { [N in keyof Rows]: Completed<Rows[N]> } {
  const completed = Object.entries<Row>(rows).map(([name, row]) => {
    const defaults = {
      status: row.response === undefined && row.media === undefined ? 204 : 200,
      response: null,
      problems: row.path.includes("{id}") ? OBJECT_PROBLEMS : [],
    };
    return [name, { ...defaults, ...row }];
  });
  return Object.fromEntries(completed) as { [N in keyof Rows]: Completed<Rows[N]> };
}
