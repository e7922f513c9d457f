import { useState } from "react";
import { PASSWORD_MIN_LENGTH } from "../../../worker/contract/limits.ts";
import { PAGE_MESSAGES, type TokenCounts } from "../../../worker/contract/sentences.ts";
import type { FormErrors } from "../api/problem.ts";
import { classNames } from "../lib/class-names.ts";
import { Checkbox, Field } from "../ui/inputs/field.tsx";
import { PasswordField, PasswordInput } from "../ui/inputs/password-input.tsx";

interface Criterion {
  text: string;
  met: (password: string) => boolean;
}

/** Shown while a password is typed. The page checks only the length; the server checks all. */
export const PASSWORD_CRITERIA: Criterion[] = [
  {
    text: `At least ${PASSWORD_MIN_LENGTH} characters`,
    met: (password) => password.length >= PASSWORD_MIN_LENGTH,
  },
  { text: "An uppercase letter", met: (password) => /\p{Lu}/u.test(password) },
  { text: "A lowercase letter", met: (password) => /\p{Ll}/u.test(password) },
  { text: "A digit", met: (password) => /\p{Nd}/u.test(password) },
  { text: "A special character", met: (password) => /[^\p{L}\p{Nd}\s]/u.test(password) },
];

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

/** The name of the checkbox in the form. */
const NAME = "delete_tokens";

/** Beside a new password: how many tokens and guests stay valid, and the choice to delete them. Nothing without any. */
export function TokensStay(counts: TokenCounts) {
  const { tokens, guests } = counts;
  if (tokens + guests === 0) return null;
  const all = guests === 0 ? `Delete all ${tokens} tokens` : "Delete them all";
  return (
    <div className="grid gap-2">
      <p className="text-sm">
        {PAGE_MESSAGES.tokensStay(counts)}
        {tokens > 0 && " Programs use tokens in your name."}
        {guests > 0 && " A guest’s link goes on working."}
      </p>
      <Checkbox name={NAME} label={tokens + guests === 1 ? "Delete it" : all} />
    </div>
  );
}

/** The part of a call's body that the checkbox means. */
export const tokensIn = (form: HTMLFormElement): { delete_tokens?: true } =>
  new FormData(form).has(NAME) ? { delete_tokens: true } : {};
