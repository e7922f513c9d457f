import { useQuery } from "@tanstack/react-query";
import type { ControlSet } from "../../../../../broker/contract/controls.ts";
import type { DeviceControl } from "../../../../../worker/contract/controls.ts";
import { deviceQuery } from "../../../api/queries.ts";
import { ControlInput } from "../../../devices/controls/control-input.tsx";
import { controlName } from "../../../devices/controls/control-words.ts";
import type { Measured } from "../../../devices/values.ts";
import { Checkbox } from "../../../ui/inputs/field.tsx";
import type { DraftFieldsProps } from "./draft.ts";

/** The controls that a schedule sets beside the state; nothing for a device without any. */
export function SetFields({ deviceId, draft, errors, onChange }: DraftFieldsProps & { deviceId: string }) {
  const controls = useQuery(deviceQuery(deviceId)).data?.controls ?? [];
  if (controls.length === 0) return null;
  const set = draft.set ?? {};
  const change = (next: ControlSet) => onChange({ set: Object.keys(next).length === 0 ? null : next });
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="mb-1 text-sm font-medium">And set</legend>
      {controls.map((control) => (
        <SetField
          key={control.key}
          control={control}
          value={set[control.key]}
          onValue={(value) => {
            const { [control.key]: _before, ...others } = set;
            change(value === undefined ? others : { ...others, [control.key]: value });
          }}
        />
      ))}
      <div aria-live="polite" className="text-sm text-stop empty:hidden">
        {errors.set?.map((error) => (
          <p key={error}>{error}</p>
        ))}
      </div>
    </fieldset>
  );
}

interface SetFieldProps {
  control: DeviceControl;
  /** Undefined: the schedule does not set it. */
  value: Measured | undefined;
  onValue(value: Measured | undefined): void;
}

function SetField({ control, value, onValue }: SetFieldProps) {
  return (
    <div className="grid min-h-11 items-center gap-x-4 max-sm:pb-2 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <Checkbox
        label={controlName(control)}
        checked={value !== undefined}
        onChange={({ target }) => onValue(target.checked ? firstValue(control) : undefined)}
      />
      {value !== undefined && control.kind !== "button" && (
        <ControlInput inForm control={control} value={value} onChange={onValue} />
      )}
    </div>
  );
}

/** The value that a control begins with: the one that it has now. */
function firstValue({ kind, wanted, min = 0, options = [] }: DeviceControl): Measured {
  if (wanted !== null) return wanted;
  switch (kind) {
    case "number":
      return min;
    case "choice":
      return options[0] ?? "";
    case "toggle":
    case "button":
      return true;
    case "color":
      return "#ffffff";
    case "text":
      return "";
  }
}
