import { ChevronDown } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "../../lib/class-names.ts";
import { controlClass, Field } from "./field.tsx";

/** The native select: the best one on phones, and accessible. */
export function Select({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <div className={classNames("relative min-w-0", className)}>
      <select {...rest} className={classNames(controlClass, "h-10 appearance-none truncate pr-9")}>
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-soft"
      />
    </div>
  );
}

interface SelectFieldProps extends Omit<ComponentProps<"select">, "value" | "onChange" | "children"> {
  label: string;
  value: string | number;
  options: readonly (readonly [value: string | number, text: string])[];
  onChange(value: string): void;
  errors?: readonly string[] | undefined;
  hint?: ReactNode;
}

/** A labelled select with an external value. */
export function SelectField({ label, options, onChange, errors, hint, ...rest }: SelectFieldProps) {
  return (
    <Field label={label} errors={errors} hint={hint}>
      {(input) => (
        <Select {...input} {...rest} onChange={({ target }) => onChange(target.value)}>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
