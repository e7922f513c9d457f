/** PURE. Counts clients per address. */
export class AddressCounter {
  readonly #counts = new Map<string, number>();

  /** Returns false, and counts nothing, if the address has `max` clients. After true, call `remove`. */
  add(address: string, max: number): boolean {
    const count = this.#counts.get(address) ?? 0;
    if (count >= max) return false;
    this.#counts.set(address, count + 1);
    return true;
  }

  remove(address: string): void {
    const count = this.#counts.get(address) ?? 0;
    if (count > 1) this.#counts.set(address, count - 1);
    else this.#counts.delete(address);
  }
}
