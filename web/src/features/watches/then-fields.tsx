/** What a watch does beside its notices: it switches one device. */

import type { Device } from "../../../../worker/contract/devices.ts";
import { Checkbox } from "../../ui/inputs/field.tsx";
import { SelectField } from "../../ui/inputs/select.tsx";
import type { WatchDraft } from "./draft.ts";

interface ThenFieldsProps {
  draft: WatchDraft;
  devices: readonly Device[];
  onChange(change: Partial<WatchDraft>): void;
}

export function ThenFields({ draft, devices, onChange }: ThenFieldsProps) {
  const { kind, thenDevice, thenOn, thenBack } = draft;
  const back = thenOn ? "off" : "on";
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-4">
      <legend className="mb-2 text-sm font-medium">Then</legend>
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <SelectField
          label="Switch a device"
          value={thenDevice}
          options={[["", "No device"], ...devices.map(({ id, name }) => [id, name] as const)]}
          onChange={(device) => onChange({ thenDevice: device })}
        />
        {thenDevice !== "" && (
          <SelectField
            label="To"
            value={thenOn ? "on" : "off"}
            options={[
              ["on", "On"],
              ["off", "Off"],
            ]}
            onChange={(state) => onChange({ thenOn: state === "on" })}
          />
        )}
      </div>
      {thenDevice !== "" && kind !== "events" && (
        <Checkbox
          label={`And ${back} again when it is over`}
          checked={thenBack}
          onChange={({ target }) => onChange({ thenBack: target.checked })}
        />
      )}
    </fieldset>
  );
}
