import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Field, Input } from "../../ui/inputs/field.tsx";
import { fieldText, ownRange, PRESETS, presetOf, type Range, stretchOf } from "./range.ts";

interface RangeBarProps {
  range: Range;
  onRange(range: Range): void;
}

export function RangeBar({ range, onRange }: RangeBarProps) {
  const [isOwn, setOwn] = useState(false);
  const preset = isOwn ? undefined : presetOf(range);
  return (
    <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">How far back</legend>
        {PRESETS.map((each) => (
          <Button
            key={each.text}
            size="sm"
            look={each === preset ? "secondary" : "quiet"}
            aria-pressed={each === preset}
            aria-label={each.name}
            onClick={() => {
              setOwn(false);
              onRange({ last: each.last });
            }}
          >
            {each.text}
          </Button>
        ))}
        <Button
          size="sm"
          look={preset ? "quiet" : "secondary"}
          aria-pressed={preset === undefined}
          aria-expanded={isOwn}
          onClick={() => setOwn(!isOwn)}
        >
          Custom
        </Button>
      </fieldset>
      {isOwn && <OwnRange range={range} onRange={onRange} />}
    </div>
  );
}

function OwnRange({ range, onRange }: RangeBarProps) {
  const [{ from, to }, setFields] = useState(() => {
    const stretch = stretchOf(range, Date.now());
    return { from: fieldText(stretch.from), to: fieldText(stretch.to) };
  });
  const [problem, setProblem] = useState<string | null>(null);
  const show = (event: FormEvent) => {
    event.preventDefault();
    const own = ownRange(from, to, Date.now());
    setProblem(typeof own === "string" ? own : null);
    if (typeof own !== "string") onRange(own);
  };
  return (
    <form
      noValidate
      onSubmit={show}
      className="grid w-full items-end gap-3 sm:grid-cols-[auto_auto_auto] sm:justify-start"
    >
      <Field label="From">
        {(input) => (
          <Input
            {...input}
            type="datetime-local"
            value={from}
            onChange={({ target }) => setFields({ from: target.value, to })}
          />
        )}
      </Field>
      <Field label="To">
        {(input) => (
          <Input
            {...input}
            type="datetime-local"
            value={to}
            onChange={({ target }) => setFields({ from, to: target.value })}
          />
        )}
      </Field>
      <Button type="submit">Show</Button>
      <p aria-live="polite" className="text-sm text-stop empty:hidden sm:col-span-3">
        {problem}
      </p>
    </form>
  );
}
