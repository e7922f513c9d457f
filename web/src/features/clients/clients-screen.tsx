import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { LiveClient } from "../../../../worker/contract/clients.ts";
import { call } from "../../api/call.ts";
import { CallError } from "../../api/problem.ts";
import { clientsQuery, LIST_REFRESH_MS } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { ConfirmCall } from "../../forms/confirm-call.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { PageHeading, Panel } from "../../ui/panel.tsx";
import { ClientsTable } from "./clients-table.tsx";

export function ClientsScreen() {
  const clients = useQuery({ ...clientsQuery(), refetchInterval: LIST_REFRESH_MS });
  const [leaving, setLeaving] = useState<LiveClient | null>(null);
  return (
    <>
      <PageHeading>MQTT Clients</PageHeading>
      <Panel flush>
        <Loaded of={clients} failed="The connected clients could not be loaded." empty="Nobody is connected">
          {(list) => <ClientsTable clients={list} onDisconnect={setLeaving} />}
        </Loaded>
      </Panel>
      <DisconnectClient client={leaving} onClose={() => setLeaving(null)} />
    </>
  );
}

/** The client may have disconnected already. */
const unlessGone = (error: unknown): void => {
  if (!(error instanceof CallError && error.status === 404)) throw error;
};

function DisconnectClient({ client, onClose }: { client: LiveClient | null; onClose: () => void }) {
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
