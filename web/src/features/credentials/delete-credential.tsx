import type { Credential } from "../../../../worker/contract/credential.ts";
import { call } from "../../api/call.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { ConfirmCall } from "../../forms/confirm-call.tsx";

export function DeleteCredential({
  credential,
  onClose,
}: {
  credential: Credential | null;
  onClose: () => void;
}) {
  return (
    <ConfirmCall
      of={credential}
      name={({ name }) => name}
      make={({ id }) => call("deleteCredential", { id })}
      changes={[queryKeys.credentials]}
      fallback="Failed to delete credential. Please try again."
      done="Credential deleted."
      onClose={onClose}
    >
      Are you sure you want to delete this credential?
    </ConfirmCall>
  );
}
