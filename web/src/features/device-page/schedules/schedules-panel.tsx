import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useId, useState } from "react";
import type { Schedule } from "../../../../../worker/contract/schedule.ts";
import { call } from "../../../api/call.ts";
import { SLOW_REFRESH_MS } from "../../../api/queries.ts";
import { schedulesQuery } from "../../../devices/schedules.ts";
import { ConfirmCall } from "../../../forms/confirm-call.tsx";
import { announce } from "../../../ui/announce.ts";
import { Button } from "../../../ui/button.tsx";
import { EditAndDelete } from "../../../ui/edit-and-delete.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { partOnPress } from "../../../ui/part-on-press.ts";
import { type Column, Table } from "../../../ui/table.tsx";
import { toast } from "../../../ui/toast.ts";
import { useListDialog } from "../../../ui/use-list-dialog.ts";
import { draftOf, sentenceOf } from "./draft.ts";
import { outcomeText } from "./outcome.ts";
import { plannedText, shiftText } from "./planned-text.ts";

const ScheduleForm = partOnPress(() => import("./schedule-form.tsx"));
const RunList = partOnPress(() => import("./run-list.tsx"));

export function SchedulesPanel({ deviceId }: { deviceId: string }) {
  const client = useQueryClient();
  const query = schedulesQuery(deviceId);
  const schedules = useQuery({ ...query, refetchInterval: SLOW_REFRESH_MS });
  const dialog = useListDialog<Schedule>();
  const [shown, setShown] = useState<Schedule | null>(null);
  const pause = async ({ id, next_at, last_run, created_at, ...said }: Schedule) => {
    const body = { ...said, enabled: !said.enabled };
    try {
      await call("updateSchedule", { id: deviceId, scheduleId: id, body });
      announce(body.enabled ? "Schedule resumed." : "Schedule paused.");
    } catch {
      toast("error", `The schedule could not be ${said.enabled ? "paused" : "resumed"}. Please try again.`);
    }
    await client.invalidateQueries({ queryKey: query.queryKey });
  };
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
            schedules={list}
            onPause={pause}
            onRuns={setShown}
            onEdit={dialog.edit}
            onDelete={dialog.remove}
          />
        )}
      </Loaded>
      <Modal
        open={dialog.isForm}
        wide
        title={dialog.edited ? "Edit Schedule" : "Add Schedule"}
        onClose={dialog.close}
      >
        <ScheduleForm deviceId={deviceId} schedule={dialog.edited} onClose={dialog.close} />
      </Modal>
      <Modal open={shown !== null} wide title={shown?.name ?? ""} onClose={() => setShown(null)}>
        {shown && <RunList deviceId={deviceId} schedule={shown} />}
      </Modal>
      <ConfirmCall
        of={dialog.deleted}
        name={({ name }) => name}
        make={({ id }) => call("deleteSchedule", { id: deviceId, scheduleId: id })}
        changes={[query.queryKey]}
        fallback="Failed to delete schedule. Please try again."
        done="Schedule deleted."
        onClose={dialog.close}
      >
        Are you sure you want to delete this schedule? What is known of its runs goes with it.
      </ConfirmCall>
    </Panel>
  );
}

interface SchedulesTableProps {
  schedules: Schedule[];
  onPause(schedule: Schedule): void;
  onRuns(schedule: Schedule): void;
  onEdit(schedule: Schedule): void;
  onDelete(schedule: Schedule): void;
}

function Named({ schedule, id }: { schedule: Schedule; id: string }) {
  const sentence = sentenceOf(draftOf(schedule));
  return (
    <div className="min-w-0 wrap-anywhere">
      <span id={id} dir="auto" className="font-medium">
        {schedule.name}
      </span>
      {sentence !== schedule.name && <p className="text-soft">{sentence}</p>}
    </div>
  );
}

function nextText(schedule: Schedule): string {
  const { enabled, next_at: at, time_zone } = schedule;
  if (!enabled) return "Paused";
  if (!at) return "Not any more";
  const shift = shiftText(draftOf(schedule), at);
  return shift ? `${plannedText(at, time_zone)} (${shift})` : plannedText(at, time_zone);
}

function SchedulesTable({ schedules, onPause, onRuns, onEdit, onDelete }: SchedulesTableProps) {
  const prefix = useId();
  const nameId = ({ id }: Schedule) => `${prefix}-${id}`;
  const columns: Column<Schedule>[] = [
    {
      title: "Schedule",
      lead: true,
      cell: (schedule) => <Named schedule={schedule} id={nameId(schedule)} />,
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
            aria-describedby={nameId(schedule)}
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
          <Button size="sm" aria-describedby={nameId(schedule)} onClick={() => onPause(schedule)}>
            {schedule.enabled ? "Pause" : "Resume"}
          </Button>
          <EditAndDelete
            describedBy={nameId(schedule)}
            onEdit={() => onEdit(schedule)}
            onDelete={() => onDelete(schedule)}
          />
        </div>
      ),
    },
  ];
  return <Table label="Schedules" columns={columns} rows={schedules} rowKey={({ id }) => id} />;
}
