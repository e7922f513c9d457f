/**
 * Counts connections that ended without a login, by address. Many block the address at the upgrade, which names no login:
 * one forgotten program would shut out its neighbours. So the worker reads the CONNECT of each client of that address, and
 * holds back the failing login itself.
 */

import { keepHeaviest } from "../../contract/bounded.ts";
import { TokenBucket } from "../../contract/token-bucket.ts";

/** Connections of an address without a login: this many at once, then one a second. */
export const CONNECTIONS_WITHOUT_LOGIN = 100;
/**
 * The same for connections whose CONNECT the worker has read, or whose login is right: this many at once, then a tenth a
 * second. Beyond it the address is blocked for all, because each costs the object an upgrade and a packet.
 */
export const CONNECTIONS_IN_ALL = 10_000;
/** Addresses and names in memory; beyond this those with the fewest failures are forgotten, the oldest first. */
const MAX_COUNTED = 4096;

/** Stands for a name in the block of connections whose CONNECT is not read yet. */
export const UNREAD = "unread";
export const unreadAt = (address: string): string => `${address} ${UNREAD}`;

/** Takes a token of the key. Returns false, and fills the bucket again, when it is empty. */
export function takeToken(
  buckets: Map<string, TokenBucket>,
  key: string,
  { perSecond, burst, now }: { perSecond: number; burst: number; now: number },
): boolean {
  const bucket = buckets.get(key) ?? new TokenBucket(perSecond, now, burst);
  if (bucket.take(now) !== "pass") {
    buckets.delete(key);
    return false;
  }
  buckets.set(key, bucket);
  keepHeaviest(buckets, MAX_COUNTED, (each) => -each.tokensAt(now));
  return true;
}

interface Block {
  /** Of the block list. */
  key: string;
  /** How many connections without a login were too many. */
  connections: number;
}

export class VainConnections {
  readonly #buckets = new Map<string, TokenBucket>();

  /** Counts a connection; `isKnown`: its CONNECT was read, or its login is right. Returns the block that it causes. */
  blockAfter(address: string, isKnown: boolean, now: number): Block | null {
    if (!this.#take(address, CONNECTIONS_IN_ALL, CONNECTIONS_IN_ALL / 10, now)) {
      return { key: address, connections: CONNECTIONS_IN_ALL };
    }
    if (isKnown || this.#take(address, CONNECTIONS_WITHOUT_LOGIN, 1, now)) return null;
    return { key: unreadAt(address), connections: CONNECTIONS_WITHOUT_LOGIN };
  }

  #take(address: string, most: number, perSecond: number, now: number): boolean {
    return takeToken(this.#buckets, `${address} ${most}`, { perSecond, burst: most - 1, now });
  }
}
