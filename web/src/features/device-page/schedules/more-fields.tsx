import { Field } from "../../../ui/field.tsx";
import { Fold } from "../../../ui/fold.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { sentenceOf } from "./draft.ts";
import type { DraftFieldsProps } from "./timing-fields.tsx";

const GRACES = [
  ["PT0S", "Not at all"],
  ["PT10M", "Up to 10 minutes"],
  ["PT1H", "Up to 1 hour"],
  ["PT24H", "Up to 24 hours"],
] as const;

/** What most leave as it is. */
export function MoreFields({ draft, errors, onChange }: DraftFieldsProps) {
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
      <Field label="May run late" errors={errors.grace}>
        {(input) => (
          <Select {...input} value={draft.grace} onChange={({ target }) => onChange({ grace: target.value })}>
            {graces.map(([grace, words]) => (
              <option key={grace} value={grace}>
                {words}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label="What was missed by more"
        errors={errors.missed}
        hint="Times that passed while the service was away."
      >
        {(input) => (
          <Select
            {...input}
            value={draft.missed}
            onChange={({ target }) => onChange({ missed: target.value === "once" ? "once" : "skip" })}
          >
            <option value="skip">Is left out, and said to be missed</option>
            <option value="once">Is made up for once, by the latest time</option>
          </Select>
        )}
      </Field>
    </Fold>
  );
}
