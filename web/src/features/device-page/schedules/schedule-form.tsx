import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Schedule } from "../../../../../worker/contract/schedule.ts";
import { call } from "../../../api/call.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { useFormCall } from "../../../forms/use-form-call.ts";
import { DialogForm } from "../../../ui/dialog-form.tsx";
import { bodyOf, draftOf, newDraft, sentenceOf } from "./draft.ts";
import { MoreFields } from "./more-fields.tsx";
import { NextTimes } from "./next-times.tsx";
import { TimingFields } from "./timing-fields.tsx";

interface ScheduleFormProps {
  deviceId: string;
  schedule: Schedule | null;
  onClose(): void;
}

export default function ScheduleForm({ deviceId, schedule, onClose }: ScheduleFormProps) {
  const client = useQueryClient();
  const { busy, problem, run } = useFormCall({
    fallback: "The schedule could not be saved.",
    done: schedule ? "Schedule updated." : "Schedule added.",
  });
  const [draft, setDraft] = useState(() => (schedule ? draftOf(schedule) : newDraft()));
  const fields = {
    draft,
    errors: problem.fields,
    onChange: (change: Partial<typeof draft>) => setDraft({ ...draft, ...change }),
  };
  const save = async () => {
    const body = bodyOf(draft);
    const saved = await run(() =>
      schedule
        ? call("updateSchedule", { id: deviceId, scheduleId: schedule.id, body })
        : call("createSchedule", { id: deviceId, body }),
    );
    if (!saved) return;
    await client.invalidateQueries({ queryKey: queryKeys.schedules(deviceId) });
    onClose();
  };
  return (
    <DialogForm
      problem={problem}
      busy={busy}
      submit={schedule ? "Update Schedule" : "Add Schedule"}
      onSubmit={save}
      onCancel={onClose}
    >
      <p className="text-base font-medium">{sentenceOf(draft)}</p>
      <TimingFields {...fields} />
      <NextTimes deviceId={deviceId} draft={draft} />
      <MoreFields {...fields} />
    </DialogForm>
  );
}
