import { LIST_REFRESH_MS } from "../api/queries.ts";
import { useStore } from "../lib/use-store.ts";
import { statusHeard } from "../live/link.ts";

/** What the page hears of by itself is asked for so seldom, in case it heard wrong. */
const HEARD_REFRESH_MS = 120_000;

export type Refresh = (query: { state: { error: Error | null } }) => number;

/**
 * How often devices and their events are asked for: as good as never while the page is told what happens to them, and at
 * a humane pace while it is not, or while the last answer is a failure.
 */
export function useRefresh(): Refresh {
  const heard = useStore(statusHeard);
  return ({ state }) => (heard && state.error === null ? HEARD_REFRESH_MS : LIST_REFRESH_MS);
}
