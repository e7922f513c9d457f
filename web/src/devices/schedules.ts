import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { SLOW_REFRESH_MS } from "../api/queries.ts";
import { queryKeys } from "../api/query-keys.ts";
import type { Scheduled } from "./schedule-marks.ts";

export const schedulesQuery = (deviceId: string | null) =>
  queryOptions({
    queryKey: queryKeys.schedules(deviceId ?? ""),
    queryFn: () => call("listSchedules", { id: deviceId ?? "" }),
    enabled: deviceId !== null,
  });

export const runsQuery = (deviceId: string, scheduleId: string, last?: string) =>
  queryOptions({
    queryKey: [...queryKeys.runs(deviceId, scheduleId), last],
    queryFn: () => call("listRuns", { id: deviceId, scheduleId }),
  });

/** A device's schedules with their runs. The runs are fetched again only when there is a new one. */
export function useScheduled(deviceId: string | null): readonly Scheduled[] {
  // the schedules panel already refetches this list
  const { data: schedules = [] } = useQuery({ ...schedulesQuery(deviceId), staleTime: SLOW_REFRESH_MS });
  const due = schedules.filter(({ last_run }) => last_run !== null);
  return useQueries({
    queries: due.map(({ id, last_run }) => {
      const runs = runsQuery(deviceId ?? "", id, last_run?.planned_at);
      return { ...runs, staleTime: Number.POSITIVE_INFINITY };
    }),
    combine: (found) =>
      schedules.map((schedule) => ({ schedule, runs: found[due.indexOf(schedule)]?.data ?? [] })),
  });
}
