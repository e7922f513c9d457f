import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { queryKeys } from "../api/query-keys.ts";

/** What switches a device by itself; null: nobody's. */
export const schedulesQuery = (deviceId: string | null) =>
  queryOptions({
    queryKey: queryKeys.schedules(deviceId ?? ""),
    queryFn: () => call("listSchedules", { id: deviceId ?? "" }),
    enabled: deviceId !== null,
  });
