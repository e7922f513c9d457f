import { useState } from "react";
import { call } from "../../api/call.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { signOut, useUser } from "../../session/session.ts";
import { Button } from "../../ui/button.tsx";
import { DialogForm } from "../../ui/dialogs/dialog-form.tsx";
import { Modal } from "../../ui/dialogs/modal.tsx";
import { PasswordField } from "../../ui/inputs/password-input.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { toast } from "../../ui/messages/toast.ts";

export default function DeleteAccount() {
  const [asking, setAsking] = useState(false);
  return (
    <Panel title="Delete Account" className="border-stop/50!">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-prose text-sm">
          Your devices, channels, credentials, API key, tokens and events are deleted with it, and every
          client is disconnected at once. This cannot be undone.
        </p>
        <Button look="danger" onClick={() => setAsking(true)}>
          Delete Account
        </Button>
      </div>
      <Modal open={asking} title="Delete Account" onClose={() => setAsking(false)}>
        <Question onCancel={() => setAsking(false)} />
      </Modal>
    </Panel>
  );
}

/** Deleting an account needs its password: neither a mistaken press nor a stolen session is enough. */
function Question({ onCancel }: { onCancel(): void }) {
  const { email } = useUser();
  const [password, setPassword] = useState("");
  const { busy, problem, run } = useFormCall({
    fallback: "Failed to delete your account. Please try again.",
    done: null,
  });
  const submit = async () => {
    if (!(await run(() => call("deleteUser", { body: { password } })))) return;
    toast("success", "Your account has been deleted.");
    signOut();
  };
  return (
    <DialogForm
      problem={problem}
      busy={busy}
      submit="Delete Account"
      look="danger"
      onSubmit={submit}
      onCancel={onCancel}
    >
      <p className="text-sm">
        This deletes the account <strong className="wrap-anywhere">{email}</strong> and everything in it.
      </p>
      <PasswordField
        label="Your password"
        autoFocus
        autoComplete="current-password"
        value={password}
        errors={problem.fields.password}
        onChange={setPassword}
      />
    </DialogForm>
  );
}
