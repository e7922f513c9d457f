import { useQueryClient } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { HISTORY_DAYS, MAX_HISTORY_FILTERS } from "../../../../broker/contract/message-history.ts";
import type { Settings } from "../../../../worker/contract/settings.ts";
import { call } from "../../api/call.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { DialogForm } from "../../ui/dialogs/dialog-form.tsx";
import { TextField } from "../../ui/inputs/text-field.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { DailyCost } from "./daily-cost.tsx";

interface FilterDraft {
  filter: string;
  days: string;
}

const NEW: FilterDraft = { filter: "", days: "7" };

interface HistoryFormProps {
  settings: Settings;
  onClose(): void;
}

export default function HistoryForm({ settings: { profile, history }, onClose }: HistoryFormProps) {
  const client = useQueryClient();
  const { busy, problem, run } = useFormCall({
    fallback: "Failed to save the history. Please try again.",
    done: "History saved.",
  });
  const [list, setList] = useState<readonly FilterDraft[]>(
    history.length === 0 ? [NEW] : history.map(({ filter, days }) => ({ filter, days: String(days) })),
  );
  const isLess = history.some(({ filter }) => !list.some((each) => each.filter.trim() === filter));
  const submit = async () => {
    const filters = list.map(({ filter, days }) => ({ filter: filter.trim(), days: days.trim() }));
    const saved = await run(async () => {
      const body = { profile, history: filters };
      client.setQueryData(queryKeys.settings, await call("updateSettings", { body }));
    });
    if (saved) onClose();
  };
  return (
    <DialogForm problem={problem} busy={busy} submit="Save History" onSubmit={submit} onCancel={onClose}>
      {list.map((each, at) => (
        <OneFilter
          // biome-ignore lint/suspicious/noArrayIndexKey: a filter is its place, whatever is typed into it
          key={at}
          number={at + 1}
          draft={each}
          onChange={(by) => setList(list.with(at, { ...each, ...by }))}
          onRemove={() => setList(list.toSpliced(at, 1))}
        />
      ))}
      {(problem.fields.history ?? []).map((sentence) => (
        <p key={sentence} role="alert" className="text-sm text-stop">
          {sentence}
        </p>
      ))}
      {list.length < MAX_HISTORY_FILTERS && (
        <Button className="justify-self-start" onClick={() => setList([...list, NEW])}>
          <Plus className="size-4" aria-hidden="true" />
          Add Topics
        </Button>
      )}
      <DailyCost filters={list.map(({ filter }) => filter.trim())} />
      <p className="text-xs text-soft">
        Messages at QoS 1 write a row each, or one for all of the same moment. Those at QoS 0 write few.
      </p>
      {isLess && (
        <Note tone="wait">
          The messages of topics that you remove are deleted, unless another line has all of them.
        </Note>
      )}
    </DialogForm>
  );
}

interface OneFilterProps {
  /** Its place in the list, from 1. */
  number: number;
  draft: FilterDraft;
  onChange(by: Partial<FilterDraft>): void;
  onRemove(): void;
}

const OneFilter = ({ number, draft, onChange, onRemove }: OneFilterProps) => (
  <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)_5rem_auto] items-start gap-3">
    <legend className="sr-only">{`Topics ${number}`}</legend>
    <TextField
      code
      label="Topics"
      required
      value={draft.filter}
      onChange={(filter) => onChange({ filter })}
      hint="For example greenhouse/#"
    />
    <TextField
      label="Days"
      inputMode="numeric"
      required
      value={draft.days}
      onChange={(days) => onChange({ days })}
      hint={`${HISTORY_DAYS.min} to ${HISTORY_DAYS.max}`}
    />
    <div className="pt-7.5">
      <IconButton label={`Remove ${draft.filter.trim() || `topics ${number}`}`} onClick={onRemove}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </div>
  </fieldset>
);
