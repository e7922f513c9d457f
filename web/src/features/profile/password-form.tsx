import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { guestsQuery, sessionsQuery, tokensQuery } from "../../api/queries.ts";
import {
  NewPasswordFields,
  newPasswordErrors,
  TokensStay,
  tokensIn,
} from "../../forms/new-password-fields.tsx";
import { useFormCall } from "../../forms/use-form-call.ts";
import { useNow } from "../../lib/use-now.ts";
import { DialogForm } from "../../ui/dialogs/dialog-form.tsx";
import { PasswordField } from "../../ui/inputs/password-input.tsx";
import { toast } from "../../ui/messages/toast.ts";

const textIn = (form: HTMLFormElement, name: string): string => String(new FormData(form).get(name) ?? "");

export default function PasswordForm({ onClose }: { onClose(): void }) {
  const client = useQueryClient();
  const [current, setCurrent] = useState("");
  const { data: tokens = [] } = useQuery(tokensQuery());
  const { data: guests = [] } = useQuery(guestsQuery());
  const now = useNow();
  const isValid = (end: string | null) => end === null || Date.parse(end) > now;
  const { busy, problem, run, refuse } = useFormCall({
    fallback: "Failed to change your password. Please try again.",
    done: null,
  });
  const submit = async (form: HTMLFormElement) => {
    const wanted = textIn(form, "password");
    const wrong = newPasswordErrors(wanted, textIn(form, "confirm_password"));
    if (wrong) {
      const { password = [], ...rest } = wrong;
      return refuse({ fields: { ...rest, new_password: password } });
    }
    const body = { password: current, new_password: wanted, ...tokensIn(form) };
    const changed = await run(async () => toast("success", (await call("changePassword", { body })).detail));
    if (!changed) return;
    await client.invalidateQueries({ queryKey: sessionsQuery().queryKey });
    await client.invalidateQueries({ queryKey: tokensQuery().queryKey });
    await client.invalidateQueries({ queryKey: guestsQuery().queryKey });
    onClose();
  };
  const { new_password: password, confirm_password } = problem.fields;
  return (
    <DialogForm problem={problem} busy={busy} submit="Change Password" onSubmit={submit} onCancel={onClose}>
      <p className="text-sm">Every other browser is signed out. Devices keep working.</p>
      <PasswordField
        label="Current password"
        autoFocus
        autoComplete="current-password"
        value={current}
        errors={problem.fields.password}
        onChange={setCurrent}
      />
      <NewPasswordFields
        label="New password"
        errors={{ ...(password && { password }), ...(confirm_password && { confirm_password }) }}
        criteria
      />
      <TokensStay
        tokens={tokens.filter(({ expires_at: end }) => isValid(end)).length}
        guests={guests.filter(({ ends_at: end }) => isValid(end)).length}
      />
    </DialogForm>
  );
}
