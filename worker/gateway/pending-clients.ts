/** Counts the clients of each address whose CONNECT is incomplete, and blocks addresses for a time. */

import { putNewest } from "../../broker/contract/bounded.ts";
import { AddressCounter } from "../address-counter.ts";

const MAX_BLOCKED = 10_000;

/** Counted per isolate and in memory: the limit protects the isolate's own memory. */
export class PendingClients {
  readonly #clients = new AddressCounter();
  readonly #blockedUntil = new Map<string, number>();

  /** Returns false if the address is blocked or has `max` clients. After true, call `remove`. */
  add(address: string, max: number, now: number): boolean {
    return (this.#blockedUntil.get(address) ?? 0) <= now && this.#clients.add(address, max);
  }

  block(address: string, until: number): void {
    putNewest(this.#blockedUntil, address, until, MAX_BLOCKED);
  }

  remove(address: string): void {
    this.#clients.remove(address);
  }
}
