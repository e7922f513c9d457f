import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useId, useState } from "react";
import type { Schedule } from "../../../../../worker/contract/schedules.ts";
import { call } from "../../../api/call.ts";
import { SLOW_REFRESH_MS } from "../../../api/queries.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import type { ScheduledDevice } from "../../../devices/schedules/schedule-cells.tsx";
import { RunNow, ScheduleName } from "../../../devices/schedules/schedule-cells.tsx";
import { nextText, outcomeText } from "../../../devices/schedules/schedule-times.ts";
import { schedulesQuery, turnSchedule } from "../../../devices/schedules/schedules.ts";
import { EditAndDelete, ItemDialogs } from "../../../forms/dialogs/item-dialogs.tsx";
import { Button } from "../../../ui/button.tsx";
import { Modal } from "../../../ui/dialogs/modal.tsx";
import { useListDialog } from "../../../ui/dialogs/use-list-dialog.ts";
import { Panel } from "../../../ui/layout/panel.tsx";
import { Loaded } from "../../../ui/loading/loaded.tsx";
import { part } from "../../../ui/loading/part.tsx";
import { type Column, Table } from "../../../ui/table.tsx";

const ScheduleForm = part(() => import("./schedule-form.tsx"));
const RunList = part(() => import("./run-list.tsx"));

interface SchedulesPanelProps {
  device: ScheduledDevice;
  /** Whether the address opens the form for a new one. */
  adds?: boolean | undefined;
  /** Takes that out of the address. */
  onAdded?: () => void;
}

export function SchedulesPanel({ device, adds = false, onAdded = () => {} }: SchedulesPanelProps) {
  const { id: deviceId } = device;
  const client = useQueryClient();
  const query = schedulesQuery(deviceId);
  const schedules = useQuery({ ...query, refetchInterval: SLOW_REFRESH_MS });
  const dialog = useListDialog<Schedule>({ isNamed: adds, leave: onAdded });
  const [shown, setShown] = useState<Schedule | null>(null);
  return (
    <Panel
      flush
      title="Schedules"
      aside={
        <Button size="sm" onClick={dialog.add}>
          <Plus className="size-4" aria-hidden="true" />
          Add Schedule
        </Button>
      }
    >
      <Loaded
        of={schedules}
        failed="The schedules could not be loaded."
        empty="Nothing switches it by itself. It works with every browser closed."
      >
        {(list) => (
          <SchedulesTable
            device={device}
            schedules={list}
            onPause={(schedule) => void turnSchedule(client, deviceId, schedule)}
            onRuns={setShown}
            onEdit={dialog.edit}
            onDelete={dialog.remove}
          />
        )}
      </Loaded>
      <ItemDialogs
        of={dialog}
        noun="Schedule"
        wide
        form={(schedule) => <ScheduleForm deviceId={deviceId} schedule={schedule} onClose={dialog.close} />}
        deletion={{
          make: ({ id }) => call("deleteSchedule", { id: deviceId, scheduleId: id }),
          changes: [queryKeys.schedulesAndRuns],
          fallback: "Failed to delete schedule. Please try again.",
          question: "Are you sure you want to delete this schedule? What is known of its runs goes with it.",
          isAtOnce: true,
        }}
      />
      <Modal open={shown !== null} wide title={shown?.name ?? ""} onClose={() => setShown(null)}>
        {shown && <RunList deviceId={deviceId} schedule={shown} />}
      </Modal>
    </Panel>
  );
}

interface SchedulesTableProps {
  device: ScheduledDevice;
  schedules: Schedule[];
  onPause(schedule: Schedule): void;
  onRuns(schedule: Schedule): void;
  onEdit(schedule: Schedule): void;
  onDelete(schedule: Schedule): void;
}

function SchedulesTable(props: SchedulesTableProps) {
  const { device, schedules, onPause, onRuns, onEdit, onDelete } = props;
  const prefix = useId();
  const nameId = ({ id }: Schedule) => `${prefix}-${id}`;
  const columns: Column<Schedule>[] = [
    {
      title: "Schedule",
      lead: true,
      cell: (schedule) => <ScheduleName schedule={schedule} id={nameId(schedule)} />,
    },
    { title: "Next", cell: nextText },
    {
      title: "Last",
      cell: (schedule) =>
        schedule.last_run ? (
          <Button
            size="sm"
            look="quiet"
            className="-mx-2.5 underline decoration-edge underline-offset-2"
            namedBy={nameId(schedule)}
            onClick={() => onRuns(schedule)}
          >
            {outcomeText(schedule.last_run)}
          </Button>
        ) : (
          <span className="text-soft">–</span>
        ),
    },
    {
      title: "Actions",
      className: "@4xl:text-right",
      cell: (schedule) => (
        <div className="flex flex-wrap items-center justify-end gap-1">
          <RunNow schedule={schedule} device={device} namedBy={nameId(schedule)} />
          <Button size="sm" namedBy={nameId(schedule)} onClick={() => onPause(schedule)}>
            {schedule.enabled ? "Pause" : "Resume"}
          </Button>
          {/* On a phone both go to the next line. */}
          <div className="flex gap-1">
            <EditAndDelete
              namedBy={nameId(schedule)}
              onEdit={() => onEdit(schedule)}
              onDelete={() => onDelete(schedule)}
            />
          </div>
        </div>
      ),
    },
  ];
  return <Table label="Schedules" columns={columns} rows={schedules} rowKey={({ id }) => id} />;
}
