/**
 * Adopted devices of other makes: relays commands to their own topics, and takes their reports as proof and presence.
 */

import type { SwitchState } from "../../contract/control.ts";
import type { Availability, StateReport } from "../../contract/discovered.ts";
import { storedTopic } from "../../contract/topics.ts";
import { equalsText, textAt } from "../../discovery/reading.ts";
import { stateReports } from "../../discovery/state-reports.ts";
import type { Journal } from "../../events/journal.ts";
import type { Message } from "../../session/message.ts";
import type { AdoptedDevice } from "../../storage/rights-copy.ts";
import type { BrokerStore } from "../../storage/store.ts";
import { HubModule } from "../module.ts";
import type { TurnPlan } from "../socket/connection.ts";
import type { BrokerMessages, Commands } from "./broker-messages.ts";
import type { DevicePresence } from "./device-presence.ts";
import type { Statuses } from "./status.ts";
import type { Switching } from "./switching.ts";

export interface DiscoveredDependencies {
  store: BrokerStore;
  journal: Journal;
  commands: Commands;
  brokerMessages: BrokerMessages;
  statuses: Statuses;
  switching: Switching;
  devicePresence: DevicePresence;
}

/**
 * A state report that contradicts a command sent in the last ten seconds describes the state before that command.
 * Ignore it. Milliseconds.
 */
const ON_ITS_WAY = 10_000;

export class DiscoveredDevices extends HubModule<DiscoveredDependencies> {
  /** In the transaction of its adoption: its retained reports count as received. */
  listen({ deviceId, found }: AdoptedDevice, now: number): void {
    const { retained, availability } = this.deps.store;
    const said = found.availability.map((where) => ({ where, seq: this.#seqOf(where.topic) }));
    for (const { where, seq } of said.toSorted((a, b) => a.seq - b.seq)) {
      const message = retained.at(seq, now);
      const isOnline = message === null ? null : onlineIn(textOf(message), where);
      if (isOnline !== null) availability.put(deviceId, where.topic, isOnline);
    }
  }

  meet(plan: TurnPlan, device: AdoptedDevice): void {
    const state = this.#retainedState(device, plan.now);
    if (state !== null) this.#takeState(plan, device, state);
    this.deps.statuses.changed(plan, device.deviceId);
  }

  /** The newest retained report of its state, on whichever of its topics. */
  #retainedState({ found }: AdoptedDevice, now: number): SwitchState | null {
    const reports = stateReports(found).map((report) => ({ report, seq: this.#seqOf(report.topic) }));
    for (const { report, seq } of reports.toSorted((a, b) => b.seq - a.seq)) {
      const message = this.deps.store.retained.at(seq, now);
      const state = message === null ? null : stateIn(textOf(message), [report]);
      if (state !== null) return state;
    }
    return null;
  }

  #seqOf(topic: string): number {
    const { retained, meta } = this.deps.store;
    return retained.seqOf(storedTopic(meta.get("userId"), topic));
  }

  /** A command was accepted: publishes it to the device's own topic, unless the device itself reported it. */
  relay(plan: TurnPlan, { deviceId, found }: AdoptedDevice): void {
    const { store, switching, brokerMessages, devicePresence } = this.deps;
    const command = plan.devices.get(deviceId)?.command ?? store.switches.get(deviceId)?.command;
    if (command == null || command.deliveredAt !== null) return;
    const payload = new TextEncoder().encode(command.state === "on" ? found.payloadOn : found.payloadOff);
    const topic = storedTopic(store.meta.get("userId"), found.commandTopic);
    const message: Message = { topic, payload, qos: 1, retain: false, properties: {}, expiresAt: null };
    const retain = found.retain && brokerMessages.areKept && store.retained.hasRoomFor(message, "", plan.now);
    plan.publish({ ...message, retain }, 0);
    // a device without a state topic leaves no proof; while it is offline its command waits like any other
    if (found.state === null && devicePresence.isThere(deviceId)) {
      switching.sentWithoutProof(plan, deviceId, command.acceptedAt);
    }
  }

  reportState(plan: TurnPlan, device: AdoptedDevice, message: Message, states: readonly StateReport[]): void {
    const state = stateIn(textOf(message), states);
    if (state !== null) this.#takeState(plan, device, state);
  }

  #takeState(plan: TurnPlan, { deviceId }: AdoptedDevice, state: SwitchState): void {
    const { store, switching } = this.deps;
    const command = plan.devices.get(deviceId)?.command ?? store.switches.get(deviceId)?.command ?? null;
    if (command?.state === state) {
      if (command.deliveredAt === null) switching.taken(plan, deviceId, command.acceptedAt);
      return;
    }
    const isOnItsWay =
      command !== null && command.deliveredAt === null && plan.now - command.acceptedAt < ON_ITS_WAY;
    // a device that was never switched is off
    if (isOnItsWay || (command === null && state === "off")) return;
    const report = { state, set: null, controls: null, deliveredAt: plan.now };
    switching.accept(plan, deviceId, report, { actor: "device" });
  }

  reportAvailability(plan: TurnPlan, device: AdoptedDevice, where: Availability, message: Message): void {
    const { deviceId } = device;
    const { store, journal, commands, devicePresence, statuses, switching } = this.deps;
    const isOnline = onlineIn(textOf(message), where);
    if (isOnline === null) return;
    const { topic } = where;
    const wasThere = devicePresence.isOnline(deviceId);
    plan.write(() => store.availability.put(deviceId, topic, isOnline));
    const isThere = devicePresence.isOnline(deviceId, { topic, isOnline });
    if (wasThere === isThere) return;
    if (!isThere) switching.left(plan, deviceId);
    journal.reachable(plan, deviceId, isThere);
    plan.follow((next) => {
      statuses.changed(next, deviceId);
      if (isThere) this.#catchUp(next, device);
      else commands.left(next, deviceId);
    });
  }

  /** It is online again: sends the command that it missed, once, unless that is too old. */
  #catchUp(plan: TurnPlan, device: AdoptedDevice): void {
    const record = this.deps.store.switches.get(device.deviceId);
    if (record?.command == null || !record.pending) return;
    if (plan.now - record.command.acceptedAt < record.commandTtl * 1000) this.relay(plan, device);
  }
}

const textOf = ({ payload }: Message): string => new TextDecoder().decode(payload);

function stateIn(payload: string, states: readonly StateReport[]): SwitchState | null {
  for (const { path, on, off } of states) {
    const text = textAt(payload, path);
    if (text === null) continue;
    if (equalsText(text, on)) return "on";
    if (equalsText(text, off)) return "off";
  }
  return null;
}

/** Returns null for a payload that is neither its online nor its offline text. */
function onlineIn(payload: string, { path, online, offline }: Availability): boolean | null {
  const text = textAt(payload, path);
  if (text === null) return null;
  if (equalsText(text, online)) return true;
  return equalsText(text, offline) ? false : null;
}
