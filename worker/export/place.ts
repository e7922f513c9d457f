/**
 * One export at a time and account. Counted in the isolate's memory, as changes are: an account's calls reach few
 * isolates, and a counter elsewhere would outlive an isolate that ends in the middle of an export.
 */

/** A reader that takes nothing for this long has hung up: its place is free. Milliseconds. */
export const STALLED_MS = 30_000;

const places = new Map<string, Place>();

export class Place {
  readonly #account: string;
  #readAt: number;

  constructor(account: string, now: number) {
    this.#account = account;
    this.#readAt = now;
  }

  isStalled = (now: number): boolean => Math.abs(now - this.#readAt) >= STALLED_MS;

  /** The reader takes more. Returns false when another export has taken the place meanwhile. */
  renew(now: number): boolean {
    this.#readAt = now;
    return places.get(this.#account) === this;
  }

  leave(): void {
    if (places.get(this.#account) === this) places.delete(this.#account);
  }
}

/** Returns null while another export of the account runs. */
export function takePlace(account: string, now: number): Place | null {
  for (const [each, place] of places) if (place.isStalled(now)) places.delete(each);
  if (places.has(account)) return null;
  const place = new Place(account, now);
  places.set(account, place);
  return place;
}

/** The archive as its reader takes it. Its end, a failure and a reader that hangs up free the place. */
export function heldBy(place: Place, archive: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = archive.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!place.renew(Date.now())) throw new Error("The reader stalled, and another export has begun.");
        try {
          const { done, value } = await reader.read();
          if (value !== undefined) return controller.enqueue(value);
          if (done) controller.close();
          place.leave();
        } catch (error) {
          place.leave();
          throw error;
        }
      },
      async cancel(reason) {
        place.leave();
        // the archive reports the same reason as its failure
        await reader.cancel(reason).catch(() => {});
      },
    },
    // nothing is made before it is asked for
    { highWaterMark: 0 },
  );
}
