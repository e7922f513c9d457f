import type { ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";

interface ChoiceCardProps {
  /** Of the group of which one is chosen. */
  group: string;
  title: string;
  checked: boolean;
  /** What choosing it means. */
  children?: ReactNode;
  onChoose(): void;
}

const cardClass =
  "flex cursor-pointer gap-3 rounded-md border border-hairline p-3 text-sm hover:border-edge " +
  "has-checked:border-ink has-checked:bg-well";

/** One of several, with room to say what it means. */
export function ChoiceCard({ group, title, checked, children, onChoose }: ChoiceCardProps) {
  return (
    <label className={cardClass}>
      <input
        type="radio"
        name={group}
        checked={checked}
        onChange={onChoose}
        className="mt-0.5 size-4.5 shrink-0 accent-(--go)"
      />
      <span className="min-w-0">
        <span className="font-medium">{title}</span>
        {children && <span className="block text-xs text-soft">{children}</span>}
      </span>
    </label>
  );
}

const COLUMNS = { two: "sm:grid-cols-2", three: "md:grid-cols-3", always: "grid-cols-2" };

interface ChoicesProps {
  legend: string;
  /** Side by side where there is room, or always, where they are short. */
  columns?: keyof typeof COLUMNS;
  children: ReactNode;
}

/** Choices of which one is made. */
export function Choices({ legend, columns = "two", children }: ChoicesProps) {
  return (
    <fieldset className={classNames("grid min-w-0 gap-2", COLUMNS[columns])}>
      <legend className="mb-2 text-sm font-medium">{legend}</legend>
      {children}
    </fieldset>
  );
}
