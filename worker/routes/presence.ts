/** Where a device is, what it was told, and telling it. */

import type { LiveClient, PastConnection } from "../../broker/contract/account.ts";
import { type DeviceRow, readDevice as readRow } from "../db/devices.ts";
import { firstRow } from "../db/rows.ts";
import type { Route } from "../http/call.ts";
import { askBroker, switchDevice as switchIt } from "../ports/notify.ts";
import * as present from "../present.ts";

const WEEK = 7 * 86_400_000;
const protocolOf = ({ protocol }: { protocol: 4 | 5 }) =>
  protocol === 5 ? ("5.0" as const) : ("3.1.1" as const);

const moment = (at: number | null) => (at === null ? null : present.moment(at));

const clientOf = (client: LiveClient) => ({
  connection_id: client.connectionId,
  client_id: client.clientId,
  protocol: protocolOf(client),
  since: present.moment(client.since),
  last_seen: present.moment(client.lastSeen),
  country: client.country,
  colo: client.colo,
});

/** The object knows who is connected now; the database hears of it a moment later. */
export const readDevice: Route<"readDevice"> = {
  alongside: (session, { env, id }) => [readRow(env.DB, session, id)],
  async act({ env, caller, id, read }) {
    const { clients, command } = await askBroker(env, caller.user.id, (broker) =>
      broker.presence(caller.user.id, id),
    );
    const device = present.device(firstRow<DeviceRow>(read[0]));
    const heard = Math.max(...clients.map((client) => client.lastSeen));
    return {
      ...device,
      connected: clients.length > 0,
      last_seen: clients.length > 0 ? present.moment(heard) : device.last_seen,
      since: moment(clients[0]?.since ?? null),
      clients: clients.map(clientOf),
      command: command && {
        state: command.state === "on",
        accepted_at: present.moment(command.acceptedAt),
        delivered_at: moment(command.deliveredAt),
        actor: command.actor,
      },
    };
  },
};

const connectionOf = (connection: PastConnection) => ({
  id: connection.id,
  connected_at: present.moment(connection.since),
  disconnected_at: moment(connection.until),
  client_id: connection.clientId,
  protocol: protocolOf(connection),
  country: connection.country,
  colo: connection.colo,
});

export const listConnections: Route<"listConnections"> = {
  alongside: (session, { env, id }) => [readRow(env.DB, session, id)],
  async act({ env, caller, id, query, now }) {
    const from = Math.max(query.from ?? 0, now - WEEK);
    const past = await askBroker(env, caller.user.id, (broker) =>
      broker.connections(caller.user.id, id, from),
    );
    return past.map(connectionOf);
  },
};

export const switchDevice: Route<"switchDevice"> = {
  alongside: (session, { env, id }) => [readRow(env.DB, session, id)],
  async act({ env, caller, id, body, browser }) {
    const how = { on: body.state, browser, wait: body.wait };
    const outcome = await switchIt(env, caller.user.id, id, how);
    return {
      accepted_at: present.moment(outcome.acceptedAt),
      delivered_at: moment(outcome.deliveredAt),
      device_connected: outcome.connected,
    };
  },
};
