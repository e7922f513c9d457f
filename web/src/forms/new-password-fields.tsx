import { useState } from "react";
import { PASSWORD_MIN_LENGTH } from "../../../worker/contract/limits.ts";
import { PAGE_MESSAGES } from "../../../worker/contract/sentences.ts";
import type { FormErrors } from "../api/problem.ts";
import { classNames } from "../lib/class-names.ts";
import { Field } from "../ui/field.tsx";
import { PasswordField, PasswordInput } from "../ui/password-input.tsx";
import { PASSWORD_CRITERIA } from "./password-criteria.ts";

export function newPasswordErrors(password: string, confirmation: string): FormErrors | null {
  if (password.length < PASSWORD_MIN_LENGTH) return { password: [PAGE_MESSAGES.passwordTooShort] };
  if (password !== confirmation) return { confirm_password: [PAGE_MESSAGES.passwordsDiffer] };
  return null;
}

interface NewPasswordFieldsProps {
  label?: string;
  errors: FormErrors;
  criteria?: boolean;
}

export function NewPasswordFields({ label = "Password", errors, criteria = false }: NewPasswordFieldsProps) {
  const [password, setPassword] = useState("");
  return (
    <>
      <PasswordField
        label={label}
        name="password"
        autoComplete="new-password"
        value={password}
        errors={errors.password}
        hint={criteria && <PasswordCriteria password={password} />}
        onChange={setPassword}
      />
      <Field label="Confirm password" errors={errors.confirm_password}>
        {(input) => <PasswordInput {...input} name="confirm_password" autoComplete="new-password" />}
      </Field>
    </>
  );
}

function PasswordCriteria({ password }: { password: string }) {
  return (
    <ul className="mt-1 grid gap-1">
      {PASSWORD_CRITERIA.map(({ text, met }) => {
        const done = met(password);
        return (
          <li key={text} className={classNames("flex items-center gap-2", done ? "text-go" : "text-soft")}>
            <svg viewBox="0 0 12 12" className="size-3" fill="none" stroke="currentColor" aria-hidden="true">
              {done ? <path d="m2 6.5 2.7 2.7L10 3.5" strokeWidth="2" /> : <circle cx="6" cy="6" r="4" />}
            </svg>
            {text}
            <span className="sr-only">{done ? ": met" : ": not met yet"}</span>
          </li>
        );
      })}
    </ul>
  );
}
