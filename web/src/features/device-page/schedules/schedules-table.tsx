import { useId } from "react";
import type { Schedule } from "../../../../../worker/contract/schedule.ts";
import { Button } from "../../../ui/button.tsx";
import { EditAndDelete } from "../../../ui/edit-and-delete.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { draftOf, sentenceOf } from "./draft.ts";
import { outcomeText } from "./outcome.ts";
import { plannedText, shiftText } from "./planned-text.ts";

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

export function SchedulesTable({ schedules, onPause, onRuns, onEdit, onDelete }: SchedulesTableProps) {
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
