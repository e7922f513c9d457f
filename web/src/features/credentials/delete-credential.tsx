import { useQueryClient } from "@tanstack/react-query";
import type { Credential } from "../../../../worker/contract/credential.ts";
import { call } from "../../api/call.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { ConfirmModal } from "../../ui/confirm-modal.tsx";

interface DeleteCredentialProps {
  credential: Credential | null;
  onClose(): void;
}

export function DeleteCredential({ credential, onClose }: DeleteCredentialProps) {
  const client = useQueryClient();
  const { busy, problem, run, refuse } = useFormCall({
    fallback: "Failed to delete credential. Please try again.",
  });
  const close = () => {
    refuse({});
    onClose();
  };
  const confirm = async () => {
    if (!credential || !(await run(() => call("deleteCredential", { id: credential.id })))) return;
    await client.invalidateQueries({ queryKey: queryKeys.credentials });
    close();
  };
  return (
    <ConfirmModal
      open={credential !== null}
      busy={busy}
      problem={problem.message}
      onConfirm={confirm}
      onClose={close}
    >
      Are you sure you want to delete this credential?
    </ConfirmModal>
  );
}
