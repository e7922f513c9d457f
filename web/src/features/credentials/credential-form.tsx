import { useForm } from "@tanstack/react-form";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { displayTopic } from "../../../../broker/contract/topics.ts";
import type { Channel } from "../../../../worker/contract/channel.ts";
import type { Credential } from "../../../../worker/contract/credential.ts";
import { call } from "../../api/call.ts";
import { credentialsQuery } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { namedTaken } from "../../forms/taken.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { generatedPassword } from "../../lib/generated-password.ts";
import { useUser } from "../../session/session.ts";
import { IconButton } from "../../ui/button.tsx";
import { CopyIconButton } from "../../ui/copy.tsx";
import { DialogForm } from "../../ui/dialog-form.tsx";
import { Field } from "../../ui/field.tsx";
import { Fold } from "../../ui/fold.tsx";
import { partOnPress } from "../../ui/part-on-press.ts";
import { PasswordInput } from "../../ui/password-input.tsx";
import { PickList } from "../../ui/pick-list.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { CredentialUsername } from "./credential-username.tsx";
import type { More } from "./more-fields.tsx";

// Loaded on a press: few credentials need these fields.
const MoreFields = partOnPress(() => import("./more-fields.tsx"));

interface CredentialFormProps {
  credential: Credential | null;
  channels: Channel[];
  onClose(): void;
}

export default function CredentialForm({ credential, channels, onClose }: CredentialFormProps) {
  const { id: userId } = useUser();
  const client = useQueryClient();
  const takenBy = useTakenBy();
  const { busy, problem, run } = useFormCall({
    fallback: "Failed to save credential. Please try again.",
    done: credential ? "Credential updated." : "Credential added.",
  });
  const form = useForm({
    defaultValues: valuesOf(credential),
    onSubmit: async ({ value: { username, more, ...value } }) => {
      takenBy.ask(username ?? "");
      const body = { ...value, ...more, ...(username !== null && { username }) };
      const save = () =>
        credential
          ? call("updateCredential", { id: credential.id, body })
          : call("createCredential", { body });
      if (!(await run(save))) return;
      await client.invalidateQueries({ queryKey: queryKeys.credentials });
      onClose();
    },
  });
  return (
    <DialogForm
      problem={problem}
      busy={busy}
      submit={credential ? "Update Credential" : "Add Credential"}
      onSubmit={form.handleSubmit}
      onCancel={onClose}
    >
      <form.Field name="name">
        {({ state, handleChange }) => (
          <TextField
            label="Credential Name"
            required
            autoFocus
            value={state.value}
            errors={problem.fields.name}
            onChange={handleChange}
          />
        )}
      </form.Field>
      <form.Field name="username">
        {({ state, handleChange }) => (
          <CredentialUsername
            value={state.value}
            given={credential}
            errors={namedTaken(problem.fields.username, takenBy.sentence)}
            onChange={handleChange}
          />
        )}
      </form.Field>
      <form.Field name="password">
        {({ state, handleChange }) => (
          <CredentialPassword value={state.value} errors={problem.fields.password} onChange={handleChange} />
        )}
      </form.Field>
      <form.Field name="channels">
        {(field) => (
          <PickList
            label="Topics"
            placeholder="Select a topic..."
            empty="No topics chosen"
            options={channels.map((channel) => ({
              id: channel.id,
              text: displayTopic(userId, channel.topic),
            }))}
            chosen={field.state.value}
            errors={problem.fields.channels}
            onChange={field.handleChange}
          />
        )}
      </form.Field>
      <Fold title="More" about="how topics are written, other rights, a device">
        <form.Field name="more">
          {({ state, handleChange }) => (
            <MoreFields value={state.value} errors={problem.fields} onChange={handleChange} />
          )}
        </form.Field>
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
