import type { ResponseOf } from "../../../worker/contract/api.ts";
import { OWN_CALLS } from "../../../worker/contract/own-calls.ts";
import { type Answered, type Arguments, answerOf, type Sent } from "./client.ts";

type OwnName = keyof typeof OWN_CALLS;

/** A call with the user's token: `call("switchDevice", { id, body })`. Its types come from the contract. */
export function call<N extends OwnName>(name: N, ...given: Arguments<N>): Promise<ResponseOf<N>>;
export async function call(name: OwnName, sent?: Sent): Promise<unknown> {
  return (await answerOf(OWN_CALLS[name], sent)).data;
}

/** As `call`, and returns the answer's headers, for lists with more pages. */
export function callForPage<N extends OwnName>(
  name: N,
  ...given: Arguments<N>
): Promise<Answered<ResponseOf<N>>>;
export function callForPage(name: OwnName, sent?: Sent): Promise<Answered<unknown>> {
  return answerOf(OWN_CALLS[name], sent);
}
