import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { LiveClient } from "../../../../worker/contract/live-client.ts";
import { clientsQuery, LIST_REFRESH_MS } from "../../api/queries.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { PageHeading, Panel } from "../../ui/panel.tsx";
import { ClientsTable } from "./clients-table.tsx";
import { DisconnectClient } from "./disconnect-client.tsx";

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
