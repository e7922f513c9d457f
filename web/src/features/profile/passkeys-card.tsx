import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { MAX_PASSKEYS } from "../../../../worker/contract/limits.ts";
import type { Passkey } from "../../../../worker/contract/passkeys.ts";
import { call } from "../../api/call.ts";
import { passkeysQuery } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { ConfirmCall } from "../../forms/dialogs/confirm-call.tsx";
import { useFormCall } from "../../forms/use-form-call.ts";
import { useUser } from "../../session/session.ts";
import { Button } from "../../ui/button.tsx";
import { DialogForm } from "../../ui/dialogs/dialog-form.tsx";
import { Modal } from "../../ui/dialogs/modal.tsx";
import { PasswordField } from "../../ui/inputs/password-input.tsx";
import { TextField } from "../../ui/inputs/text-field.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { Loaded } from "../../ui/loading/loaded.tsx";
import { toast } from "../../ui/messages/toast.ts";
import { Moment } from "../../ui/moment.tsx";
import { Table } from "../../ui/table.tsx";

/** Logins without a password. A browser without passkeys shows those of others. */
export function PasskeysCard() {
  const passkeys = useQuery(passkeysQuery());
  const [adding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<Passkey | null>(null);
  return (
    <Panel
      flush
      title="Passkeys"
      aside={
        "PublicKeyCredential" in window && (
          <Button size="sm" className="touch" onClick={() => setAdding(true)}>
            <Plus className="size-4" aria-hidden="true" />
            Add Passkey
          </Button>
        )
      }
    >
      <p className="max-w-prose px-5 pt-4 pb-3 text-sm text-soft">
        A passkey logs you in by fingerprint, face or the lock of your device. Your password stays valid. You
        can have {MAX_PASSKEYS}.
      </p>
      <Loaded of={passkeys} failed="Failed to load your passkeys. Please try again." empty="No passkeys yet.">
        {(list) => <PasskeysTable passkeys={list} onDelete={setDeleting} />}
      </Loaded>
      <Modal open={adding} title="Add Passkey" onClose={() => setAdding(false)}>
        <PasskeyForm onClose={() => setAdding(false)} />
      </Modal>
      <ConfirmCall
        of={deleting}
        title="Delete Passkey"
        confirm="Delete"
        name={({ name }) => name}
        make={({ id }) => call("deletePasskey", { id })}
        changes={[queryKeys.passkeys]}
        fallback="Failed to delete the passkey. Please try again."
        done="Passkey deleted."
        onClose={() => setDeleting(null)}
      >
        Delete this passkey? It logs nobody in any more. Delete it in your browser’s or phone’s settings, too.
      </ConfirmCall>
    </Panel>
  );
}

function PasskeyForm({ onClose }: { onClose(): void }) {
  const client = useQueryClient();
  const user = useUser();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const { busy, problem, run, refuse } = useFormCall({
    fallback: "This browser could not make a passkey. Try another browser or device.",
    // a toast says it
    done: null,
  });
  const add = async () => {
    let isAdded = false;
    await run(async () => {
      const { makePasskey } = await import("../../api/passkeys.ts");
      const made = await makePasskey(user);
      if ("problem" in made) return refuse({ message: made.problem });
      await call("createPasskey", { body: { name, password, ...made } });
      isAdded = true;
    });
    if (!isAdded) return;
    toast("success", "Passkey added.");
    await client.invalidateQueries({ queryKey: queryKeys.passkeys });
    onClose();
  };
  return (
    <DialogForm problem={problem} busy={busy} submit="Add Passkey" onSubmit={add} onCancel={onClose}>
      <TextField
        label="Name"
        autoFocus
        hint="To recognise it later, such as My phone"
        value={name}
        errors={problem.fields.name}
        onChange={setName}
      />
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        value={password}
        errors={problem.fields.password}
        onChange={setPassword}
      />
    </DialogForm>
  );
}

interface PasskeysTableProps {
  passkeys: Passkey[];
  onDelete(passkey: Passkey): void;
}

function PasskeysTable({ passkeys, onDelete }: PasskeysTableProps) {
  return (
    <Table
      label="Passkeys"
      rows={passkeys}
      rowKey={({ id }) => id}
      columns={[
        {
          title: "Name",
          cell: ({ id, name }) => (
            <span id={`passkey-${id}`} dir="auto" className="font-medium wrap-anywhere">
              {name}
            </span>
          ),
        },
        { title: "Added", cell: ({ created_at: at }) => <Moment at={at} /> },
        { title: "Last Used", cell: ({ last_used_at: at }) => (at === null ? "Never" : <Moment at={at} />) },
        {
          title: "Actions",
          className: "@4xl:w-32",
          cell: (passkey) => (
            <Button size="sm" namedBy={`passkey-${passkey.id}`} onClick={() => onDelete(passkey)}>
              Delete
            </Button>
          ),
        },
      ]}
    />
  );
}
