/** The id of this browser's target, in local storage. It is no secret: it works with the session only. */

import { localStore } from "../../../lib/safe-storage.ts";
import { createStore } from "../../../lib/store.ts";

const KEY = "push_target";

export const ownTarget = createStore<string | null>(localStore.read(KEY));

export function setOwnTarget(id: string | null): void {
  if (id === null) localStore.remove(KEY);
  else localStore.write(KEY, id);
  ownTarget.set(id);
}
