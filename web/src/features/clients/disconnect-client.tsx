import type { LiveClient } from "../../../../worker/contract/live-client.ts";
import { call } from "../../api/call.ts";
import { ApiError } from "../../api/problem.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { ConfirmCall } from "../../forms/confirm-call.tsx";

/** One that has left by itself needs no sending away. */
const unlessGone = (error: unknown): void => {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
};

export function DisconnectClient({ client, onClose }: { client: LiveClient | null; onClose: () => void }) {
  return (
    <ConfirmCall
      of={client}
      name={({ name, client_id }) => name ?? client_id}
      make={({ connection_id }) => call("disconnectClient", { id: connection_id }).catch(unlessGone)}
      changes={[queryKeys.clients]}
      fallback="The client could not be disconnected."
      done="Client disconnected."
      title="Disconnect Client"
      confirm="Disconnect"
      onClose={onClose}
    >
      {client?.browser
        ? "A page will connect again by itself. Disconnect it now?"
        : "It may connect again unless you change its credential or key. Disconnect it now?"}
    </ConfirmCall>
  );
}
