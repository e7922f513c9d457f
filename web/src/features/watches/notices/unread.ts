/** Which notices this browser has not shown yet. */

import type { Notice } from "../../../../../worker/contract/watches.ts";
import { localStore } from "../../../lib/safe-storage.ts";
import { createStore } from "../../../lib/store.ts";

const KEY = "notices_seen";

/** The time of the newest notice when the list was last open; empty before that. */
export const seenUntil = createStore<string>(localStore.read(KEY) ?? "");

export const unreadIn = (notices: readonly Pick<Notice, "at">[], seen: string): number =>
  notices.filter(({ at }) => at > seen).length;

export function markSeen(notices: readonly Pick<Notice, "at">[]): void {
  const newest = [seenUntil.get(), ...notices.map(({ at }) => at)].sort().at(-1) ?? "";
  localStore.write(KEY, newest);
  seenUntil.set(newest);
}
