/** The command that the notices of a watch offer, as a button. */

import type { Device } from "../../../../worker/contract/devices.ts";
import { SelectField } from "../../ui/inputs/select.tsx";
import { TextField } from "../../ui/inputs/text-field.tsx";
import { askDevices, defaultLabel } from "./body.ts";
import type { WatchDraft } from "./draft.ts";

interface AskFieldsProps {
  draft: WatchDraft;
  devices: readonly Device[];
  errors: readonly string[] | undefined;
  onChange(change: Partial<WatchDraft>): void;
}

const KEPT = "kept";

export function AskFields({ draft, devices, errors, onChange }: AskFieldsProps) {
  const offered = askDevices(draft);
  const { askDevice, askOn, askLabel, askKept } = draft;
  if (offered.length === 0) return null;
  const nameOf = (id: string) => devices.find((each) => each.id === id)?.name ?? "A device";
  const isAsking = offered.includes(askDevice);
  const commands = offered.flatMap((id) => [
    [`${id} off`, `Turn ${nameOf(id)} off`] as const,
    [`${id} on`, `Turn ${nameOf(id)} on`] as const,
  ]);
  const choose = (value: string) => {
    const [device = "", state] = value.split(" ");
    onChange({ askKept: value === KEPT, askDevice: value === KEPT ? "" : device, askOn: state === "on" });
  };
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-4">
      <legend className="mb-2 text-sm font-medium">Button</legend>
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <SelectField
          label="Its notices offer"
          value={askKept ? KEPT : isAsking ? `${askDevice} ${askOn ? "on" : "off"}` : ""}
          errors={errors}
          options={[
            ["", "Snooze only"],
            ...(askKept ? [[KEPT, "A command with values"] as const] : []),
            ...commands,
          ]}
          onChange={choose}
        />
        {isAsking && (
          <TextField
            label="Text of the button"
            placeholder={defaultLabel(draft, nameOf(askDevice))}
            value={askLabel}
            onChange={(label) => onChange({ askLabel: label })}
          />
        )}
      </div>
    </fieldset>
  );
}
