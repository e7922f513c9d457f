import { RefreshCw } from "lucide-react";
import { generatedPassword } from "../../lib/generated-password.ts";
import { IconButton } from "../../ui/button.tsx";
import { CopyIconButton } from "../../ui/copy.tsx";
import { Field } from "../../ui/field.tsx";
import { PasswordInput } from "../../ui/password-input.tsx";

interface CredentialPasswordProps {
  value: string;
  errors?: readonly string[] | undefined;
  onChange(value: string): void;
}

/** A device's password, none of the person's: the browser should neither fill nor keep it. */
export function CredentialPassword({ value, errors, onChange }: CredentialPasswordProps) {
  const actions = (
    <>
      <IconButton label="Generate password" onClick={() => onChange(generatedPassword())}>
        <RefreshCw aria-hidden="true" />
      </IconButton>
      <CopyIconButton text={value} label="Copy password" />
    </>
  );
  return (
    <Field label="Password" errors={errors}>
      {(input) => (
        <PasswordInput
          {...input}
          required
          autoComplete="off"
          data-1p-ignore
          value={value}
          onChange={(event) => onChange(event.target.value)}
          actions={actions}
        />
      )}
    </Field>
  );
}
