import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { IconButton } from "../../../ui/button.tsx";
import { Field, TextArea } from "../../../ui/inputs/field.tsx";
import { SelectField } from "../../../ui/inputs/select.tsx";
import { TextField } from "../../../ui/inputs/text-field.tsx";
import { type ControlDraft, KINDS } from "./control-drafts.ts";

interface ControlFieldsProps {
  draft: ControlDraft;
  /** Its place in the list, from 1. */
  number: number;
  isFirst: boolean;
  isLast: boolean;
  errors: readonly string[];
  onChange(change: Partial<ControlDraft>): void;
  onMove(by: -1 | 1): void;
  onRemove(): void;
}

const MAX_NAME = 64;
const MAX_UNIT = 16;

export function ControlFields(props: ControlFieldsProps) {
  const { draft, number, isFirst, isLast, errors, onChange, onMove, onRemove } = props;
  const title = draft.name.trim() || draft.key.trim() || `Control ${number}`;
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3 rounded-md border border-hairline p-3 sm:p-4">
      <legend className="sr-only">{title}</legend>
      <div className="flex items-center gap-1">
        <p dir="auto" aria-hidden="true" className="min-w-0 flex-1 truncate text-sm font-semibold">
          {title}
        </p>
        <IconButton label={`Move ${title} up`} disabled={isFirst} onClick={() => onMove(-1)}>
          <ArrowUp aria-hidden="true" />
        </IconButton>
        <IconButton label={`Move ${title} down`} disabled={isLast} onClick={() => onMove(1)}>
          <ArrowDown aria-hidden="true" />
        </IconButton>
        <IconButton label={`Remove ${title}`} onClick={onRemove}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
      <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-3">
        <TextField
          code
          label="Key"
          placeholder="brightness"
          value={draft.key}
          errors={errors}
          onChange={(key) => onChange({ key })}
        />
        <SelectField
          label="Kind"
          value={draft.kind}
          options={KINDS}
          onChange={(chosen) => {
            const kind = KINDS.find(([each]) => each === chosen)?.[0];
            if (kind) onChange({ kind });
          }}
        />
        <TextField
          label="Name"
          placeholder="From its key"
          maxLength={MAX_NAME}
          value={draft.name}
          onChange={(name) => onChange({ name })}
        />
      </div>
      {draft.kind === "number" && <NumberFields draft={draft} onChange={onChange} />}
      {draft.kind === "choice" && (
        <Field label="Options" hint="2 to 20, one a line.">
          {(input) => (
            <TextArea
              {...input}
              dir="auto"
              value={draft.options}
              onChange={({ target }) => onChange({ options: target.value })}
            />
          )}
        </Field>
      )}
    </fieldset>
  );
}

const BOUNDS = [
  ["min", "Least"],
  ["max", "Most"],
  ["step", "Step"],
] as const;

function NumberFields({ draft, onChange }: Pick<ControlFieldsProps, "draft" | "onChange">) {
  return (
    <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-4">
      {BOUNDS.map(([field, label]) => (
        <TextField
          key={field}
          type="number"
          step="any"
          inputMode="decimal"
          label={label}
          value={draft[field]}
          onChange={(text) => onChange({ [field]: text })}
        />
      ))}
      <TextField
        label="Unit"
        placeholder="%"
        maxLength={MAX_UNIT}
        value={draft.unit}
        onChange={(unit) => onChange({ unit })}
      />
    </div>
  );
}
