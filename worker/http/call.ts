/** One call on its way through the API: what a route is given, and how routes are written. */

import type { Caller, SessionRef } from "../auth/guard.ts";
import type { BodyOf, ENDPOINTS, EndpointName, QueryOf, ResponseOf } from "../contract/endpoints.ts";
import type { Env } from "../env.ts";

type CallerOf<N extends EndpointName> = N extends EndpointName
  ? (typeof ENDPOINTS)[N]["access"] extends "user"
    ? Caller
    : null
  : never;

export interface Call<N extends EndpointName> {
  env: Env;
  url: URL;
  /** Milliseconds since 1970: one moment for the whole call. */
  now: number;
  /** A page sent it, rather than a program. */
  browser: boolean;
  /** Where it comes from, as it is counted. */
  address: string;
  /** The token of a browser that says it has logged in before. */
  known: string | null;
  /** The `{id}` of the path, lower case; empty where the path has none. */
  id: string;
  body: BodyOf<N>;
  query: QueryOf<N>;
  caller: CallerOf<N>;
  /** Results of what the route read alongside, in its order. */
  read: D1Result[];
  /** Headers of the answer. */
  headers: Headers;
  /** Whose account it turned out to be about, for the log. */
  concerns(userId: string): void;
  /** Work that goes on after the answer. */
  after(work: Promise<unknown>): void;
}

export interface Route<N extends EndpointName> {
  /**
   * Reads that travel with the look-up of the session, in one round trip.
   * Where the path has an id, the first one reads its row: without it the call ends with 404.
   */
  alongside?(session: SessionRef, call: Pick<Call<N>, "env" | "id" | "query">): D1PreparedStatement[];
  act(call: Call<N>): Promise<ResponseOf<N>>;
}

export type Routes = { [N in EndpointName]: Route<N> };
