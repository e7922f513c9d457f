import type { Qos } from "../../live/connection.ts";
import { SelectField } from "../../ui/select.tsx";

const OPTIONS = [
  [0, "0"],
  [1, "1"],
] as const;

export function QosSelect({ value, onChange }: { value: Qos; onChange: (qos: Qos) => void }) {
  return (
    <SelectField
      label="QoS"
      value={value}
      options={OPTIONS}
      onChange={(qos) => onChange(qos === "1" ? 1 : 0)}
      className="w-20"
    />
  );
}
