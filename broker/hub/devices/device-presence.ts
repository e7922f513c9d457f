/** Whether a device is connected; of a discovered device, whether it reports that it is online. */

import type { ConnectedClient } from "../../session/session.ts";
import type { AvailabilityReport } from "../../storage/availability.ts";
import type { AdoptedDevice } from "../../storage/rights-copy.ts";
import { type CommonDependencies, HubModule } from "../module.ts";
import type { Connection, TurnPlan } from "../socket/connection.ts";
import type { Connections } from "../socket/connections.ts";

export interface News {
  topic: string;
  isOnline: boolean;
}

export class DevicePresence extends HubModule<Pick<CommonDependencies, "store">> {
  isThere(deviceId: string): boolean {
    return this.deps.store.sessions.liveOfDevice(deviceId) > 0 || this.isOnline(deviceId);
  }

  /** Whether a discovered device has reported itself online; true if it has no way to. False for any other device. */
  isOnline(deviceId: string, news?: News): boolean {
    const device = this.deps.store.rightsCopy.found.find((each) => each.deviceId === deviceId);
    return device !== undefined && this.isAdoptedOnline(device, news);
  }

  /** The same, without looking for the device. */
  isAdoptedOnline(device: AdoptedDevice, news?: News): boolean {
    const said = this.deps.store.availability.of(device.deviceId);
    if (news !== undefined) said.set(news.topic, { ...news, turn: Infinity });
    return isThereBy(device, said);
  }
}

/** A state that was never reported counts as offline, as in Home Assistant. */
function isThereBy(
  { found: { availability, availabilityMode } }: AdoptedDevice,
  said: Map<string, AvailabilityReport>,
): boolean {
  if (availability.length === 0) return true;
  const isOnline = ({ topic }: { topic: string }): boolean => said.get(topic)?.isOnline === true;
  if (availabilityMode === "all") return availability.every(isOnline);
  if (availabilityMode === "any") return availability.some(isOnline);
  const last = [...said.values()].toSorted((a, b) => a.turn - b.turn).at(-1);
  return last?.isOnline === true;
}

/** Returns the connected clients of a device, as the present plan leaves them. */
export function clientsOf(plan: TurnPlan, deviceId: string, connections: Connections): ConnectedClient[] {
  const found = new Map<Connection, ConnectedClient>();
  const look = (connection: Connection): void => {
    const session = connection.planned ?? connection.session;
    if (session.state !== "connected") return;
    const { client } = session;
    if (client.kind === "device" && client.id === deviceId) found.set(connection, client);
  };
  // a client that this plan connects has no session yet
  for (const connection of plan.peers) look(connection);
  for (const connection of connections.ofDevice(deviceId)) look(connection);
  return [...found.values()];
}

export interface ConnectedDependencies extends Pick<CommonDependencies, "store" | "connections"> {
  devicePresence: DevicePresence;
}

/** The ids of the devices that are connected or report that they are online. */
export function connectedDevices({ store, connections, devicePresence }: ConnectedDependencies): Set<string> {
  const live = new Set<string>();
  for (const { client } of connections.holders()) if (client?.kind === "device") live.add(client.id);
  for (const device of store.rightsCopy.found)
    if (devicePresence.isAdoptedOnline(device)) live.add(device.deviceId);
  return live;
}
