/** Presence of devices and clients, for the worker. */

import type { DeviceSighting, ListedClient, PastConnection, Presence } from "../../contract/account.ts";
import { withoutKeys } from "../../contract/hidden.ts";
import type { ConnectedClient } from "../../session/session.ts";
import { type PublishedStatus, publishedStatusOf } from "../../storage/switches.ts";
import type { Router } from "../delivery/router.ts";
import type { CommonDependencies } from "../module.ts";
import { lastValues, lastValuesOfDevices } from "../series/queries.ts";
import type { Connection } from "../socket/connection.ts";
import type { DevicePresence } from "./device-presence.ts";

const MOST_CONNECTIONS = 500;
/** UTF-16 units of all filters in a list of clients: connections × subscriptions is more than an answer can hold. */
const MAX_LISTED_FILTERS = 1_048_576;
/** Each connection has two events. */
const MOST_EVENTS = 2 * MOST_CONNECTIONS;
const NOTHING_PUBLISHED: PublishedStatus = { state: null, taken: null };

export interface PresenceDependencies extends Pick<CommonDependencies, "store" | "connections"> {
  router: Router;
  devicePresence: DevicePresence;
}

/** Of these connections; of all by default. */
export function liveClients(
  { store, connections, router }: Pick<PresenceDependencies, "store" | "connections" | "router">,
  among: Iterable<Connection> = connections.holders(),
): ListedClient[] {
  const live: Omit<ListedClient, "name">[] = [];
  const room = { left: MAX_LISTED_FILTERS };
  for (const connection of among) {
    // a stream is a reader over HTTP, no MQTT client
    const { stream } = connection.edge;
    if (connection.client !== null && stream === undefined)
      live.push(liveClient(connection, connection.client, router.filters(connection.client.sessionId), room));
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

export function presenceOf(deviceId: string, deps: PresenceDependencies): Presence {
  const own = deps.connections.ofDevice(deviceId);
  const clients = liveClients(deps, own).sort((a, b) => a.since - b.since);
  const record = deps.store.switches.get(deviceId);
  const seenAt = deps.store.events.seen().get(deviceId) ?? null;
  const told = record === null ? NOTHING_PUBLISHED : publishedStatusOf(record);
  const values = lastValues({ device: deviceId }, deps);
  const sighting = {
    connected: clients.length > 0 || deps.devicePresence.isOnline(deviceId),
    ...told,
    seenAt,
    values,
  };
  const command = record?.command ?? null;
  const schedule = command?.actor === "schedule" ? deps.store.events.scheduleOf(command.acceptedAt) : null;
  return { clients, command, schedule, sighting };
}

export function connectedDevices({
  store,
  connections,
  devicePresence,
}: Omit<PresenceDependencies, "router">): Set<string> {
  const live = new Set<string>();
  for (const { client } of connections.holders()) if (client?.kind === "device") live.add(client.id);
  for (const device of store.rightsCopy.found)
    if (devicePresence.isAdoptedOnline(device)) live.add(device.deviceId);
  return live;
}

export function sightings(deps: PresenceDependencies): Record<string, DeviceSighting> {
  const { store } = deps;
  const states = store.switches.states();
  const seen = store.events.seen();
  const live = connectedDevices(deps);
  const measured = lastValuesOfDevices(deps);
  const known = new Set([...states.keys(), ...seen.keys(), ...live, ...measured.keys()]);
  return Object.fromEntries(
    [...known].map((id) => [
      id,
      {
        connected: live.has(id),
        ...(states.get(id) ?? NOTHING_PUBLISHED),
        seenAt: seen.get(id) ?? null,
        values: measured.get(id) ?? [],
      },
    ]),
  );
}

/** Returns the connections of a device that ended after `from`, newest first. */
export function connectionsOf(
  deviceId: string,
  from: number,
  { store, connections }: PresenceDependencies,
): PastConnection[] {
  const found: PastConnection[] = [];
  const ended = new Map<string, number>();
  /** The time of the next event: a connection whose end was summed with others had ended by then. */
  let next: number | null = null;
  for (const { at, ended: isEnd, connection, began } of store.events.connections(deviceId, MOST_EVENTS)) {
    if (isEnd && connection !== null) ended.set(connection, at);
    if (connection !== null && began !== null) {
      const until = connections.has(connection) ? null : (ended.get(connection) ?? next ?? began.since);
      found.push({ id: connection, ...began, until });
    }
    next = at;
  }
  return found.filter(({ until }) => until === null || until > from).slice(0, MOST_CONNECTIONS);
}
