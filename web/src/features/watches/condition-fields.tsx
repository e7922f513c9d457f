import { useId } from "react";
import { WATCHED_EVENTS } from "../../../../broker/contract/watched-events.ts";
import type { FormErrors } from "../../api/problem.ts";
import { Checkbox } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { isThreshold, type WatchDraft, type WatchNames } from "./draft.ts";
import { type DurationField, durationOptions } from "./durations.ts";
import { EVENT_WORDS } from "./sentences.ts";

export interface WatchFieldsProps {
  draft: WatchDraft;
  names: WatchNames;
  errors: FormErrors;
  onChange(change: Partial<WatchDraft>): void;
}

/** The server reports every mistake of a condition under `when`. */
export function ConditionFields(props: WatchFieldsProps) {
  const { draft, errors } = props;
  const when = errors.when;
  if (draft.kind === "events") return <EventFields {...props} />;
  if (isThreshold(draft)) return <ThresholdFields {...props} />;
  if (draft.kind === "lost")
    return <Duration {...props} field="lostFor" label="Not connected for" errors={when} />;
  if (draft.kind === "not_taken")
    return <Duration {...props} field="notTakenFor" label="Not taken for" errors={when} />;
  return (
    <Duration
      {...props}
      field="silentFor"
      label="Silent for"
      errors={when}
      more={[["auto", "Longer than usual"]]}
      hint="Longer than usual: three times the usual time between two values."
    />
  );
}

interface DurationProps extends Pick<WatchFieldsProps, "draft" | "onChange"> {
  field: Exclude<DurationField, "repeat">;
  label: string;
  errors: readonly string[] | undefined;
  more?: readonly (readonly [string, string])[];
  hint?: string;
}

const Duration = ({ draft, onChange, field, label, errors, more = [], hint }: DurationProps) => (
  <SelectField
    label={label}
    value={draft[field]}
    errors={errors}
    hint={hint}
    options={[...more, ...durationOptions(field, draft[field])]}
    onChange={(value) => onChange({ [field]: value })}
  />
);

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
      <Duration draft={draft} onChange={onChange} field="holdsFor" label="For" errors={undefined} />
      <TextField
        label={`Over again at${unit}`}
        inputMode="decimal"
        value={clear}
        hint="A little apart from the limit, so that a value that swings around it sends one notice. Empty: the limit."
        onChange={(value) => onChange({ clear: value })}
      />
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
