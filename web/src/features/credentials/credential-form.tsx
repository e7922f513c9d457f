import { useForm } from "@tanstack/react-form";
import { useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { displayTopic } from "../../../../broker/contract/topics.ts";
import type { Channel } from "../../../../worker/contract/channel.ts";
import type { Credential } from "../../../../worker/contract/credential.ts";
import { createCredential, updateCredential } from "../../api/mqtt.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useFormCall } from "../../api/use-form-call.ts";
import { useUser } from "../../session/session.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { CopyIconButton } from "../../ui/copy.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { ModalActions } from "../../ui/modal.tsx";
import { Note } from "../../ui/note.tsx";
import { PasswordInput } from "../../ui/password-input.tsx";
import { PickList } from "../../ui/pick-list.tsx";
import { generatedPassword } from "./generated-password.ts";

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
      const save = () => (credential ? updateCredential(credential.id, value) : createCredential(value));
      if (!(await run(save))) return;
      await client.invalidateQueries({ queryKey: queryKeys.credentials });
      onClose();
    },
  });
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void form.handleSubmit();
      }}
    >
      {problem.message && <Note tone="stop">{problem.message}</Note>}
      <form.Field name="name">
        {(field) => (
          <Field label="Credential Name" errors={problem.fields.name}>
            {(input) => (
              <Input
                {...input}
                required
                autoComplete="off"
                autoFocus
                value={field.state.value}
                onChange={(event) => field.handleChange(event.target.value)}
              />
            )}
          </Field>
        )}
      </form.Field>
      <form.Field name="username">
        {(field) => (
          <Field label="Username" errors={problem.fields.username}>
            {(input) => (
              <Input
                {...input}
                required
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                className="font-mono"
                value={field.state.value}
                onChange={(event) => field.handleChange(event.target.value)}
              />
            )}
          </Field>
        )}
      </form.Field>
      <form.Field name="password">
        {(field) => (
          <Field label="Password" errors={problem.fields.password}>
            {(input) => (
              <PasswordInput
                {...input}
                required
                // A device's password, none of the person's: the browser should neither fill nor keep it.
                autoComplete="off"
                data-1p-ignore
                value={field.state.value}
                onChange={(event) => field.handleChange(event.target.value)}
                actions={
                  <>
                    <IconButton
                      label="Generate password"
                      onClick={() => field.handleChange(generatedPassword())}
                    >
                      <RefreshCw aria-hidden="true" />
                    </IconButton>
                    <CopyIconButton text={field.state.value} label="Copy password" />
                  </>
                }
              />
            )}
          </Field>
        )}
      </form.Field>
      <form.Field name="channels">
        {(field) => (
          <PickList
            label="Topics"
            placeholder="Select a topic..."
            empty="No topics added"
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
      <ModalActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={busy}>
          {credential ? "Update Credential" : "Add Credential"}
        </Button>
      </ModalActions>
    </form>
  );
}
