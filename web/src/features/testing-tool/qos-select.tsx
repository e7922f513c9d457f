import type { Qos } from "../../live/connection.ts";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";

export function QosSelect({ value, onChange }: { value: Qos; onChange: (qos: Qos) => void }) {
  return (
    <Field label="QoS">
      {(input) => (
        <Select
          {...input}
          value={value}
          onChange={(event) => onChange(event.target.value === "1" ? 1 : 0)}
          className="w-20"
        >
          <option value={0}>0</option>
          <option value={1}>1</option>
        </Select>
      )}
    </Field>
  );
}
