/** A call on its way through the API, and how routes are written. */

import type { Bearer, CallerResult, Needs } from "../../broker/contract/bearer.ts";
import type { JsonColumn } from "../../broker/contract/json.ts";
import type { CallsOfCaller, Lost } from "../account/account.ts";
import type { Caller, SessionRef } from "../auth/guard.ts";
import type { API, ApiCall, BodyOf, QueryOf, ResponseOf } from "../contract/api.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import type { Read } from "../db/statement.ts";
import type { Env } from "../env.ts";
import type { ApiError } from "../errors.ts";
import type { Ask } from "../export/ask.ts";
import type { Format } from "./headers.ts";
import type { Body, Checked } from "./input.ts";

/** The use of a token, or of the login session with this digest, in a call. */
export type BearerUse = { userId: string /** Milliseconds since 1970. */; now: number } & (
  | { tokenId: string; address: string }
  | { session: string }
);

/** A request whose path is known. */
export interface IncomingCall {
  request: Request;
  env: Env;
  url: URL;
  /** From the path, unchecked; or undefined. */
  id: string | undefined;
  scheduleId: string | undefined;
  after(work: () => Promise<unknown>): void;
  /** Reports the account that the call is about, for the log. */
  concerns(userId: string): void;
  bearerUsed(use: BearerUse): void;
  /** Makes another call of the same caller. */
  ask: Ask;
  /** Reports an address with too many wrong tokens, and the account that the last one named. */
  tokensGuessed(userId: string): void;
  /** A call that another call makes: its reads are not counted again. */
  isInner?: true;
  /** A call of a tool at `/mcp`, the one place where the access token of an app is valid (RFC 8707). */
  isForAssistant?: true;
  /** The body, when the audit step has read it. */
  body?: Body;
}

type CallerOf<N extends ApiCall> = N extends ApiCall
  ? (typeof API)[N]["access"] extends "user" | "token"
    ? Caller
    : null
  : never;

/** `Row` is what the route reads alongside authentication. */
export interface Call<N extends ApiCall, Row = unknown> {
  env: Env;
  /** The request. Its body is consumed when the call takes JSON. */
  request: Request;
  url: URL;
  /** The time of the whole call. Milliseconds since 1970. */
  now: number;
  browser: boolean;
  /** The client's address, as throttles count it. */
  address(): string;
  /** The `{id}` of the path in lower case; empty without one. */
  id: string;
  /** The `{scheduleId}` of the path, likewise. */
  scheduleId: string;
  body: BodyOf<N>;
  query: QueryOf<N>;
  caller: CallerOf<N>;
  /** The account's object did not know the caller. */
  isUnknown: boolean;
  /** What the route's `input` returned, once it was parsed. */
  input: unknown;
  /** Returns the caller of a public call; null without a valid token. */
  callerIfAny(): Promise<Caller | null>;
  read: readonly Row[];
  headers: Headers;
  /** Reports the account that the call is about, for the logs. */
  concerns(userId: string): void;
  after(work: () => Promise<unknown>): void;
  /** Makes another call of the same caller. */
  ask: Ask;
}

export type AnswerOf<N extends ApiCall> = (typeof API)[N] extends
  | { media: readonly string[] }
  | { also: number }
  ? Response
  : ResponseOf<N> | ((typeof API)[N] extends { mayWait: true } ? Response : never);

/** What a route of the account's object knows of a call, whether the object or the database knows the caller. */
export type OfAccount<N extends ApiCall> = Pick<
  Call<N>,
  "env" | "request" | "url" | "now" | "browser" | "id" | "scheduleId" | "body" | "query" | "headers" | "after"
> & { userId: string; bearer: Bearer };

/** A call to an account's object for a caller that the object may know. */
export interface CallerRequest<N extends ApiCall> {
  call: OfAccount<N> & Pick<Call<N>, "input">;
  endpoint: Endpoint;
  /** Whether the access token of an app may make it. */
  isForApps: boolean;
  /** Whether it counts towards READ_RATE. */
  isRead: boolean;
  /**
   * Called once the object has authenticated the caller, before the response: a call that fails later has used the
   * token, too.
   */
  onAllowed(caller: { tokenId: string | null; isGuest: boolean }): void;
}

export interface Route<N extends ApiCall, Row = unknown> {
  /** Milliseconds that the call may wait on purpose, beside the usual time limit. */
  waits?: number;
  /**
   * A read in the same round trip as authentication. With an id in the path it reads that row: without a row the call
   * ends with 404.
   */
  alongside?(session: SessionRef, call: Pick<Call<N>, "env" | "id" | "scheduleId" | "query">): Read<Row>;
  /** Parses what the schemas cannot. Returns an error instead of throwing it: it is reported after authentication. */
  input?(call: OfAccount<N>): unknown;
  act(call: Call<N, Row>): Promise<AnswerOf<N>>;
  /** The same response without the database, when the object knows the caller. */
  asCaller?(asked: CallerRequest<N>): Promise<CallerResult<AnswerOf<N>>>;
  csv?(answer: ResponseOf<N>): string;
}

export type RowKind = NonNullable<Needs["row"]>["kind"] | "own";

/** What must be there before the call. */
export interface NeedsOf<N extends ApiCall, Row> {
  /** The id of the row in the path. `own`: of a row of the object, which the call itself looks up. */
  row?: RowKind;
  /** Reads that row, or all rows, when the object does not know the caller. */
  find?: (
    db: D1Database,
    session: SessionRef,
    call: Pick<Call<N>, "id" | "scheduleId" | "query">,
  ) => Read<Row>;
  /** The row as the object stores it, if the response needs it. Such a call changes nothing. */
  stored?: Pick<JsonColumn<Row>, "read">;
  /** The object reads the rights before the call, if it does not know the caller. */
  rights?: true;
}

/** A route whose call the account's object answers. */
export interface ObjectRoute<N extends ApiCall, Answer, Row, Input> {
  needs?: NeedsOf<N, Row>;
  /** Parses what the schemas cannot. Its error is reported after authentication. */
  input?(call: OfAccount<N>): Input | ApiError | Promise<Input | ApiError>;
  /** Makes the call. */
  act(calls: CallsOfCaller, call: OfAccount<N> & { input: Input }): Promise<CallerResult<Answer>>;
  show(
    answer: Answer,
    call: OfAccount<N> & { input: Input },
    rows: readonly Row[],
  ): AnswerOf<N> | Promise<AnswerOf<N>>;
  csv?(answer: ResponseOf<N>): string;
  /** Milliseconds that the call may wait on purpose. */
  waits?: number;
  /** How a lost answer is reported, where the call may have had an effect. */
  lost?: Lost;
}

export const route = <N extends ApiCall>(act: Route<N>["act"]): Route<N> => ({ act });

/** A route for the rows that `find` reads, usually the one with the path's `{id}`. */
export const rowRoute = <N extends ApiCall, Row>(
  find: (db: D1Database, session: SessionRef, id: string, scheduleId: string) => Read<Row>,
  act: Route<N, Row>["act"],
): Route<N, Row> => ({
  alongside: (session, { env, id, scheduleId }) => find(env.DB, session, id, scheduleId),
  act,
});

export type Routes = { [N in ApiCall]: Route<N> };

/** A call on its way through the steps of `dispatch.ts`. */
export interface Progress {
  readonly name: ApiCall;
  readonly endpoint: Endpoint;
  readonly route: Route<ApiCall>;
  readonly format: Format;
  readonly incoming: IncomingCall;
  /** Whether it counts as a read: a call that another call makes does not. */
  readonly isRead: boolean;
  readonly call: Call<ApiCall>;
  /** An error is reported after authentication. */
  readonly query: Checked;
  /** Null: not read, or the call takes none. */
  readonly body: Body | null;
  /** An id of the path is no id, or its row does not exist: reported after authentication. */
  readonly isMissing: boolean;
  /** What the route returned. */
  readonly value: unknown;
  /** The account whose object may answer the call; null where the database must. */
  readonly asking: { userId: string; bearer: Bearer; session: SessionRef } | null;
}
