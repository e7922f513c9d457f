import { Field, Input } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { type Draft, isDaily, isSun, RHYTHMS } from "./draft.ts";

export interface DraftFieldsProps {
  draft: Draft;
  errors: Readonly<Record<string, readonly string[] | undefined>>;
  onChange(change: Partial<Draft>): void;
}

/** When, and to what: the sentence. */
export function TimingFields({ draft, errors, onChange }: DraftFieldsProps) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-3">
      <Field label="When" errors={errors.when}>
        {(input) => (
          <Select
            {...input}
            value={draft.rhythm}
            onChange={({ target }) => onChange({ rhythm: target.value })}
          >
            {RHYTHMS.map(([rhythm, words]) => (
              <option key={rhythm} value={rhythm}>
                {words}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Moment draft={draft} errors={errors} onChange={onChange} />
      <Field label="Switch it" errors={errors.state}>
        {(input) => (
          <Select
            {...input}
            value={draft.on ? "on" : "off"}
            onChange={({ target }) => onChange({ on: target.value === "on" })}
          >
            <option value="off">Off</option>
            <option value="on">On</option>
          </Select>
        )}
      </Field>
      {isSun(draft) && <PlaceFields draft={draft} errors={errors} onChange={onChange} />}
    </div>
  );
}

function Moment({ draft, onChange }: DraftFieldsProps) {
  if (isSun(draft)) {
    return (
      <TextField
        label="Minutes after"
        inputMode="numeric"
        hint="Before it: -30"
        value={draft.minutes}
        onChange={(minutes) => onChange({ minutes })}
      />
    );
  }
  if (draft.rhythm === "cron") {
    return (
      <TextField
        code
        label="Pattern"
        hint="Minute, hour, day of the month, month, day of the week"
        value={draft.cron}
        onChange={(cron) => onChange({ cron })}
      />
    );
  }
  return (
    <Field label="At">
      {(input) => (
        <Input
          {...input}
          type={isDaily(draft) ? "time" : "datetime-local"}
          value={isDaily(draft) ? draft.time : draft.moment}
          onChange={({ target: { value } }) => onChange(isDaily(draft) ? { time: value } : { moment: value })}
        />
      )}
    </Field>
  );
}

function PlaceFields({ draft, errors, onChange }: DraftFieldsProps) {
  return (
    <>
      <TextField
        label="Latitude"
        inputMode="decimal"
        value={draft.lat}
        errors={errors.place}
        hint="North of the equator, such as 52.52"
        onChange={(lat) => onChange({ lat })}
      />
      <TextField
        label="Longitude"
        inputMode="decimal"
        value={draft.lon}
        hint="East of Greenwich, such as 13.40"
        onChange={(lon) => onChange({ lon })}
      />
    </>
  );
}
