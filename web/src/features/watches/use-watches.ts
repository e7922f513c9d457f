import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { devicesQuery, SLOW_REFRESH_MS, watchesQuery } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { refreshIn } from "./refresh.ts";

/** The watches, loaded again when one is due. A change of state may have caused a notice. */
export function useWatches() {
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

export const useDevices = () => useQuery(devicesQuery()).data ?? [];
