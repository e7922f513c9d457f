import { useQueryClient } from "@tanstack/react-query";
import type { LiveClient } from "../../../../worker/contract/live-client.ts";
import { call } from "../../api/call.ts";
import { ApiError } from "../../api/problem.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { ConfirmModal } from "../../ui/confirm-modal.tsx";

/** One that has left by itself needs no sending away. */
const unlessGone = (error: unknown): void => {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
};

export function DisconnectClient({ client, onClose }: { client: LiveClient | null; onClose: () => void }) {
  const queries = useQueryClient();
  const { busy, problem, run, refuse } = useFormCall({ fallback: "The client could not be disconnected." });
  const close = () => {
    refuse({});
    onClose();
  };
  const confirm = async () => {
    if (
      !client ||
      !(await run(() => call("disconnectClient", { id: client.connection_id }).catch(unlessGone)))
    )
      return;
    await queries.invalidateQueries({ queryKey: queryKeys.clients });
    close();
  };
  return (
    <ConfirmModal
      open={client !== null}
      title="Disconnect Client"
      confirm="Disconnect"
      busy={busy}
      problem={problem.message}
      onConfirm={confirm}
      onClose={close}
    >
      {client?.browser
        ? "A page will connect again by itself. Disconnect it now?"
        : "It may connect again unless you change its credential or key. Disconnect it now?"}
    </ConfirmModal>
  );
}
