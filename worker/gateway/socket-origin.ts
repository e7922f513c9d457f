/** The address of a socket's client: signed by the bridge, otherwise reported by Cloudflare. */

import { type Env, settings } from "../env.ts";
import { clientAddress } from "../throttle/address.ts";
import { hashOfAddress } from "./block-cache.ts";
import { CLIENT_HEADER, SIGNATURE_ACCEPTED, verifyClientHeader } from "./client-header.ts";

export interface SocketOrigin {
  address: string;
  /** Null if throttling is off. */
  addressHash: string | null;
  /** The bridge made the connection, so the edge's data describe the bridge. */
  isBridged: boolean;
}

export const originAt = (env: Env, address: string, isBridged = false): SocketOrigin => ({
  address,
  addressHash: hashOfAddress(env, address),
  isBridged,
});

/** Confirms the signature to the bridge. */
export const bridgeHeaders = ({ isBridged }: SocketOrigin): Record<string, string> =>
  isBridged ? { [CLIENT_HEADER]: SIGNATURE_ACCEPTED } : {};

/** Returns the origin of an upgrade to the broker. REST calls never use the bridge, so their header is ignored. */
export function originOf(request: Request, env: Env): SocketOrigin {
  const expected = { path: new URL(request.url).pathname, now: Date.now() };
  const signed = verifyClientHeader(settings(env).bridgeKeys, request.headers.get(CLIENT_HEADER), expected);
  return originAt(env, signed ?? clientAddress(request), signed !== null);
}
