import { CalendarDays, ChevronDown, ChevronLeft, ChevronRight } from "lucide-react";
import * as Popover from "radix-ui/popover";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { addDays, type CalendarDay, calendarDay, startOfDay } from "../lib/calendar-day.ts";
import { addMonths, weeksOfMonth } from "../lib/calendar-month.ts";
import { classNames } from "../lib/class-names.ts";
import { Button, IconButton } from "./button.tsx";
import { controlClass } from "./field.tsx";

const SHORT = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric" });
const MONTH = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric" });
const FULL = new Intl.DateTimeFormat("en-US", { dateStyle: "full" });
const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

const text = (format: Intl.DateTimeFormat, day: CalendarDay): string => format.format(startOfDay(day) ?? 0);

interface DayPickerProps {
  label: string;
  /** The choice of no day in particular. */
  anyDay: string;
  value: CalendarDay | undefined;
  onChange(day: CalendarDay | undefined): void;
  className?: string;
}

/** A button that opens a calendar to pick one day, or any. */
export function DayPicker({ label, anyDay, value, onChange, className }: DayPickerProps) {
  const [open, setOpen] = useState(false);
  const choose = (day: CalendarDay | undefined) => {
    onChange(day);
    setOpen(false);
  };
  const shown = value ? text(SHORT, value) : anyDay;
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        aria-label={`${label}: ${shown}`}
        className={classNames(controlClass, "flex h-10 items-center gap-2 text-left", className)}
      >
        <CalendarDays className="size-4 shrink-0 text-soft" aria-hidden="true" />
        <span className="flex-1 truncate">{shown}</span>
        <ChevronDown className="size-4 shrink-0 text-soft" aria-hidden="true" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          className="z-50 w-76 max-w-[95vw] animate-appear rounded-lg border border-hairline bg-panel p-3 shadow-lift"
        >
          <Calendar value={value} onChange={choose} />
          <Button size="sm" className="mt-2 w-full" onClick={() => choose(undefined)}>
            {anyDay}
          </Button>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Where the keys move the focus from a day. */
function dayAfterKey(day: CalendarDay, event: KeyboardEvent): CalendarDay | null {
  const weekday = startOfDay(day)?.getDay() ?? 0;
  switch (event.key) {
    case "ArrowLeft":
      return addDays(day, -1);
    case "ArrowRight":
      return addDays(day, 1);
    case "ArrowUp":
      return addDays(day, -7);
    case "ArrowDown":
      return addDays(day, 7);
    case "Home":
      return addDays(day, -weekday);
    case "End":
      return addDays(day, 6 - weekday);
    case "PageUp":
      return addMonths(day, -1);
    case "PageDown":
      return addMonths(day, 1);
    default:
      return null;
  }
}

function Calendar({ value, onChange }: { value: CalendarDay | undefined; onChange(day: CalendarDay): void }) {
  const today = calendarDay(new Date());
  const [focused, setFocused] = useState(value ?? today);
  const grid = useRef<HTMLTableElement>(null);
  const byKey = useRef(true);
  useEffect(() => {
    // The arrows beside the month keep the focus; the keys, and opening, move it to the day.
    if (byKey.current) grid.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus();
  }, [focused]);
  const turn = (months: number) => {
    byKey.current = false;
    setFocused(addMonths(focused, months));
  };
  const move = (event: KeyboardEvent) => {
    const next = dayAfterKey(focused, event);
    if (!next) return;
    event.preventDefault();
    byKey.current = true;
    setFocused(next);
  };
  return (
    <>
      <div className="mb-1 flex items-center justify-between">
        <IconButton label="Previous month" onClick={() => turn(-1)}>
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <p aria-live="polite" className="text-sm font-semibold">
          {text(MONTH, focused)}
        </p>
        <IconButton label="Next month" onClick={() => turn(1)}>
          <ChevronRight aria-hidden="true" />
        </IconButton>
      </div>
      <table ref={grid} onKeyDown={move} className="w-full table-fixed text-center text-sm">
        <thead>
          <tr className="text-xs text-soft">
            {WEEKDAYS.map((weekday) => (
              <th key={weekday} scope="col" className="py-1 font-normal">
                {weekday}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOfMonth(focused).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} className="p-0">
                  <button
                    type="button"
                    data-day={day}
                    tabIndex={day === focused ? 0 : -1}
                    aria-label={text(FULL, day)}
                    aria-pressed={day === value}
                    aria-current={day === today ? "date" : undefined}
                    onClick={() => onChange(day)}
                    className={classNames(
                      "h-9 w-full rounded-sm tabular-nums hover:bg-well",
                      day.slice(0, 7) !== focused.slice(0, 7) && "text-soft",
                      day === today && "font-semibold underline underline-offset-4",
                      day === value && "bg-ink text-paper hover:bg-ink",
                    )}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
