import type { LastValue } from "../../../worker/contract/series.ts";
import { classNames } from "../lib/class-names.ts";

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
