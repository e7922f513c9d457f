import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Watch } from "../../../../worker/contract/watches.ts";
import {
  devicesQuery,
  noticesQuery,
  SLOW_REFRESH_MS,
  targetsQuery,
  watchesQuery,
} from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";

/** After a due time: the broker has usually stored what became of it, or its alarm was late. Milliseconds. */
const MARGINS_MS = [1_500, 6_000];

/** Milliseconds until the list is loaded again: after the next due time, otherwise after `atMostMs`. */
export function refreshIn(watches: readonly Pick<Watch, "next_at">[], now: number, atMostMs: number): number {
  const waits = watches
    .flatMap(({ next_at: at }) =>
      at === null ? [] : MARGINS_MS.map((margin) => Date.parse(at) + margin - now),
    )
    .filter((wait) => wait > 0);
  return Math.min(atMostMs, ...waits);
}

/** The watches, loaded again when one is due. A change of state may have caused a notice. */
function useWatches() {
  const client = useQueryClient();
  const watches = useQuery({
    ...watchesQuery(),
    refetchInterval: ({ state }) => refreshIn(state.data ?? [], Date.now(), SLOW_REFRESH_MS),
  });
  const states = watches.data?.map(({ id, state, since }) => `${id} ${state} ${since}`).join();
  useEffect(() => {
    if (states !== undefined) void client.invalidateQueries({ queryKey: queryKeys.notices });
  }, [client, states]);
  return watches;
}

/** All that a list of watches shows. Without data until everything has been loaded once, so that no row changes its height. */
export function useWatchLists() {
  const watches = useWatches();
  const notices = useQuery({ ...noticesQuery(), staleTime: SLOW_REFRESH_MS });
  const [targets, devices] = [useQuery(targetsQuery()), useQuery(devicesQuery())];
  const isReady = [watches, notices, targets, devices].every(({ isFetched }) => isFetched);
  return { watches: { ...watches, data: isReady ? watches.data : undefined }, notices, targets, isReady };
}

export const useDevices = () => useQuery(devicesQuery()).data ?? [];
