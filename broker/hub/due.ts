/** The earliest of what became due in a turn. Milliseconds since 1970. */
export class Due {
  #at: number | null = null;

  add(at: number | null): void {
    if (at !== null && at !== Infinity) this.#at = Math.min(at, this.#at ?? at);
  }

  /** Null when nothing did. It is asked once. */
  take(): number | null {
    const at = this.#at;
    this.#at = null;
    return at;
  }
}
