import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { displayTopic } from "../../../../broker/contract/topics.ts";
import type { Channel } from "../../../../worker/contract/channels.ts";
import type { Credential } from "../../../../worker/contract/credentials.ts";
import { call } from "../../api/call.ts";
import { credentialsQuery } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useDraft, useItemForm } from "../../forms/dialogs/use-item-form.ts";
import { namedTaken } from "../../forms/form-problem.ts";
import { generatedPassword } from "../../lib/random.ts";
import { useUser } from "../../session/session.ts";
import { IconButton } from "../../ui/button.tsx";
import { CopyIconButton } from "../../ui/copy.tsx";
import { DialogForm } from "../../ui/dialogs/dialog-form.tsx";
import { PasswordField } from "../../ui/inputs/password-input.tsx";
import { PickList } from "../../ui/inputs/pick-list.tsx";
import { TextField } from "../../ui/inputs/text-field.tsx";
import { Fold } from "../../ui/layout/fold.tsx";
import { part } from "../../ui/loading/part.tsx";
import type { More } from "./more-fields.tsx";

// Loaded on a press: few credentials need these fields.
const MoreFields = part(() => import("./more-fields.tsx"));

interface CredentialFormProps {
  credential: Credential | null;
  channels: Channel[];
  onClose(): void;
}

export default function CredentialForm({ credential, channels, onClose }: CredentialFormProps) {
  const { id: userId } = useUser();
  const takenBy = useTakenBy();
  const { errors, save, frame } = useItemForm({
    noun: "Credential",
    isNew: credential === null,
    fallback: "Failed to save credential. Please try again.",
    changes: [queryKeys.credentials],
    onClose,
  });
  const { draft, field } = useDraft(() => valuesOf(credential), errors);
  const submit = () => {
    const { username, more, ...value } = draft;
    takenBy.ask(username ?? "");
    const body = { ...value, ...more, ...(username !== null && { username }) };
    return save(() =>
      credential ? call("updateCredential", { id: credential.id, body }) : call("createCredential", { body }),
    );
  };
  return (
    <DialogForm {...frame} onSubmit={submit}>
      <TextField label="Credential Name" required autoFocus {...field("name")} />
      <CredentialUsername
        {...field("username")}
        given={credential}
        errors={namedTaken(errors.username, takenBy.sentence)}
      />
      <CredentialPassword {...field("password")} />
      <PickList
        label="Topics"
        placeholder="Select a topic..."
        empty="No topics chosen"
        options={channels.map(({ id, topic }) => ({ id, text: displayTopic(userId, topic) }))}
        {...field("channels")}
      />
      <Fold title="More" about="how topics are written, other rights, a device">
        <MoreFields {...field("more")} errors={errors} />
      </Fold>
    </DialogForm>
  );
}

function useTakenBy() {
  const credentials = useQuery(credentialsQuery()).data ?? [];
  const [asked, ask] = useState("");
  const owner = credentials.find(({ username }) => username === asked);
  const sentence = `${asked} is already the user name of ${owner ? `the credential ${owner.name}` : "another credential"}.`;
  return { ask, sentence };
}

interface Values {
  name: string;
  /** Null: the server makes one. */
  username: string | null;
  password: string;
  channels: string[];
  more: More;
}

const valuesOf = (credential: Credential | null): Values => ({
  name: credential?.name ?? "",
  username: credential?.username ?? "",
  password: credential?.password ?? "",
  channels: credential?.channels.map((channel) => channel.id) ?? [],
  more: {
    view: credential?.view ?? "account",
    grants: credential?.grants ?? [],
    device: credential?.device ?? null,
  },
});

interface CredentialPasswordProps {
  value: string;
  errors?: readonly string[] | undefined;
  onChange(value: string): void;
}

/** A device's password. The browser must not fill it in or store it. */
function CredentialPassword({ value, errors, onChange }: CredentialPasswordProps) {
  const actions = (
    <>
      <IconButton label="Generate password" onClick={() => onChange(generatedPassword())}>
        <RefreshCw aria-hidden="true" />
      </IconButton>
      <CopyIconButton text={value} label="Copy password" />
    </>
  );
  return (
    <PasswordField
      label="Password"
      required
      autoComplete="off"
      data-1p-ignore
      value={value}
      errors={errors}
      onChange={onChange}
      actions={actions}
    />
  );
}

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
function CredentialUsername({ value, given, errors, onChange }: CredentialUsernameProps) {
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
