import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { WATCHED_EVENTS } from "../../../../broker/contract/device-events.ts";
import type { Device } from "../../../../worker/contract/devices.ts";
import { call } from "../../api/call.ts";
import type { FormErrors } from "../../api/problem.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { DialogForm } from "../../ui/dialogs/dialog-form.tsx";
import { Checkbox } from "../../ui/inputs/field.tsx";
import { SelectField } from "../../ui/inputs/select.tsx";
import { TextField } from "../../ui/inputs/text-field.tsx";
import { Fold } from "../../ui/layout/fold.tsx";
import { AskFields } from "./ask-fields.tsx";
import { bodyOf, defaultName, thenTarget } from "./body.ts";
import { CONDITIONS, type ConditionRow, EVENT_WORDS, watchSentence } from "./conditions.ts";
import type { WatchDraft, WatchNames } from "./draft.ts";
import { DURATIONS, durationOptions } from "./durations.ts";
import { namesIn } from "./names.ts";
import { NEW_MAIL, TargetFields } from "./targets/target-fields.tsx";
import { ThenFields } from "./then-fields.tsx";

interface WatchFormProps {
  /** Null: a new watch. */
  id: string | null;
  first: WatchDraft;
  devices: Device[];
  onClose(): void;
}

export function WatchForm({ id, first, devices, onClose }: WatchFormProps) {
  const client = useQueryClient();
  const { busy, problem, run } = useFormCall({
    fallback: "The watch could not be saved.",
    done: id === null ? "Watch added." : "Watch updated.",
  });
  const [draft, setDraft] = useState(first);
  const names = namesIn(devices, draft.deviceId, draft.key);
  const onChange = (change: Partial<WatchDraft>) => setDraft((before) => ({ ...before, ...change }));
  const fields = { draft, names, errors: problem.fields, onChange };
  const save = async () => {
    const saved = await run(async () => {
      const targets = await targetsOf(draft);
      // also shown if the watch is refused: the email target exists now, and the next attempt names it
      onChange({ targets });
      const askName = devices.find((device) => device.id === draft.askDevice)?.name;
      const body = bodyOf({ ...draft, targets }, names, askName);
      await (id === null ? call("createWatch", { body }) : call("updateWatch", { id, body }));
    });
    await client.invalidateQueries({ queryKey: queryKeys.targets });
    if (!saved) return;
    await client.invalidateQueries({ queryKey: queryKeys.watches });
    onClose();
  };
  return (
    <DialogForm
      problem={problem}
      busy={busy}
      submit={id === null ? "Add Watch" : "Update Watch"}
      onSubmit={save}
      onCancel={onClose}
    >
      <p dir="auto" className="text-base font-medium wrap-anywhere">
        Tell me when {watchSentence(draft, names)}
      </p>
      <ConditionFields {...fields} />
      <TargetFields
        chosen={draft.targets}
        errors={problem.fields.targets}
        onChange={(targets) => onChange({ targets })}
      />
      <ThenFields draft={draft} devices={devices} onChange={onChange} />
      <AskFields draft={draft} devices={devices} errors={problem.fields.actions} onChange={onChange} />
      <MoreFields {...fields} />
    </DialogForm>
  );
}

/** Creates the targets that the form describes. Creating one twice gives the same one. */
async function targetsOf(draft: WatchDraft): Promise<string[]> {
  const then = thenTarget(draft);
  const targets = draft.targets.filter((target) => target !== NEW_MAIL);
  if (draft.targets.includes(NEW_MAIL))
    targets.push((await call("createTarget", { body: { kind: "mail" } })).id);
  if (then !== null) targets.push((await call("createTarget", { body: then })).id);
  return [...new Set(targets)];
}

function MoreFields({ draft, names, errors, onChange }: WatchFieldsProps & { names: WatchNames }) {
  const repeats = durationOptions(DURATIONS.repeat, draft.repeat).map(
    ([iso, words]) => [iso, `Every ${words}`] as const,
  );
  return (
    <Fold title="More" about="Its name, and repeated notices">
      <TextField
        label="Name"
        placeholder={defaultName(draft, names)}
        value={draft.name}
        errors={errors.name}
        onChange={(name) => onChange({ name })}
      />
      {draft.kind !== "events" && (
        <SelectField
          label="Repeat while it lasts"
          value={draft.repeat}
          errors={errors.repeat}
          options={[["", "No: one notice, and one when it is over"], ...repeats]}
          onChange={(repeat) => onChange({ repeat })}
        />
      )}
    </Fold>
  );
}

interface WatchFieldsProps {
  draft: WatchDraft;
  names: WatchNames;
  errors: FormErrors;
  onChange(change: Partial<WatchDraft>): void;
}

const FORMS: Record<ConditionRow["form"], (props: WatchFieldsProps) => ReactNode> = {
  duration: Duration,
  threshold: ThresholdFields,
  increase: IncreaseFields,
  events: EventFields,
};

/** The server reports every mistake of a condition under `when`. */
function ConditionFields(props: WatchFieldsProps) {
  const Fields = FORMS[CONDITIONS[props.draft.kind].form];
  return <Fields {...props} />;
}

function Duration({ draft, onChange, errors }: Omit<WatchFieldsProps, "names">) {
  const { duration } = CONDITIONS[draft.kind];
  if (duration === null) return null;
  const { label, choices, hint, auto } = duration;
  const options = durationOptions(choices, draft.duration);
  return (
    <SelectField
      label={label}
      value={draft.duration}
      errors={errors.when}
      hint={hint}
      options={auto === undefined ? options : [["auto", auto], ...options]}
      onChange={(duration) => onChange({ duration })}
    />
  );
}

function ThresholdFields({ draft, names, errors, onChange }: WatchFieldsProps) {
  const { kind, threshold, clear } = draft;
  const unit = names.unit ? ` (${names.unit})` : "";
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
      <SelectField
        label="When it is"
        value={kind}
        options={[
          ["above", "Above"],
          ["below", "Below"],
        ]}
        onChange={(value) => onChange({ kind: value === "below" ? "below" : "above" })}
      />
      <TextField
        label={`Limit${unit}`}
        inputMode="decimal"
        value={threshold}
        errors={errors.when}
        onChange={(value) => onChange({ threshold: value })}
      />
      <Duration draft={draft} onChange={onChange} errors={{}} />
      <TextField
        label={`Back to normal ${kind === "above" ? "below" : "above"}${unit}`}
        inputMode="decimal"
        value={clear}
        hint="A little apart from the limit, so that a value that swings around it sends one notice. Empty: the limit."
        onChange={(value) => onChange({ clear: value })}
      />
    </div>
  );
}

function IncreaseFields({ draft, names, errors, onChange }: WatchFieldsProps) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
      <TextField
        label={`Adds more than${names.unit ? ` (${names.unit})` : ""}`}
        inputMode="decimal"
        value={draft.threshold}
        errors={errors.when}
        hint="A fall of the counter is a reset: it counts from zero again."
        onChange={(threshold) => onChange({ threshold })}
      />
      <Duration draft={draft} onChange={onChange} errors={{}} />
    </div>
  );
}

function EventFields({ draft: { events }, errors: { when = [] }, onChange }: WatchFieldsProps) {
  const id = useId();
  return (
    <fieldset
      className="grid min-w-0 gap-2 sm:grid-cols-2"
      aria-describedby={when.length > 0 ? id : undefined}
    >
      <legend className="mb-2 text-sm font-medium">When it</legend>
      {WATCHED_EVENTS.map((event) => (
        <Checkbox
          key={event}
          label={EVENT_WORDS[event]}
          checked={events.includes(event)}
          onChange={({ target }) =>
            onChange({
              events: WATCHED_EVENTS.filter((each) =>
                each === event ? target.checked : events.includes(each),
              ),
            })
          }
        />
      ))}
      {when.length > 0 && (
        <p id={id} role="alert" className="text-sm text-stop sm:col-span-2">
          {when.join(" ")}
        </p>
      )}
    </fieldset>
  );
}
