/**
 * Counts connections that ended without a login, by address. At an address with right logins they block only the
 * strangers: their CONNECT is refused. A block of the upgrade would hold for all, because it names no login.
 */

import { keepHeaviest } from "../../contract/bounded.ts";
import { TokenBucket } from "../../contract/token-bucket.ts";
import { type RecentLogins, STRANGERS } from "./recent-logins.ts";

/** Connections of an address without a login: this many at once, then one a second. */
export const CONNECTIONS_WITHOUT_LOGIN = 100;
/** The same for one failing login that is held back, which costs no check of a password. */
const CONNECTIONS_OF_KNOWN = 10 * CONNECTIONS_WITHOUT_LOGIN;
/**
 * Connections without a login of an address with right logins: this many at once, then a tenth a second. One program
 * makes fewer. Beyond it the address is blocked, because each connection costs an upgrade and a packet.
 */
export const CONNECTIONS_BESIDE_LOGINS = 10_000;
/** Addresses and names in memory; beyond this those with the fewest failures are forgotten, the oldest first. */
const MAX_COUNTED = 4096;

/** The key of the strangers at an address: all logins except recent right ones. */
export const strangersAt = (address: string): string => `${address} ${STRANGERS}`;

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

export interface ConnectedAddresses {
  /** Whether a client is connected from this address. */
  hasClientAt(address: string): boolean;
}

export class VainConnections {
  readonly #recent: RecentLogins;
  readonly #connections: ConnectedAddresses;
  readonly #buckets = new Map<string, TokenBucket>();

  constructor(recent: RecentLogins, connections: ConnectedAddresses) {
    this.#recent = recent;
    this.#connections = connections;
  }

  /**
   * Counts a connection. `isFamiliar`: its login is right, or is held back, or its name logged in from there lately.
   * Returns the block that it causes, or null for none.
   */
  blockAfter(address: string, isFamiliar: boolean, now: number): Block | null {
    return this.#recent.hasAddress(address, now)
      ? this.#besideLogins(address, isFamiliar, now)
      : this.#withoutLogins(address, isFamiliar ? CONNECTIONS_OF_KNOWN : CONNECTIONS_WITHOUT_LOGIN, now);
  }

  #besideLogins(address: string, isFamiliar: boolean, now: number): Block | null {
    const most = CONNECTIONS_BESIDE_LOGINS;
    if (!this.#take(address, most, most / 10, now)) return { key: address, connections: most };
    if (isFamiliar || this.#take(address, CONNECTIONS_WITHOUT_LOGIN, 1, now)) return null;
    return { key: strangersAt(address), connections: CONNECTIONS_WITHOUT_LOGIN };
  }

  #withoutLogins(address: string, most: number, now: number): Block | null {
    if (this.#take(address, most, most / CONNECTIONS_WITHOUT_LOGIN, now)) return null;
    if (!this.#connections.hasClientAt(address)) return { key: address, connections: most };
    // a client that has been connected for long logged in before the time that is remembered
    this.#recent.noteAddress(address, now);
    return null;
  }

  #take(address: string, most: number, perSecond: number, now: number): boolean {
    return takeToken(this.#buckets, `${address} ${most}`, { perSecond, burst: most - 1, now });
  }
}
