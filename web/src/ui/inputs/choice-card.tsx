import type { ReactNode } from "react";
import { classNames } from "../../lib/class-names.ts";

interface ChoiceCardProps {
  /** The name of the radio group. */
  group: string;
  title: string;
  checked: boolean;
  /** Explains the choice. */
  children?: ReactNode;
  onChoose(): void;
}

const cardClass =
  "flex cursor-pointer gap-3 rounded-md border border-hairline p-3 text-sm hover:border-edge " +
  "has-checked:border-ink has-checked:bg-well";

/** A radio button with space for an explanation. */
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
  /** Beside each other where there is space, or always for short ones. */
  columns?: keyof typeof COLUMNS;
  children: ReactNode;
}

/** A group of radio buttons. */
export function Choices({ legend, columns = "two", children }: ChoicesProps) {
  return (
    <fieldset className={classNames("grid min-w-0 gap-2", COLUMNS[columns])}>
      <legend className="mb-2 text-sm font-medium">{legend}</legend>
      {children}
    </fieldset>
  );
}
