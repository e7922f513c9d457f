import { PUBLIC_CALLS } from "virtual:public-calls";
import type { PublicCallName, ResponseOf } from "../../../worker/contract/api.ts";
import type { Endpoint } from "../../../worker/contract/endpoint.ts";
import { type Arguments, answerOf, type Sent } from "./client.ts";

const ask = async (name: PublicCallName, access: Endpoint["access"], sent?: Sent): Promise<unknown> =>
  (await answerOf({ ...PUBLIC_CALLS[name], access }, sent)).data;

/**
 * A call without a login: `callPublic("login", { body })`. Public pages import only this, to keep the table of other
 * calls out of their script.
 */
export function callPublic<N extends PublicCallName>(name: N, ...given: Arguments<N>): Promise<ResponseOf<N>>;
export function callPublic(name: PublicCallName, sent?: Sent): Promise<unknown> {
  return ask(name, "public", sent);
}

type TellingName = "brokerInfo";

/** A public call that returns more to a signed-in user. */
export function callAsMe<N extends TellingName>(name: N): Promise<ResponseOf<N>>;
export function callAsMe(name: TellingName): Promise<unknown> {
  return ask(name, "user");
}
