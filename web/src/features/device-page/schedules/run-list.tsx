import { useQuery } from "@tanstack/react-query";
import type { Schedule, ScheduleRun } from "../../../../../worker/contract/schedules.ts";
import { LIST_REFRESH_MS } from "../../../api/queries.ts";
import { outcomeText, plannedText } from "../../../devices/schedules/schedule-times.ts";
import { runsQuery } from "../../../devices/schedules/schedules.ts";
import { Loaded } from "../../../ui/loading/loaded.tsx";
import { type Column, Table } from "../../../ui/table.tsx";

const columnsOf = ({ time_zone }: Schedule): Column<ScheduleRun>[] => [
  {
    title: "Planned",
    cell: ({ planned_at }) => <time dateTime={planned_at}>{plannedText(planned_at, time_zone)}</time>,
  },
  { title: "What became of it", cell: outcomeText },
];

export default function RunList({ deviceId, schedule }: { deviceId: string; schedule: Schedule }) {
  const runs = useQuery({
    ...runsQuery(deviceId, schedule.id),
    refetchInterval: LIST_REFRESH_MS,
  });
  return (
    <Loaded of={runs} failed="Its runs could not be loaded." empty="It was not due yet.">
      {(list) => (
        <Table
          label="Runs"
          columns={columnsOf(schedule)}
          rows={list}
          rowKey={({ planned_at }) => planned_at}
        />
      )}
    </Loaded>
  );
}
