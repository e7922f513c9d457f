import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../api/call.ts";
import { CallError } from "../../../api/problem.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { plannedText, shiftText } from "../../../devices/schedules/schedule-times.ts";
import type { AnySchedule } from "../../../devices/schedules/schedules.ts";
import { useItemForm } from "../../../forms/dialogs/use-item-form.ts";
import { DialogForm } from "../../../ui/dialogs/dialog-form.tsx";
import { useDebounced } from "../../../ui/inputs/search-input.tsx";
import { SelectField } from "../../../ui/inputs/select.tsx";
import { TextField } from "../../../ui/inputs/text-field.tsx";
import { Fold } from "../../../ui/layout/fold.tsx";
import {
  bodyOf,
  type DraftFieldsProps,
  draftOf,
  missingIn,
  newDraft,
  plannedBy,
  type ScheduleDraft,
  sentenceOf,
} from "./draft.ts";
import { SetFields } from "./set-fields.tsx";
import { TimingFields } from "./timing-fields.tsx";

interface ScheduleFormProps {
  deviceId: string;
  schedule: AnySchedule | null;
  onClose(): void;
}

export default function ScheduleForm({ deviceId, schedule, onClose }: ScheduleFormProps) {
  const { errors, save, frame } = useItemForm({
    noun: "Schedule",
    isNew: schedule === null,
    fallback: "The schedule could not be saved.",
    changes: [queryKeys.schedulesAndRuns],
    onClose,
  });
  const [draft, setDraft] = useState(() => (schedule ? draftOf(schedule) : newDraft()));
  const fields = {
    draft,
    errors,
    onChange: (change: Partial<typeof draft>) => setDraft((now) => ({ ...now, ...change })),
  };
  const submit = () => {
    const body = bodyOf(draft);
    return save(() =>
      schedule
        ? call("updateSchedule", { id: deviceId, scheduleId: schedule.id, body })
        : call("createSchedule", { id: deviceId, body }),
    );
  };
  return (
    <DialogForm {...frame} onSubmit={submit}>
      <p className="text-base font-medium">{sentenceOf(draft)}</p>
      <TimingFields {...fields} />
      <SetFields deviceId={deviceId} {...fields} />
      <NextTimes deviceId={deviceId} draft={draft} isTold={Boolean(errors.place ?? errors.when)} />
      <MoreFields {...fields} />
    </DialogForm>
  );
}

/** Debounce of typing, in milliseconds. */
const REST = 250;

interface NextTimesProps {
  deviceId: string;
  draft: ScheduleDraft;
  /** A field says what is missing. */
  isTold: boolean;
}

/** The next times, calculated by the server, which has the time zone and sun rules. */
function NextTimes({ deviceId, draft, isTold }: NextTimesProps) {
  const body = plannedBy(draft);
  const typed = JSON.stringify(body);
  const rested = useDebounced(typed, REST);
  const missing = missingIn(draft);
  const asked = rested === typed;
  const preview = useQuery({
    queryKey: ["schedule-preview", deviceId, rested],
    queryFn: () => call("previewSchedule", { id: deviceId, body }),
    enabled: missing === null && asked,
    retry: false,
    placeholderData: keepPreviousData,
  });
  return (
    <div aria-live="polite" className="min-h-25 rounded-md bg-well px-3 py-2 text-sm">
      {missing !== null ? (
        <p className="text-soft">{isTold ? "Then the next times stand here." : missing}</p>
      ) : preview.isError ? (
        <p className="text-wait">{whyNot(preview.error)}</p>
      ) : (
        <>
          <p className="text-soft">Next</p>
          {preview.data?.next.map((at) => {
            const shift = asked && !preview.isPlaceholderData ? shiftText(body, at) : null;
            return (
              <p key={at}>
                <time dateTime={at}>{plannedText(at, draft.timeZone)}</time>
                {shift && <span className="text-soft"> ({shift})</span>}
              </p>
            );
          })}
        </>
      )}
    </div>
  );
}

/** The first error; sending the form shows the others. */
function whyNot(error: Error): string {
  const [first] = error instanceof CallError ? Object.values(error.errors).flat() : [];
  return first ?? "The next times are not known: the server does not answer.";
}

const GRACES = [
  ["PT0S", "Not at all"],
  ["PT10M", "Up to 10 minutes"],
  ["PT1H", "Up to 1 hour"],
  ["PT24H", "Up to 24 hours"],
] as const;
const MISSED = [
  ["skip", "Is left out, and said to be missed"],
  ["once", "Is made up for once, by the latest time"],
] as const;

function MoreFields({ draft, errors, onChange }: DraftFieldsProps) {
  const known = GRACES.some(([grace]) => grace === draft.grace);
  const graces = known ? GRACES : [...GRACES, [draft.grace, draft.grace] as const];
  return (
    <Fold title="More" about={`${draft.timeZone}, its name, and what becomes of missed times`}>
      <TextField
        label="Time zone"
        value={draft.timeZone}
        errors={errors.time_zone}
        onChange={(timeZone) => onChange({ timeZone })}
      />
      <TextField
        label="Name"
        placeholder={sentenceOf(draft)}
        value={draft.name}
        errors={errors.name}
        onChange={(name) => onChange({ name })}
      />
      <SelectField
        label="May run late"
        errors={errors.grace}
        value={draft.grace}
        options={graces}
        onChange={(grace) => onChange({ grace })}
      />
      <SelectField
        label="What was missed by more"
        errors={errors.missed}
        hint="Times that passed while the service was away."
        value={draft.missed}
        options={MISSED}
        onChange={(missed) => onChange({ missed: missed === "once" ? "once" : "skip" })}
      />
    </Fold>
  );
}
