/**
 * Where the clients of an account come from, for its owner to see. The account's object keeps it as long as the connection
 * lasts, sealed: whoever reads the object reads no address.
 */

import type { Arrival, Edge, LiveClient } from "../../broker/contract/account.ts";
import type { Env } from "../env.ts";
import { loadKeys, type SealKeys, SecretsUnavailable, seal, unseal } from "../secrets/seal.ts";
import { NO_ADDRESS } from "../throttle/address.ts";
import type { Caller } from "./caller.ts";

const rowOf = (userId: string) => ({ table: "connections", column: "from", id: "", userId });

/** All that an account's object is told of a socket. */
export async function arrivalOf(env: Env, userId: string, edge: Edge, caller: Caller): Promise<Arrival> {
  return { ...edge, address: caller.source, from: await sealed(env, userId, caller.address) };
}

/** Null where nobody says it, or no key seals: nobody is sent away for that. */
async function sealed(env: Env, userId: string, address: string): Promise<string | null> {
  if (address === "" || address === NO_ADDRESS) return null;
  return unlessUnavailable(async () => seal(await loadKeys(env), address, rowOf(userId)));
}

/** The same clients with the addresses opened; one that no key opens any more is not known. */
export async function withAddresses(env: Env, userId: string, clients: LiveClient[]): Promise<LiveClient[]> {
  const keys = await unlessUnavailable(() => loadKeys(env));
  return Promise.all(
    clients.map(async (client) => ({ ...client, from: keys && (await opened(keys, userId, client.from)) })),
  );
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
