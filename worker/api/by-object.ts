/**
 * How a route is written whose call the account's object authenticates and answers: one request to it, and no D1 query
 * when it knows the caller. `object-steps.ts` has the steps of such a call.
 */

import { askAsVerified } from "../account/account.ts";
import { readAgain } from "../account/change-rights.ts";
import type { SessionRef } from "../auth/guard.ts";
import type { API, ApiCall } from "../contract/api.ts";
import { ApiError } from "../errors.ts";
import type { AnswerOf, Call, NeedsOf, ObjectRoute, Route, RowKind } from "./call.ts";
import { askedAs } from "./object-steps.ts";

/** A path with an id names its row: without it the call would answer with data of another one. */
type NamedRow<N extends ApiCall> = (typeof API)[N]["path"] extends `${string}{id}${string}`
  ? { needs: { row: RowKind } }
  : unknown;

export const objectRoute = <N extends ApiCall, Answer, Row = unknown, Input = undefined>(
  route: ObjectRoute<N, Answer, Row, Input> & NamedRow<N>,
): Route<N, Row> => ({
  ...(route.waits !== undefined && { waits: route.waits }),
  ...(route.csv !== undefined && { csv: route.csv }),
  ...(route.input !== undefined && { input: route.input }),
  ...alongside(route.needs?.find),
  act: (call) => byDatabase(route, call),
  asCaller: askedAs(route),
});

const alongside = <N extends ApiCall, Row>(find: NeedsOf<N, Row>["find"]) =>
  find && {
    alongside: (session: SessionRef, call: Parameters<typeof find>[2] & Pick<Call<N>, "env">) =>
      find(call.env.DB, session, call),
  };

/** The database knows the caller. */
async function byDatabase<N extends ApiCall, Answer, Row, Input>(
  { act, show, needs, input, lost }: ObjectRoute<N, Answer, Row, Input>,
  call: Call<N, Row>,
): Promise<AnswerOf<N>> {
  const { session, token, user } = call.caller ?? {};
  const userId = user?.id ?? "";
  // the object reads the rights, so that the next call needs no database
  if (needs?.rights && call.isUnknown) await readAgain(call.env, userId);
  else if (call.isUnknown) call.after(() => readAgain(call.env, userId));
  const bearer = { kind: token == null ? "session" : "token", digest: session?.tokenHash ?? "" } as const;
  const asked = { ...call, userId, bearer };
  const parsed = (call.input ?? (await input?.(asked))) as Input | ApiError;
  if (parsed instanceof ApiError) throw parsed;
  const ready = { ...asked, input: parsed };
  const answer = await askAsVerified(call.env, userId, (calls) => act(calls, ready), { bearer, lost });
  return show(answer, ready, call.read);
}
