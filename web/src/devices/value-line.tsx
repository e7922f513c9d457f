import type { LastValue } from "../../../worker/contract/series.ts";
import { classNames } from "../lib/class-names.ts";
import { useNow } from "../lib/use-now.ts";
import { ageText, isOverdue, type Measured, valueText } from "./values.ts";

interface ToldValue {
  key: string;
  name: string | null;
  unit: string | null;
  value: Measured;
  at: string;
}

interface ValueLineProps {
  values: readonly ToldValue[];
  className?: string;
}

const FRESH_MS = 60_000;

export function ValueLine({ values, className }: ValueLineProps) {
  const now = useNow();
  if (values.length === 0) return null;
  return (
    <ul className={classNames("flex flex-wrap gap-x-4 gap-y-0.5 text-sm", className)}>
      {values.map(({ key, name, unit, value, at }) => {
        const age = now - Date.parse(at);
        return (
          <li key={key} className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
            <ValueName lastValue={{ key, name }} />
            <span
              className={classNames(
                "tabular-nums wrap-anywhere",
                isOverdue(age, null) ? "text-soft" : "font-medium text-ink",
              )}
            >
              {valueText(value, unit)}
            </span>
            {age >= FRESH_MS && (
              <time dateTime={at} className="text-xs whitespace-nowrap text-soft">
                {ageText(age)}
              </time>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface ValueNameProps {
  lastValue: Pick<LastValue, "key" | "name">;
  className?: string;
}

export function ValueName({ lastValue: { key, name }, className }: ValueNameProps) {
  const look = classNames("text-xs wrap-anywhere text-soft", className);
  return name === null ? (
    <code className={look}>{key}</code>
  ) : (
    <span dir="auto" title={key} className={look}>
      {name}
    </span>
  );
}
