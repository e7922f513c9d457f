/** Who is connected, as the worker asks for it. */

import type { LiveClient, Presence } from "../../contract/account.ts";
import { withoutKeys } from "../../contract/hidden.ts";
import type { Client } from "../../protocol/session.ts";
import type { Store } from "../../storage/store.ts";
import type { Router } from "../delivery/router.ts";
import type { Connection } from "../sockets/connection.ts";
import type { Connections } from "../sockets/connections.ts";

export interface PresenceDependencies {
  store: Store;
  connections: Connections;
  router: Router;
}

export function liveClients({ connections, router }: PresenceDependencies): LiveClient[] {
  const live: LiveClient[] = [];
  for (const connection of connections.holders()) {
    if (connection.client !== null) live.push(liveClient(connection, connection.client, router));
  }
  return live;
}

function liveClient(connection: Connection, client: Client, router: Router): LiveClient {
  const { id: connectionId, traffic, lastSeen } = connection;
  const { country, colo, browser } = connection.edge;
  const { kind, id, shownClientId: clientId, version: protocol, since } = client;
  return {
    connectionId,
    kind,
    id,
    clientId,
    protocol,
    since,
    lastSeen,
    country,
    colo,
    browser,
    ...traffic,
    subscriptions: router.filters(client.sessionId).map(withoutKeys),
  };
}

export function presenceOf(deviceId: string, deps: PresenceDependencies): Presence {
  const clients = liveClients(deps)
    .filter(({ kind, id }) => kind === "device" && id === deviceId)
    .sort((a, b) => a.since - b.since);
  return { clients, command: deps.store.switches.get(deviceId)?.command ?? null };
}
