/** The push target of this browser. Its id is no secret: it works with the session only. */

import { localStore } from "./safe-storage.ts";
import { createStore } from "./store.ts";

const KEY = "push_target";

/** The id of the target; null without one. */
export const ownTarget = createStore<string | null>(localStore.read(KEY));

export function setOwnTarget(id: string | null): void {
  if (id === null) localStore.remove(KEY);
  else localStore.write(KEY, id);
  ownTarget.set(id);
}

/** After a logout the push service refuses further messages, and the broker then removes the target. */
export async function endOwnPush(): Promise<void> {
  if (ownTarget.get() === null) return;
  setOwnTarget(null);
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe().catch(() => undefined);
}
