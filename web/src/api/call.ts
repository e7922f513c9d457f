import type { ResponseOf } from "../../../worker/contract/api.ts";
import { OWN_CALLS } from "../../../worker/contract/own-calls.ts";
import { session } from "../session/session.ts";
import { type Answered, type Arguments, addressOf, answerOf, type PageCall, type Sent } from "./client.ts";

type OwnName = keyof typeof OWN_CALLS;

/** A call with the user's token: `call("switchDevice", { id, body })`. Its types come from the contract. */
export function call<N extends OwnName>(name: N, ...given: Arguments<N>): Promise<ResponseOf<N>>;
export async function call(name: OwnName, sent?: Sent): Promise<unknown> {
  const row = OWN_CALLS[name];
  return (await answerOf(row, sent, askedAhead(row, sent))).data;
}

/** As `call`, and returns the answer's headers, for lists with more pages. */
export function callForPage<N extends OwnName>(
  name: N,
  ...given: Arguments<N>
): Promise<Answered<ResponseOf<N>>>;
export function callForPage(name: OwnName, sent?: Sent): Promise<Answered<unknown>> {
  return answerOf(OWN_CALLS[name], sent);
}

/** The response to the same call of the same session that `public/before-paint.js` has made, once. */
function askedAhead(row: PageCall, sent?: Sent): Promise<Response> | undefined {
  const { ahead } = window;
  if (row.method !== "GET" || ahead?.url !== addressOf(row, sent ?? {})) return undefined;
  delete window.ahead;
  const now = session.get();
  return now.status === "authenticated" && now.token === ahead.token ? ahead.answer : undefined;
}
