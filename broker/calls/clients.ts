/** Calls about MQTT clients that are connected. */

import type { ListedClient } from "../contract/account.ts";
import type { CallerResult } from "../contract/bearer.ts";
import { withoutKeys } from "../contract/json.ts";
import type { Modules } from "../hub/modules.ts";
import type { Connection } from "../hub/socket/connection.ts";
import { REASONS } from "../session/reason.ts";
import type { ConnectedClient } from "../session/session.ts";
import { Calls } from "./caller.ts";

/** UTF-16 units of all filters in a list of clients: connections × subscriptions is more than an answer can hold. */
const MAX_LISTED_FILTERS = 1_048_576;

export class ClientCalls extends Calls {
  clients(): Promise<CallerResult<ListedClient[]>> {
    return this.act(({ modules }) => liveClients(modules));
  }

  /** Returns false when there is no such connection. */
  disconnectClient(connectionId: string): Promise<CallerResult<boolean>> {
    return this.act(({ modules: { connections, ingress } }) => {
      const connection = connections.get(connectionId);
      if (connection === undefined || connection.client === null) return false;
      ingress.drop(connection, REASONS.administrativeAction);
      return true;
    });
  }
}

/** Of these connections; of all by default. A stream is a reader over HTTP, no MQTT client, unless a guest's page reads it. */
export function liveClients(
  { store, connections, router }: Pick<Modules, "store" | "connections" | "router">,
  among: Iterable<Connection> = connections.holders(),
): ListedClient[] {
  const live: Omit<ListedClient, "name">[] = [];
  const room = { left: MAX_LISTED_FILTERS };
  for (const connection of among) {
    const { client, edge } = connection;
    const isGuest = edge.stream?.guest !== undefined;
    if (client === null || (edge.stream !== undefined && !isGuest)) continue;
    const each = liveClient(connection, client, router.filters(client.sessionId), room);
    live.push(isGuest ? { ...each, kind: "guest" } : each);
  }
  if (live.length === 0) return [];
  const names = store.rightsCopy.names();
  return live.map((client) => ({ ...client, name: names.get(client.id) ?? null }));
}

function liveClient(
  connection: Connection,
  client: ConnectedClient,
  filters: readonly string[],
  room: { left: number },
): Omit<ListedClient, "name"> {
  const listed = filters.filter(({ length }) => {
    room.left -= length;
    return room.left >= 0;
  });
  const { id: connectionId, traffic, lastSeen } = connection;
  const { country, colo, browser, from } = connection.edge;
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
    from,
    ...traffic,
    subscriptions: listed.map(withoutKeys),
    ...(listed.length < filters.length && { moreSubscriptions: filters.length - listed.length }),
  };
}
