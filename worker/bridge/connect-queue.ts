/** Limits the clients that wait for CONNACK at once. An address at its limit does not block the ones behind it. */

import { AddressCounter } from "../address-counter.ts";
import { addressKey } from "../throttle/address.ts";

export interface QueueLimits {
  total: number;
  perAddress: number;
}

export interface QueueSlot {
  ready: Promise<void>;
  /** Frees the slot, or leaves the queue. May be called repeatedly. */
  release(): void;
}

interface QueueEntry {
  address: string;
  activate(): void;
}

export class ConnectQueue {
  readonly #limits: QueueLimits;
  readonly #active = new AddressCounter();
  readonly #waiting = new Set<QueueEntry>();
  #activeTotal = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** IPv6 addresses count by their /64, because one customer has all of it. */
  add(client: string): QueueSlot {
    const address = addressKey(client);
    let state: "waiting" | "active" | "released" = "waiting";
    let activate = () => {};
    const ready = new Promise<void>((resolve) => {
      activate = () => {
        state = "active";
        resolve();
      };
    });
    const entry = { address, activate };
    const release = () => {
      if (state === "active") this.#free(address);
      this.#waiting.delete(entry);
      state = "released";
    };
    this.#waiting.add(entry);
    this.#activateNext();
    return { ready, release };
  }

  #free(address: string): void {
    this.#activeTotal--;
    this.#active.remove(address);
    this.#activateNext();
  }

  #activateNext(): void {
    for (const entry of this.#waiting) {
      if (this.#activeTotal >= this.#limits.total) return;
      if (!this.#active.add(entry.address, this.#limits.perAddress)) continue;
      this.#waiting.delete(entry);
      this.#activeTotal++;
      entry.activate();
    }
  }
}
