import { OWN_CALLS } from "virtual:own-calls";
import type { OwnCallName, ResponseOf } from "../../../worker/contract/api.ts";
import { session } from "../session/session.ts";
import { type Answered, type Arguments, addressOf, answerOf, type PageCall, type Sent } from "./client.ts";

/** A call with the user's token: `call("switchDevice", { id, body })`. Its types come from the contract. */
export function call<N extends OwnCallName>(name: N, ...given: Arguments<N>): Promise<ResponseOf<N>>;
export async function call(name: OwnCallName, sent?: Sent): Promise<unknown> {
  const row = OWN_CALLS[name];
  return (await answerOf(row, sent, askedAhead(row, sent))).data;
}

/** As `call`, and returns the answer's headers, for lists with more pages. */
export function callForPage<N extends OwnCallName>(
  name: N,
  ...given: Arguments<N>
): Promise<Answered<ResponseOf<N>>>;
export function callForPage(name: OwnCallName, sent?: Sent): Promise<Answered<unknown>> {
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
