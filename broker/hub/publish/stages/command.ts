/**
 * A message on a device's control topic: an event, the device's last command, and the command for a discovered device.
 */

import type { Actor } from "../../../contract/device-events.ts";
import { stateIn } from "../../../routing/control.ts";
import type { BrokerStore } from "../../../storage/store.ts";
import type { DiscoveredDevices } from "../../devices/discovered-devices.ts";
import type { Switching } from "../../devices/switching.ts";
import type { DeviceErrors } from "../../series/device-errors.ts";
import type { Connection } from "../../socket/connection.ts";
import type { Connections } from "../../socket/connections.ts";
import type { Stage } from "../topic-route.ts";

export interface CommandStageDependencies {
  store: BrokerStore;
  deviceErrors: DeviceErrors;
  connections: Connections;
  switching: Switching;
  discoveredDevices: DiscoveredDevices;
}

export const commandStage =
  ({ store, deviceErrors, connections, switching, discoveredDevices }: CommandStageDependencies): Stage =>
  (plan, publication, { command: deviceId, relay }) => {
    if (deviceId === null || !exists(store, deviceId)) return;
    const state = publication.by?.state ?? stateIn(publication.message.payload);
    if (typeof state === "object") {
      const { message, from } = publication;
      deviceErrors.note(plan, message.topic, { deviceId, from }, state);
      return;
    }
    const sender = publication.from === 0 ? undefined : connections.holder(publication.from);
    const { kind, id } = sender?.planningClient ?? {};
    const isItself = kind === "device" && id === deviceId;
    // a device that reports its own state has taken the command
    const deliveredAt = isItself ? plan.now : null;
    const by = publication.by ?? { actor: isItself ? "device" : actorOf(sender) };
    publication.command = switching.accept(plan, deviceId, { state, deliveredAt }, by);
    if (relay !== null) discoveredDevices.relay(plan, relay);
  };

/** Devices that connect or were switched before exist too: the copy of the rights may be older than the device. */
const exists = ({ rightsCopy, switches, sessions }: BrokerStore, deviceId: string): boolean =>
  rightsCopy.hasDevice(deviceId) || switches.get(deviceId) !== null || sessions.liveOfDevice(deviceId) > 0;

const actorOf = (sender: Connection | undefined): Actor =>
  sender?.edge.browser === true ? "browser" : "api";
