import type { ComponentProps, ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";
import { Field, Input } from "./field.tsx";

interface TextFieldProps extends Omit<ComponentProps<"input">, "value" | "onChange"> {
  label: string;
  value: string;
  onChange(value: string): void;
  errors?: readonly string[] | undefined;
  hint?: ReactNode;
  warning?: string | null;
  /** What machines read: in monospace, without spelling and capitals. */
  code?: boolean;
}

const CODE = { autoCapitalize: "none", spellCheck: false } as const;
/** What people call things has the direction of its own script. */
const WORDS = { dir: "auto" } as const;

/** A labelled line of text whose value is held elsewhere. A browser fills it only where `autoComplete` says so. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, errors, hint, warning = null, code = false, className, ...rest } = props;
  return (
    <Field label={label} errors={errors} hint={hint} warning={warning}>
      {(input) => (
        <Input
          {...input}
          autoComplete="off"
          {...(code ? CODE : WORDS)}
          {...rest}
          className={classNames(code && "font-mono", className)}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
