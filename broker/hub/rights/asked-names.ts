/** Names that the database was asked about, so that whoever knocks with one in a loop does not ask it each time. */

/** So long it is not asked again about one. Milliseconds. */
const PAUSE = 10_000;
const MAX_NAMES = 4096;

export class AskedNames {
  readonly #at = new Map<string, number>();

  forget(name: string): void {
    this.#at.delete(name);
  }

  /** A clock that went back forgets. */
  mayAsk(name: string, now: number): boolean {
    const last = this.#at.get(name);
    if (last !== undefined && Math.abs(now - last) < PAUSE) return false;
    if (this.#at.size >= MAX_NAMES) this.#at.clear();
    this.#at.set(name, now);
    return true;
  }
}
