/** One call of an operator on its way: what a route is given, and how routes are written. */

import type { OperatorCallName } from "../contract/operator-calls.ts";
import type { OperatorBodyOf, OperatorQueryOf, OperatorResponseOf } from "../contract/operator-endpoints.ts";
import type { Env } from "../env.ts";

export interface OperatorCall<N extends OperatorCallName> {
  env: Env;
  url: URL;
  /** Milliseconds since 1970: one moment for the whole call. */
  now: number;
  /** The `{id}` of the path, lower case; empty where the path has none. */
  id: string;
  body: OperatorBodyOf<N>;
  query: OperatorQueryOf<N>;
  /** Headers of the answer. */
  headers: Headers;
  /** Whose account it turned out to be about, for both logs. */
  concerns(userId: string): void;
  /** Work that goes on after the answer. */
  after(work: () => Promise<unknown>): void;
}

export type OperatorRoute<N extends OperatorCallName> = (
  call: OperatorCall<N>,
) => Promise<OperatorResponseOf<N>>;

export type OperatorRoutes = { [N in OperatorCallName]: OperatorRoute<N> };
