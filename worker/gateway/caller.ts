/** Whom a socket comes from: a client of the bridge from where the bridge says, signed; anybody else from where the edge saw them. */

import { type Env, settings } from "../env.ts";
import { clientAddress } from "../throttle/address.ts";
import { BELIEVED, CLIENT_HEADER, verified } from "./client-header.ts";
import { sourceOf } from "./kept-out.ts";

export interface Caller {
  address: string;
  /** Stands for the address; null where nobody is kept out. */
  source: string | null;
  /** The bridge brought it: what the edge saw was the bridge. */
  bridged: boolean;
}

export const callerFrom = (env: Env, address: string, bridged = false): Caller => ({
  address,
  source: sourceOf(env, address),
  bridged,
});

/** So that a bridge whose key or clock is wrong can tell. */
export const answerTo = ({ bridged }: Caller): Record<string, string> =>
  bridged ? { [CLIENT_HEADER]: BELIEVED } : {};

/** Only for an upgrade to the broker: no call of the API comes by the bridge. */
export function callerOf(request: Request, env: Env): Caller {
  const at = { path: new URL(request.url).pathname, now: Date.now() };
  const said = verified(settings(env).bridgeKeys, request.headers.get(CLIENT_HEADER), at);
  return callerFrom(env, said ?? clientAddress(request), said !== null);
}
