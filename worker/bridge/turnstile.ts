/**
 * Lets so many through at a time, and so many of one address: the others wait their turn, first come, first served, but
 * nobody behind an address that has all its places.
 */

import { networkOf } from "./sources.ts";

export interface Places {
  all: number;
  perAddress: number;
}

export interface Turn {
  /** Resolves when it is this one's turn. */
  come: Promise<void>;
  /** Makes room, or gives the turn up before it came. Harmless when it was done before. */
  leave(): void;
}

interface Waiting {
  address: string;
  enter(): void;
}

export class Turnstile {
  readonly #places: Places;
  readonly #inside = new Map<string, number>();
  readonly #queue = new Set<Waiting>();
  #all = 0;

  constructor(places: Places) {
    this.#places = places;
  }

  /** An IPv6 address counts by its /64: one customer holds all of it. */
  enter(client: string): Turn {
    const address = networkOf(client);
    let state: "waiting" | "inside" | "left" = "waiting";
    let enter = () => {};
    const come = new Promise<void>((resolve) => {
      enter = () => {
        state = "inside";
        resolve();
      };
    });
    const waiting = { address, enter };
    const leave = () => {
      if (state === "inside") this.#free(address);
      this.#queue.delete(waiting);
      state = "left";
    };
    this.#queue.add(waiting);
    this.#letIn();
    return { come, leave };
  }

  #free(address: string): void {
    this.#all--;
    const left = (this.#inside.get(address) ?? 0) - 1;
    if (left > 0) this.#inside.set(address, left);
    else this.#inside.delete(address);
    this.#letIn();
  }

  #letIn(): void {
    for (const waiting of this.#queue) {
      if (this.#all >= this.#places.all) return;
      const inside = this.#inside.get(waiting.address) ?? 0;
      if (inside >= this.#places.perAddress) continue;
      this.#queue.delete(waiting);
      this.#inside.set(waiting.address, inside + 1);
      this.#all++;
      waiting.enter();
    }
  }
}
