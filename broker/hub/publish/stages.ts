/** The stages of the pipeline: what a message does beside being delivered, by the meaning of its topic. */

import type { Actor } from "../../contract/device-events.ts";
import { loginOf } from "../../routing/access.ts";
import { stateIn } from "../../routing/control.ts";
import type { Message } from "../../session/message.ts";
import type { BrokerStore } from "../../storage/store.ts";
import type { Announcements } from "../devices/announcements.ts";
import type { DiscoveredDevices } from "../devices/discovered-devices.ts";
import type { Switching } from "../devices/switching.ts";
import type { DeviceErrors } from "../series/device-errors.ts";
import type { Measurements } from "../series/measurements.ts";
import type { Connection, TurnPlan } from "../socket/connection.ts";
import type { Connections } from "../socket/connections.ts";
import type { Watches } from "../watches/watches.ts";
import type { Publication, Stage } from "./topic-route.ts";

export interface BirthDependencies {
  announcements: Announcements;
  /** Sends to subscribers without running a stage. */
  deliver: (plan: TurnPlan, message: Message) => void;
}

/** A second start within this time is ignored. Milliseconds. */
const BIRTH_INTERVAL = 10_000;

/**
 * Home Assistant has started and stores no values: sends the last value of each series again, without storing it again.
 */
export function birthStage({ announcements, deliver }: BirthDependencies) {
  let bornAt = 0;
  return (plan: TurnPlan, { message: { payload } }: Publication): void => {
    if (!announcements.wanted || new TextDecoder().decode(payload) !== "online") return;
    if (Math.abs(plan.now - bornAt) < BIRTH_INTERVAL) return;
    plan.fact(() => {
      bornAt = plan.now;
    });
    plan.follow((next) => {
      for (const message of announcements.lastValues(next.now)) deliver(next, message);
    });
  };
}

export interface RetainedDependencies {
  store: BrokerStore;
  connections: Connections;
}

/** Stores a retained message. */
export const retainedStage =
  ({ store, connections }: RetainedDependencies) =>
  (plan: TurnPlan, { message, from, by }: Publication): void => {
    const owner = by?.login ?? loginOf(connections.principalOf(from) ?? "");
    plan.write(() => store.retained.put(message, owner, plan.now));
  };

export interface DiscoveredStageDependencies {
  discoveredDevices: DiscoveredDevices;
}

/** A message on a state or availability topic of a discovered device. */
export const discoveredStage =
  ({ discoveredDevices }: DiscoveredStageDependencies): Stage =>
  (plan, { message, from }, { discovered }) => {
    for (const { device, states, availability } of discovered ?? []) {
      // a message of the broker there is a command that it relays, not a report
      if (states.length > 0 && from !== 0) discoveredDevices.reportState(plan, device, message, states);
      if (availability !== null) discoveredDevices.reportAvailability(plan, device, availability, message);
    }
  };

export interface CommandStageDependencies {
  store: BrokerStore;
  deviceErrors: DeviceErrors;
  connections: Connections;
  switching: Switching;
  discoveredDevices: DiscoveredDevices;
}

/** A message on a device's control topic: an event, the device's last command, and the command for a discovered device. */
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

export interface SeriesDependencies {
  store: BrokerStore;
  measurements: Measurements;
  announcements: Announcements;
  watches: Watches;
}

/** A message on the topic of a series: its values become samples. A new series is announced to Home Assistant. */
export const seriesStage =
  ({ store, measurements, announcements, watches }: SeriesDependencies): Stage =>
  (plan, { message, from }, { series, watched }) => {
    // an empty retained message clears the retained message and is no sample
    if (message.payload.length === 0 && message.retain) return;
    // beyond the rows of the day only QoS 0 reaches this stage: it is delivered and observed, and not stored
    const isStored = !store.rows.isOver(plan.now);
    for (const measuring of series ?? []) {
      const { deviceId } = measuring;
      if (watched !== null && deviceId !== null) {
        for (const [key, value] of measurements.valuesOf(message.payload, measuring)) {
          const observers = watched.get(key);
          if (observers !== undefined) watches.sampled(plan, observers, value);
        }
      }
      const isExtended = isStored && measurements.note(plan, measuring, message, from);
      if (isExtended && deviceId !== null) plan.follow((next) => announcements.extended(next, deviceId));
    }
  };
