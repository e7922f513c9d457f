import type { Credential } from "../../../../worker/contract/credential.ts";
import { TextField } from "../../ui/text-field.tsx";

interface CredentialUsernameProps {
  /** Null: the server makes one on saving. */
  value: string | null;
  /** The edited credential; null for a new one. */
  given: Pick<Credential, "username" | "server_made"> | null;
  errors?: readonly string[] | undefined;
  onChange(value: string | null): void;
}

/**
 * The page cannot check whether other accounts use the name. That matters where the address does not name the account.
 */
export function CredentialUsername({ value, given, errors, onChange }: CredentialUsernameProps) {
  const isOurs = given?.server_made === true && value === given.username;
  return (
    <TextField
      code
      label="Username"
      required={value !== null}
      value={value ?? ""}
      placeholder={value === null ? "Made when you save" : undefined}
      errors={errors}
      hint={
        isOurs ? "This name is unique: it works everywhere." : <MakeOne {...{ value, given, onChange }} />
      }
      onChange={onChange}
    />
  );
}

function MakeOne({ value, given, onChange }: Omit<CredentialUsernameProps, "errors">) {
  if (value === null) return "You will get a unique name, which works everywhere.";
  const why =
    "Other accounts can have the same name. A device that sends only host, user name and password then needs a generated one.";
  // an existing one stays unless another is typed
  if (given !== null) return why;
  return (
    <>
      {why}{" "}
      <button
        type="button"
        onClick={() => onChange(null)}
        className="min-h-6 font-medium text-ink underline underline-offset-2"
      >
        Make one for me
      </button>
    </>
  );
}
