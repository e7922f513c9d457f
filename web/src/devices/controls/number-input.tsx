import { useState } from "react";
import type { DeviceControl } from "../../../../worker/contract/controls.ts";
import { classNames } from "../../lib/class-names.ts";
import { Input } from "../../ui/inputs/field.tsx";
import { type Measured, numberText } from "../values.ts";
import { controlName, controlValueText } from "./control-words.ts";
import { useCommit } from "./use-commit.ts";

/** Of the input of every kind. */
export interface ControlInputProps {
  control: DeviceControl;
  /** Null: unknown. */
  value: Measured | null;
  /** In a row of a list: one line. */
  compact?: boolean;
  /** In a form: nothing is sent, so a text needs no button. */
  inForm?: boolean;
  describedBy?: string | undefined;
  /** `isLast`: false while a slider or a colour moves. */
  onChange(value: Measured, isLast: boolean): void;
}

/** A slider; unless it is compact, with a field for an exact number. */
export function NumberInput({ control, value, compact, describedBy, onChange }: ControlInputProps) {
  const { min = 0, max = 100, step = 1 } = control;
  const slider = useCommit(() => onChange(slider.current?.valueAsNumber ?? min, true));
  const number = typeof value === "number" ? value : null;
  return (
    <div className={compact ? "contents" : "flex w-full max-w-xl min-w-0 flex-wrap items-center gap-x-4"}>
      <input
        ref={slider}
        type="range"
        min={min}
        max={max}
        step={step}
        value={number ?? min}
        aria-label={controlName(control)}
        aria-describedby={describedBy}
        data-unknown={number === null || undefined}
        aria-valuetext={number === null ? "Unknown" : controlValueText(control, number)}
        onChange={({ target }) => onChange(target.valueAsNumber, false)}
        className={classNames(
          "min-w-0 flex-1 touch-pan-y accent-(--control) pointer-coarse:h-11",
          compact ? "h-8 w-full @max-[17rem]:col-span-3 @max-[17rem]:row-start-2" : "h-10 basis-28",
        )}
      />
      {compact ? (
        <span aria-hidden="true" className="max-w-20 min-w-12 truncate text-right text-xs tabular-nums">
          {number === null ? "–" : controlValueText(control, number)}
        </span>
      ) : (
        <ExactNumber control={control} value={number} onNumber={(exact) => onChange(exact, true)} />
      )}
    </div>
  );
}

interface ExactNumberProps {
  control: DeviceControl;
  value: number | null;
  onNumber(value: number): void;
}

function ExactNumber({ control, value, onNumber }: ExactNumberProps) {
  const { min = 0, max = 100, step = 1, unit } = control;
  const [typed, setTyped] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const input = useCommit(() => {
    const { current } = input;
    if (current === null) return;
    const isNumber = current.validity.valid && Number.isFinite(current.valueAsNumber);
    setWrong(!isNumber);
    if (!isNumber) return;
    setTyped(null);
    onNumber(current.valueAsNumber);
  });
  return (
    <>
      <span className="flex items-center gap-2 text-sm">
        <Input
          ref={input}
          type="number"
          inputMode="decimal"
          min={min}
          max={max}
          step={step}
          autoComplete="off"
          placeholder="–"
          aria-label={`${controlName(control)}, exactly`}
          aria-invalid={isWrong || undefined}
          value={typed ?? value ?? ""}
          onChange={({ target }) => setTyped(target.value)}
          className="w-20! text-right tabular-nums pointer-coarse:h-11"
        />
        {unit && <span className="text-soft">{unit}</span>}
      </span>
      <p aria-live="polite" className="w-full text-xs text-stop empty:hidden">
        {isWrong &&
          `Enter a number from ${numberText(min)} to ${numberText(max)}, in steps of ${numberText(step)}.`}
      </p>
    </>
  );
}
