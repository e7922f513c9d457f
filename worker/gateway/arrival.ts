/**
 * What an account's object learns of a socket, by a header that no caller can set: what the edge reports, and the
 * address, sealed. The object keeps it for as long as the connection lasts, so its owner can see it.
 */

import { type Arrival, EDGE_HEADER, type Edge, type LiveClient } from "../../broker/contract/account.ts";
import { isFromPage } from "../api/browser.ts";
import { type Env, settings } from "../env.ts";
import { loadKeys, type SealKeys, SecretsUnavailable, seal, unseal } from "../keys/seal.ts";
import { NO_ADDRESS } from "../throttle/address.ts";
import type { Caller } from "./caller.ts";
import { CLIENT_HEADER } from "./client-header.ts";

export const NO_EDGE: Edge = { country: null, colo: null, browser: false };

/**
 * The country is the bridge's where the bridge brought it, and nothing is known of the client's. On a desk there is no
 * edge: what the local runtime says in its place is made up.
 */
export function edgeOf(env: Env, request: Request, { bridged }: Caller): Edge {
  const cf = settings(env).development ? {} : request.cf;
  const { country, colo } = (cf ?? {}) as { country?: unknown; colo?: unknown };
  return {
    country: typeof country === "string" && !bridged ? country : null,
    colo: typeof colo === "string" ? colo : null,
    browser: isFromPage(request.headers),
  };
}

/** What came from outside under either name goes no further. */
export function withEdge(headers: HeadersInit, edge: Arrival): Headers {
  const told = new Headers(headers);
  told.delete(CLIENT_HEADER);
  told.set(EDGE_HEADER, encodeURIComponent(JSON.stringify(edge)));
  return told;
}

const rowOf = (userId: string) => ({ table: "connections", column: "from", id: "", userId });

/** All that an account's object is told of a socket. */
export async function arrivalOf(env: Env, userId: string, edge: Edge, caller: Caller): Promise<Arrival> {
  return { ...edge, address: caller.source, from: await sealedAddress(env, userId, caller.address) };
}

/** Where each was last used, opened. */
export async function openedAddresses(
  env: Env,
  userId: string,
  addresses: readonly (string | null)[],
): Promise<(string | null)[]> {
  const keys = await unlessUnavailable(() => loadKeys(env));
  return Promise.all(addresses.map(async (from) => keys && (await opened(keys, userId, from))));
}

/** Null where nobody says it, or no key seals: nobody is sent away for that. */
export async function sealedAddress(env: Env, userId: string, address: string): Promise<string | null> {
  if (address === "" || address === NO_ADDRESS) return null;
  return unlessUnavailable(async () => seal(await loadKeys(env), address, rowOf(userId)));
}

/** The same clients with the addresses opened; one that no key opens any more is not known. */
export async function withAddresses(env: Env, userId: string, clients: LiveClient[]): Promise<LiveClient[]> {
  const from = await openedAddresses(
    env,
    userId,
    clients.map((client) => client.from),
  );
  return clients.map((client, at) => ({ ...client, from: from[at] ?? null }));
}

const opened = async (keys: SealKeys, userId: string, from: string | null): Promise<string | null> =>
  from === null ? null : unlessUnavailable(() => unseal(keys, from, rowOf(userId)));

async function unlessUnavailable<T>(attempt: () => Promise<T>): Promise<T | null> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof SecretsUnavailable) return null;
    throw error;
  }
}
