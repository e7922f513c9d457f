import { DAY_NAMES, EVERY_DAY, shortDay, WEEK, WEEKDAYS, WEEKEND } from "../../../devices/schedule-words.ts";
import { Button } from "../../../ui/button.tsx";

const PRESETS = [
  ["Every day", EVERY_DAY],
  ["Weekdays", WEEKDAYS],
  ["Weekend", WEEKEND],
] as const;

interface DayBoxesProps {
  days: readonly number[];
  onChange(days: readonly number[]): void;
}

const boxClass =
  "flex min-h-10 cursor-pointer items-center justify-center gap-1.5 rounded-md border border-hairline text-sm " +
  "hover:border-edge has-checked:border-edge has-checked:bg-well";

/** The seven days of the week, and buttons for the usual choices. */
export function DayBoxes({ days, onChange }: DayBoxesProps) {
  const turned = (day: number) =>
    EVERY_DAY.filter((each) => (each === day ? !days.includes(day) : days.includes(each)));
  return (
    <fieldset className="grid min-w-0 gap-2 sm:col-span-3">
      <legend className="mb-1.5 text-sm font-medium">Days</legend>
      <div className="grid grid-cols-4 gap-1.5 sm:grid-cols-7">
        {WEEK.map((day) => (
          <label key={day} className={boxClass}>
            <input
              type="checkbox"
              aria-label={DAY_NAMES[day]}
              className="size-4.5 accent-(--go)"
              checked={days.includes(day)}
              onChange={() => onChange(turned(day))}
            />
            {shortDay(day)}
          </label>
        ))}
      </div>
      <div className="flex flex-wrap gap-1.5">
        {PRESETS.map(([text, preset]) => (
          <Button key={text} size="sm" onClick={() => onChange(preset)}>
            {text}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
