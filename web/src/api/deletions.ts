/** Items that a person has deleted and may still bring back: no list shows them, and the server has them. */

import { createStore } from "../lib/store.ts";

export interface Deletion {
  readonly ids: readonly string[];
  /** What is deleted, in a sentence: `“Lamp”`, or `3 devices`. */
  readonly name: string;
  /** A sentence about a deletion that ends with the page; null for one that outlives it. */
  readonly ends: string | null;
  /** The server is deleting: it is too late for *Undo*. */
  readonly isUnderway: boolean;
  undo(): void;
  /** Deletes it now. Never rejects. */
  commit(): Promise<void>;
  /** While held, time does not pass. */
  hold(isHeld: boolean): void;
}

export const deletions = createStore<readonly Deletion[]>([]);

/** For the answer of each list. */
export function withoutDeleted<T extends { id: string }>(list: T[]): T[] {
  const gone = new Set(deletions.get().flatMap(({ ids }) => ids));
  return gone.size === 0 ? list : list.filter(({ id }) => !gone.has(id));
}

/** Before a change that may need their names or places, and before the page is left. */
export async function commitDeletions(): Promise<void> {
  await Promise.all(deletions.get().map((each) => each.commit()));
}
