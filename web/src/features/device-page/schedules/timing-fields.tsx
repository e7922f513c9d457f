import { Field, Input } from "../../../ui/field.tsx";
import { SelectField } from "../../../ui/select.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { DayBoxes } from "./day-boxes.tsx";
import { type DraftFieldsProps, isSun, isWeekly, RHYTHMS } from "./draft.ts";
import { PlaceFields } from "./place-fields.tsx";

export function TimingFields({ draft, errors, onChange }: DraftFieldsProps) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-3">
      <SelectField
        label="When"
        errors={errors.when}
        value={draft.rhythm}
        options={RHYTHMS}
        onChange={(chosen) => {
          const rhythm = RHYTHMS.find(([each]) => each === chosen)?.[0];
          if (rhythm) onChange({ rhythm });
        }}
      />
      <Moment draft={draft} errors={errors} onChange={onChange} />
      <SelectField
        label="Switch it"
        errors={errors.state}
        value={draft.on ? "on" : "off"}
        options={[
          ["off", "Off"],
          ["on", "On"],
        ]}
        onChange={(state) => onChange({ on: state === "on" })}
      />
      {isWeekly(draft) && <DayBoxes days={draft.days} onChange={(days) => onChange({ days })} />}
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
          type={draft.rhythm === "time" ? "time" : "datetime-local"}
          value={draft.rhythm === "time" ? draft.time : draft.moment}
          onChange={({ target: { value } }) =>
            onChange(draft.rhythm === "time" ? { time: value } : { moment: value })
          }
        />
      )}
    </Field>
  );
}
