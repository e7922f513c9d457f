/** How many connections there are: of each address, and of all. They are what this process can hold. */

import { networkOf } from "./sources.ts";

export class Crowd {
  readonly #most: { perAddress: number; connections: number };
  readonly #of = new Map<string, number>();
  #all = 0;

  constructor(most: { perAddress: number; connections: number }) {
    this.#most = most;
  }

  get isFull(): boolean {
    return this.#all >= this.#most.connections;
  }

  /** False when so many of the address are here already. Whoever got in must `leave`. */
  enter(address: string): boolean {
    const network = networkOf(address);
    const here = this.#of.get(network) ?? 0;
    if (here >= this.#most.perAddress) return false;
    this.#of.set(network, here + 1);
    return true;
  }

  leave(address: string): void {
    const network = networkOf(address);
    const here = this.#of.get(network) ?? 0;
    if (here > 1) this.#of.set(network, here - 1);
    else this.#of.delete(network);
  }

  /** A connection that is open, whoever it turns out to be. */
  opened(): void {
    this.#all++;
  }

  closed(): void {
    this.#all--;
  }
}
