/** Counts the clients of each address whose CONNECT is incomplete, and blocks addresses for a time. */

const MAX_BLOCKED = 10_000;

/** Counted per isolate and in memory: the limit protects the isolate's own memory. */
export class PendingClients {
  readonly #counts = new Map<string, number>();
  readonly #blockedUntil = new Map<string, number>();

  /** Returns false if the address is blocked or has `max` clients. After true, `remove` must be called. */
  add(address: string, max: number, now: number): boolean {
    if ((this.#blockedUntil.get(address) ?? 0) > now) return false;
    const count = this.#counts.get(address) ?? 0;
    if (count >= max) return false;
    this.#counts.set(address, count + 1);
    return true;
  }

  block(address: string, until: number): void {
    if (this.#blockedUntil.size >= MAX_BLOCKED) this.#blockedUntil.clear();
    this.#blockedUntil.set(address, until);
  }

  remove(address: string): void {
    const count = this.#counts.get(address) ?? 0;
    if (count > 1) this.#counts.set(address, count - 1);
    else this.#counts.delete(address);
  }
}
