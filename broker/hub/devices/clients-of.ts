/** Who is a device: the clients that are it, as the present plan leaves them. */

import type { Client } from "../../protocol/session.ts";
import type { Connection, TurnPlan } from "../sockets/connection.ts";
import type { Connections } from "../sockets/connections.ts";

export function clientsOf(plan: TurnPlan, deviceId: string, connections: Connections): Client[] {
  const found = new Map<Connection, Client>();
  const look = (connection: Connection): void => {
    const session = connection.planned ?? connection.session;
    if (session.state !== "connected") return;
    const { client } = session;
    if (client.kind === "device" && client.id === deviceId) found.set(connection, client);
  };
  // one that is let in by this plan has no session yet
  for (const connection of plan.peers) look(connection);
  for (const connection of connections.holders()) look(connection);
  return [...found.values()];
}
