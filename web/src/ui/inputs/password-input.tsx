import { type ComponentProps, type ReactNode, useState } from "react";
import { classNames } from "../../lib/class-names.ts";
import { IconButton } from "../button.tsx";
import { Sign } from "../sign.tsx";
import { Field, Input } from "./field.tsx";

const EYE =
  "M1.2 8S3.6 3.4 8 3.4 14.8 8 14.8 8 12.4 12.6 8 12.6 1.2 8 1.2 8zM8 6a2 2 0 1 1 0 4 2 2 0 0 1 0-4";
const STROKE = "M2.5 13.5l11-11";

interface PasswordInputProps extends Omit<ComponentProps<"input">, "type"> {
  /** More buttons beside Show. */
  actions?: ReactNode;
}

export function PasswordInput({ actions, className, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input
        {...rest}
        type={shown ? "text" : "password"}
        spellCheck={false}
        autoCapitalize="none"
        className={classNames(actions ? "pr-32" : "pr-12", shown && "font-mono", className)}
      />
      <div className="absolute inset-y-0 right-1 flex items-center">
        <IconButton
          label={shown ? "Hide password" : "Show password"}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Sign d={shown ? `${EYE}${STROKE}` : EYE} />
        </IconButton>
        {actions}
      </div>
    </div>
  );
}

interface PasswordFieldProps extends Omit<PasswordInputProps, "value" | "onChange"> {
  label: string;
  value: string;
  onChange(value: string): void;
  errors?: readonly string[] | undefined;
  hint?: ReactNode;
}

/** A labelled password with an external value. */
export const PasswordField = ({ label, errors, hint, onChange, ...rest }: PasswordFieldProps) => (
  <Field label={label} errors={errors} hint={hint}>
    {(input) => <PasswordInput {...input} {...rest} onChange={({ target }) => onChange(target.value)} />}
  </Field>
);
