import type { ComponentProps, ReactNode } from "react";
import { classNames } from "../../lib/class-names.ts";
import { Field, Input } from "./field.tsx";

interface TextFieldProps extends Omit<ComponentProps<"input">, "value" | "onChange"> {
  label: string;
  value: string;
  onChange(value: string): void;
  errors?: readonly string[] | undefined;
  hint?: ReactNode;
  warning?: string | null;
  /** Monospace, without spelling check and capitals: for ids and topics. */
  code?: boolean;
}

const CODE = { autoCapitalize: "none", spellCheck: false } as const;
/** Names keep the direction of their own script. */
const WORDS = { dir: "auto" } as const;

/** A labelled input with an external value. Browsers fill it in only with `autoComplete`. */
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
