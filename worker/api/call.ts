/** One call on its way through the API: what a route is given, and how routes are written. */

import type { Bearer, Vouching } from "../../broker/contract/bearer.ts";
import type { PlainScope } from "../../broker/contract/scopes.ts";
import type { Caller, SessionRef } from "../auth/guard.ts";
import type { API, ApiCall, BodyOf, QueryOf, ResponseOf } from "../contract/api.ts";
import type { Read } from "../db/statement.ts";
import type { Env } from "../env.ts";
import type { Body } from "./body.ts";

/** A call that a token was used for. */
export interface TokenUse {
  tokenId: string;
  userId: string;
  address: string;
  /** Milliseconds since 1970. */
  now: number;
}

/** A request whose path is known. */
export interface Incoming {
  request: Request;
  env: Env;
  url: URL;
  /** As they stand in the path, or undefined. */
  id: string | undefined;
  scheduleId: string | undefined;
  after(work: () => Promise<unknown>): void;
  /** Whose account it turned out to be about, for the log. */
  concerns(userId: string): void;
  tokenUsed(use: TokenUse): void;
  /** Too many wrong tokens came from one address, the last of them with this account's id. */
  tokensGuessed(userId: string): void;
  /** Where the audit step has read it already. */
  body?: Body;
}

/** A call of an account's object in the name of a caller that the object knows. */
export interface Vouchable<N extends ApiCall> {
  call: Call<N>;
  userId: string;
  bearer: Bearer;
  scopes: readonly PlainScope[];
  /** Told once the object has vouched, before the answer is made: also a call that then fails has used the token. */
  vouchedFor(tokenId: string | null): void;
}

type CallerOf<N extends ApiCall> = N extends ApiCall
  ? (typeof API)[N]["access"] extends "user" | "token"
    ? Caller
    : null
  : never;

/** `Row` is what the route reads alongside. */
export interface Call<N extends ApiCall, Row = unknown> {
  env: Env;
  /** As it came; its body is read already where the call takes JSON. */
  request: Request;
  url: URL;
  /** Milliseconds since 1970: one moment for the whole call. */
  now: number;
  browser: boolean;
  /** Where it comes from, as it is counted. */
  address: string;
  /** The token of a browser that says it has logged in before. */
  known: string | null;
  /** The `{id}` of the path, lower case; empty where the path has none. */
  id: string;
  /** The same of `{scheduleId}`. */
  scheduleId: string;
  body: BodyOf<N>;
  query: QueryOf<N>;
  caller: CallerOf<N>;
  /** The account's object did not know the caller. */
  isUnknown: boolean;
  /** Who asks, where a public call has a token; null for anybody else, also where the token is stale. */
  whoever(): Promise<Caller | null>;
  read: readonly Row[];
  headers: Headers;
  /** Whose account it turned out to be about, for the logs. */
  concerns(userId: string): void;
  after(work: () => Promise<unknown>): void;
}

export type AnswerOf<N extends ApiCall> = (typeof API)[N] extends
  | { media: readonly string[] }
  | { also: number }
  ? Response
  : ResponseOf<N>;

export interface Route<N extends ApiCall, Row = unknown> {
  /** Milliseconds that it may wait on purpose, on top of what every call may take. */
  waits?: number;
  /**
   * A read that travels with the look-up of the session, in one round trip.
   * Where the path has an id, it reads its row: without it the call ends with 404.
   */
  alongside?(session: SessionRef, call: Pick<Call<N>, "env" | "id" | "scheduleId" | "query">): Read<Row>;
  act(call: Call<N, Row>): Promise<AnswerOf<N>>;
  /** The same answer without the database, where the account's object vouches for the caller. */
  vouched?(asked: Vouchable<N>): Promise<Vouching<AnswerOf<N>>>;
  /** The same answer as CSV, where the call has it. */
  csv?(answer: ResponseOf<N>): string;
}

/** A route that needs nothing but the call. */
export const route = <N extends ApiCall>(act: Route<N>["act"]): Route<N> => ({ act });

/** A route about the rows that `find` reads, most often the one that the path's `{id}` names. */
export const rowRoute = <N extends ApiCall, Row>(
  find: (db: D1Database, session: SessionRef, id: string, scheduleId: string) => Read<Row>,
  act: Route<N, Row>["act"],
): Route<N, Row> => ({
  alongside: (session, { env, id, scheduleId }) => find(env.DB, session, id, scheduleId),
  act,
});

export type Routes = { [N in ApiCall]: Route<N> };
