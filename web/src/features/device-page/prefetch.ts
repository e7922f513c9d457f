import { deviceQuery } from "../../api/queries.ts";
import { queryClient } from "../../api/query-client.ts";

/** Asks for a device before its screen is rendered, which then finds the answer in the cache. */
export const prefetchDevice = (id: string): Promise<void> => queryClient.prefetchQuery(deviceQuery(id));
