import { Fold } from "../../../ui/fold.tsx";
import { SelectField } from "../../../ui/select.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { sentenceOf } from "./draft.ts";
import type { DraftFieldsProps } from "./timing-fields.tsx";

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
