import type { LastValue } from "../../../../worker/contract/values.ts";
import { Select } from "../../ui/select.tsx";

interface CompareSelectProps {
  values: readonly LastValue[];
  /** Empty for none. */
  chosen: string;
  onChoose(key: string): void;
}

/** Chooses a second value for the chart. */
export function CompareSelect({ values, chosen, onChoose }: CompareSelectProps) {
  if (values.length === 0) return null;
  return (
    <Select
      aria-label="Compare with"
      className="w-44"
      value={chosen}
      onChange={({ target }) => onChoose(target.value)}
    >
      <option value="">Compare with…</option>
      {values.map(({ key, name }) => (
        <option key={key} value={key}>
          {name ?? key}
        </option>
      ))}
    </Select>
  );
}
