/** What the account's object gets of a new socket: data of the edge, and the client's sealed address. */

import type { Arrival, Edge, ListedClient } from "../../broker/contract/account.ts";
import { isFromPage } from "../api/headers.ts";
import { type Env, settings } from "../env.ts";
import { SecretsUnavailable } from "../keys/keys.ts";
import { seal, unseal } from "../keys/seal.ts";
import { clientAddress, NO_ADDRESS } from "../throttle/address.ts";
import { hashOfAddress } from "./block-cache.ts";
import { CLIENT_HEADER, SIGNATURE_ACCEPTED, verifyClientHeader } from "./client-header.ts";

// The address of a socket's client: signed by the bridge, otherwise reported by Cloudflare.

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
  const header = request.headers.get(CLIENT_HEADER);
  if (header === null) return originAt(env, clientAddress(request));
  const expected = { path: new URL(request.url).pathname, now: Date.now() };
  const signed = verifyClientHeader(settings(env).bridgeKeys, header, expected);
  return originAt(env, signed ?? clientAddress(request), signed !== null);
}

export const NO_EDGE: Edge = { country: null, colo: null, browser: false };

/** Behind the bridge the country is the bridge's, so it is null. In development the runtime invents these values. */
export function edgeOf(env: Env, request: Request, { isBridged }: SocketOrigin): Edge {
  const cf = settings(env).development ? {} : request.cf;
  const { country, colo } = (cf ?? {}) as { country?: unknown; colo?: unknown };
  return {
    country: typeof country === "string" && !isBridged ? country : null,
    colo: typeof colo === "string" ? colo : null,
    browser: isFromPage(request.headers),
  };
}

const rowOf = (userId: string) => ({ table: "connections", column: "from", id: "", userId });

export async function arrivalOf(
  env: Env,
  userId: string,
  edge: Edge,
  origin: SocketOrigin,
): Promise<Arrival> {
  return { ...edge, address: origin.addressHash, from: await sealAddress(env, userId, origin.address) };
}

/** Returns the addresses in clear text; null for an address that no key opens. */
export async function unsealAddresses(
  env: Env,
  userId: string,
  addresses: readonly (string | null)[],
): Promise<(string | null)[]> {
  const unsealed = (from: string | null) =>
    from === null ? null : unlessUnavailable(() => unseal(env, from, rowOf(userId)));
  return Promise.all(addresses.map(unsealed));
}

/** Returns the sealed address, or null if the address or the keys are missing: neither refuses a client. */
export async function sealAddress(env: Env, userId: string, address: string): Promise<string | null> {
  if (address === "" || address === NO_ADDRESS) return null;
  return unlessUnavailable(() => seal(env, address, rowOf(userId)));
}

/** Returns the clients with `from` in clear text, or null if no key opens it. */
export async function withUnsealedAddresses(
  env: Env,
  userId: string,
  clients: ListedClient[],
): Promise<ListedClient[]> {
  const from = await unsealAddresses(
    env,
    userId,
    clients.map((client) => client.from),
  );
  return clients.map((client, at) => ({ ...client, from: from[at] ?? null }));
}

async function unlessUnavailable<T>(attempt: () => Promise<T>): Promise<T | null> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof SecretsUnavailable) return null;
    throw error;
  }
}
