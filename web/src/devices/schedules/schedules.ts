import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";

import type { Schedule } from "../../../../worker/contract/schedules.ts";
import { call } from "../../api/call.ts";
import { withoutDeleted } from "../../api/deletions.ts";
import { SLOW_REFRESH_MS } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { announce } from "../../ui/messages/announcer.tsx";
import { toast } from "../../ui/messages/toast.ts";

import type { Scheduled } from "./schedule-marks.ts";

export const schedulesQuery = (deviceId: string | null) =>
  queryOptions({
    queryKey: queryKeys.schedules(deviceId ?? ""),
    queryFn: async () => withoutDeleted(await call("listSchedules", { id: deviceId ?? "" })),
    enabled: deviceId !== null,
  });

export const allSchedulesQuery = () =>
  queryOptions({
    queryKey: queryKeys.allSchedules,
    queryFn: async () => withoutDeleted(await call("listAllSchedules")),
  });

/** A schedule in either list. */
export type AnySchedule = Omit<Schedule, "created_at">;

/** Pauses an enabled schedule of a device, or resumes it. */
export async function turnSchedule(
  client: QueryClient,
  deviceId: string,
  { id, name, state, when, time_zone, place, missed, grace, enabled }: AnySchedule,
): Promise<void> {
  const body = { name, state, when, time_zone, place, missed, grace, enabled: !enabled };
  try {
    await call("updateSchedule", { id: deviceId, scheduleId: id, body });
    announce(enabled ? "Schedule paused." : "Schedule resumed.");
  } catch {
    toast("error", `The schedule could not be ${enabled ? "paused" : "resumed"}. Please try again.`);
  }
  await client.invalidateQueries({ queryKey: queryKeys.schedulesAndRuns });
}

export const runsQuery = (deviceId: string, scheduleId: string, last?: string) =>
  queryOptions({
    queryKey: [...queryKeys.runs(deviceId, scheduleId), last],
    queryFn: () => call("listRuns", { id: deviceId, scheduleId }),
  });

/** A device's schedules with their runs. The runs are fetched again only when there is a new one. */
export function useScheduled(deviceId: string | null): readonly Scheduled[] {
  const client = useQueryClient();
  // the schedules panel already refetches this list
  const { data: schedules = [] } = useQuery({ ...schedulesQuery(deviceId), staleTime: SLOW_REFRESH_MS });
  const due = schedules.filter(({ last_run }) => last_run !== null);
  const runsOf = async ({ id, last_run }: AnySchedule) => {
    const runs = runsQuery(deviceId ?? "", id, last_run?.planned_at);
    return [id, await client.fetchQuery({ ...runs, staleTime: Number.POSITIVE_INFINITY })] as const;
  };
  // one query for all lists: `useQueries` would weigh on the first load of every page
  const { data: runs } = useQuery({
    queryKey: queryKeys.runsOf(
      deviceId ?? "",
      due.map(({ id, last_run }) => [id, last_run?.planned_at]),
    ),
    queryFn: async () => new Map(await Promise.all(due.map(runsOf))),
    enabled: due.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  return schedules.map((schedule) => ({ schedule, runs: runs?.get(schedule.id) ?? [] }));
}
