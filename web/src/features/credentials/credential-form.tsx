import { useForm } from "@tanstack/react-form";
import { useQueryClient } from "@tanstack/react-query";
import { displayTopic } from "../../../../broker/contract/topics.ts";
import type { Channel } from "../../../../worker/contract/channel.ts";
import type { Credential } from "../../../../worker/contract/credential.ts";
import { call } from "../../api/call.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { useUser } from "../../session/session.ts";
import { DialogForm } from "../../ui/dialog-form.tsx";
import { PickList } from "../../ui/pick-list.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { CredentialPassword } from "./credential-password.tsx";

interface CredentialFormProps {
  credential: Credential | null;
  channels: Channel[];
  onClose(): void;
}

export default function CredentialForm({ credential, channels, onClose }: CredentialFormProps) {
  const { id: userId } = useUser();
  const client = useQueryClient();
  const { busy, problem, run } = useFormCall({ fallback: "Failed to save credential. Please try again." });
  const form = useForm({
    defaultValues: {
      name: credential?.name ?? "",
      username: credential?.username ?? "",
      password: credential?.password ?? "",
      channels: credential?.channels.map((channel) => channel.id) ?? [],
    },
    onSubmit: async ({ value }) => {
      const save = () =>
        credential
          ? call("updateCredential", { id: credential.id, body: value })
          : call("createCredential", { body: value });
      if (!(await run(save))) return;
      await client.invalidateQueries({ queryKey: queryKeys.credentials });
      onClose();
    },
  });
  return (
    <DialogForm
      problem={problem.message}
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
            autoComplete="off"
            value={state.value}
            errors={problem.fields.name}
            onChange={handleChange}
          />
        )}
      </form.Field>
      <form.Field name="username">
        {({ state, handleChange }) => (
          <TextField
            code
            label="Username"
            required
            autoComplete="off"
            value={state.value}
            errors={problem.fields.username}
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
    </DialogForm>
  );
}
