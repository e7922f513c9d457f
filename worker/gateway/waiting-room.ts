/** How many clients of one address have not said yet who they are, and which addresses stay outside for a while. */

const REMEMBERED = 10_000;

/**
 * Counted an isolate, without a call to anywhere: it bounds what one address can make this isolate hold, and an isolate
 * is what runs out of memory. The next isolate counts for itself.
 */
export class WaitingRoom {
  readonly #waiting = new Map<string, number>();
  readonly #outside = new Map<string, number>();

  /** False when so many of the address wait already, or it is kept out. Whoever got in must `leave`. */
  enter(address: string, places: number, now: number): boolean {
    if ((this.#outside.get(address) ?? 0) > now) return false;
    const waiting = this.#waiting.get(address) ?? 0;
    if (waiting >= places) return false;
    this.#waiting.set(address, waiting + 1);
    return true;
  }

  keepOut(address: string, until: number): void {
    if (this.#outside.size >= REMEMBERED) this.#outside.clear();
    this.#outside.set(address, until);
  }

  leave(address: string): void {
    const waiting = this.#waiting.get(address) ?? 0;
    if (waiting > 1) this.#waiting.set(address, waiting - 1);
    else this.#waiting.delete(address);
  }
}
