import { LIST_REFRESH_MS } from "../api/queries.ts";
import { useStore } from "../lib/store.ts";
import { statusHeard } from "../live/link.ts";

/** While status topics arrive, lists are reloaded this seldom, in case a message was missed. */
const HEARD_REFRESH_MS = 120_000;

export type Refresh = (query: { state: { error: Error | null } }) => number;

/**
 * How often to reload devices and their events: seldom while the broker reports every change, more often while it does
 * not or while the last call failed.
 */
export function useRefresh(): Refresh {
  const heard = useStore(statusHeard);
  return ({ state }) => (heard && state.error === null ? HEARD_REFRESH_MS : LIST_REFRESH_MS);
}
