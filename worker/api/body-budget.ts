/** PURE. Bytes of request bodies that are held at once, by holder: an account, or the address of an unknown caller. */

/** One holder may have this share of all. */
const SHARE = 0.25;

interface Room {
  /** Bytes of all bodies; 0 is no limit. */
  all: number;
  /** The largest body of this call: one always fits into an empty budget. */
  body: number;
}

export class BodyBudget {
  #all = 0;
  readonly #byHolder = new Map<string, number>();

  /** Returns false, and takes nothing, without room. */
  take(holder: string, bytes: number, room: Room): boolean {
    const own = (this.#byHolder.get(holder) ?? 0) + bytes;
    const most = Math.max(room.all, room.body);
    const isOver = this.#all + bytes > most || own > Math.max(most * SHARE, room.body);
    if (room.all > 0 && isOver) return false;
    this.#all += bytes;
    this.#byHolder.set(holder, own);
    return true;
  }

  giveBack(holder: string, bytes: number): void {
    this.#all -= bytes;
    const own = (this.#byHolder.get(holder) ?? 0) - bytes;
    if (own > 0) this.#byHolder.set(holder, own);
    else this.#byHolder.delete(holder);
  }
}
