import type { ChannelSeries } from "../../../../worker/contract/channel-series.ts";
import { Checkbox } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { TextField } from "../../ui/text-field.tsx";

interface SeriesFieldsProps {
  value: ChannelSeries | null;
  errors: readonly string[] | undefined;
  kept: boolean;
  onChange(value: ChannelSeries | null): void;
}

const NEW: ChannelSeries = { name: "", path: "", unit: null };

export function SeriesFields({ value, errors, kept, onChange }: SeriesFieldsProps) {
  return (
    <>
      <Checkbox
        label="Store its values over time"
        checked={value !== null}
        onChange={({ target }) => onChange(target.checked ? NEW : null)}
      />
      {value === null ? (
        kept && <Note tone="wait">The stored values of this channel will be deleted.</Note>
      ) : (
        <>
          <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_8rem]">
            <TextField
              label="Value Name"
              required
              value={value.name}
              onChange={(name) => onChange({ ...value, name })}
              hint="For example Moisture."
            />
            <TextField
              label="Unit"
              value={value.unit ?? ""}
              onChange={(unit) => onChange({ ...value, unit })}
              hint="For example %."
            />
          </div>
          <TextField
            code
            label="Path"
            value={value.path}
            errors={errors}
            onChange={(path) => onChange({ ...value, path })}
            hint="Where the number is in a JSON message, for example /soil/moisture. Empty: the message is the number."
          />
        </>
      )}
    </>
  );
}
