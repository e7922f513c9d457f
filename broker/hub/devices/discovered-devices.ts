/**
 * Adopted devices of other makes: relays commands to their own topics, and takes their reports as proof and presence.
 */

import type { Command } from "../../contract/account.ts";
import type { SwitchState } from "../../contract/control.ts";
import { isSameValue } from "../../contract/control-words.ts";
import type { ControlSet, WantedValues } from "../../contract/controls.ts";
import type {
  Availability,
  DiscoveredControl,
  DiscoveredSwitch,
  StateReport,
} from "../../contract/discovered.ts";
import { storedTopic, telemetryTopic } from "../../contract/topics.ts";
import {
  commandMessages,
  type DeviceCommand,
  isOfLight,
  isWithoutState,
  reportedValues,
} from "../../discovery/control-values.ts";
import { equalsText, textIn } from "../../discovery/reading.ts";
import { controlReports, stateReports } from "../../discovery/state-reports.ts";
import type { Journal } from "../../events/journal.ts";
import type { Message } from "../../session/message.ts";
import type { AdoptedDevice } from "../../storage/rights-copy.ts";
import type { BrokerStore } from "../../storage/store.ts";
import { waitingValues } from "../../storage/switches.ts";
import { HubModule } from "../module.ts";
import type { Measurements } from "../series/measurements.ts";
import type { TurnPlan } from "../socket/connection.ts";
import type { Watches } from "../watches/watch-steps.ts";
import { type BrokerMessages, type Commands, messageOf } from "./broker-messages.ts";
import type { DevicePresence } from "./device-presence.ts";
import type { Statuses } from "./status.ts";
import type { Switching } from "./switching.ts";

export interface DiscoveredDependencies {
  store: BrokerStore;
  journal: Journal<TurnPlan>;
  commands: Commands;
  brokerMessages: BrokerMessages;
  statuses: Statuses;
  switching: Switching;
  devicePresence: DevicePresence;
  measurements: Measurements;
  watches: Watches;
}

/** A message of the device, and how it reports there. */
interface Report {
  message: Message;
  /** The sender's session. */
  from: number;
  states: readonly StateReport[];
  controls: readonly DiscoveredControl[];
}

type ReportedValues = ReturnType<typeof reportedValues>;

const BLACK = "#000000";

/** The state among the parts of a command; no control has this key. */
const STATE = "state";

/**
 * A state report that contradicts a command sent in the last ten seconds describes the state before that command.
 * Ignore it. Milliseconds.
 */
const ON_ITS_WAY = 10_000;

export class DiscoveredDevices extends HubModule<DiscoveredDependencies> {
  /**
   * The parts of a device's last command that no report has proven yet, where reports on several topics prove it. After
   * hibernation they are proven again by the next reports.
   */
  readonly #unproven = new Map<string, { acceptedAt: number; parts: ReadonlySet<string> }>();

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
    const topic = telemetryTopic(this.deps.store.meta.get("userId"), device.deviceId);
    this.#measure(plan, device, this.#retainedValues(device, state, plan.now), { topic, qos: 1 }, 0);
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

  /** The values of the newest retained reports of its controls. A light that is off may report black. */
  #retainedValues({ found }: AdoptedDevice, state: SwitchState | null, now: number): ReportedValues {
    const reports = controlReports(found).map((known) => ({
      known,
      seq: this.#seqOf(known.report?.topic ?? ""),
    }));
    const values = reports
      .toSorted((a, b) => a.seq - b.seq)
      .flatMap(({ known, seq }) => {
        const message = this.deps.store.retained.at(seq, now);
        return message === null ? [] : reportedValues([known], textOf(message));
      });
    return [...new Map(values.filter(([, value]) => state !== "off" || value !== BLACK))];
  }

  #seqOf(topic: string): number {
    const { retained, meta } = this.deps.store;
    return retained.seqOf(storedTopic(meta.get("userId"), topic));
  }

  /**
   * A command was accepted: publishes it to the device's own topics, unless the device itself reported it. The values are
   * checked.
   */
  relay(plan: TurnPlan, device: AdoptedDevice, order: Omit<DeviceCommand, "state">): void {
    const { switching, devicePresence } = this.deps;
    const { deviceId, found } = device;
    const command = this.#commandOf(plan, deviceId);
    if (command === null || command.deliveredAt !== null) return;
    for (const { topic, text } of commandMessages(found, { ...order, state: command.state })) {
      this.#publish(plan, topic, text, found.retain);
    }
    // a device without a state topic leaves no proof; while it is offline its command waits like any other
    if (!this.#leavesProof(found, deviceId, order) && devicePresence.isThere(deviceId)) {
      switching.sentWithoutProof(plan, deviceId, command.acceptedAt);
    }
  }

  /** Values alone are proven by reports of them. An earlier command that waits for its proof is proven by the state. */
  #leavesProof(found: DiscoveredSwitch, deviceId: string, order: Omit<DeviceCommand, "state">): boolean {
    if (found.state === null) return false;
    if (!isWithoutState(found, order)) return true;
    const record = this.deps.store.switches.get(deviceId);
    if (record?.pending === true && !record.isStateKept) return true;
    const isProven = ({ control, report }: DiscoveredControl): boolean =>
      report !== null && Object.hasOwn(order.set, control.key);
    return found.controls?.some(isProven) === true;
  }

  #publish(plan: TurnPlan, announced: string, text: string, isRetained: boolean): void {
    const { store, brokerMessages } = this.deps;
    const message = messageOf(storedTopic(store.meta.get("userId"), announced), text);
    const retain = isRetained && brokerMessages.areKept && store.retained.hasRoomFor(message, "", plan.now);
    plan.publish({ ...message, retain }, 0);
  }

  #commandOf(plan: TurnPlan, deviceId: string): Command | null {
    return plan.devices.get(deviceId)?.command ?? this.deps.store.switches.get(deviceId)?.command ?? null;
  }

  report(plan: TurnPlan, device: AdoptedDevice, { message, from, states, controls }: Report): void {
    const payload = textOf(message);
    const state = stateIn(payload, states);
    const known = controls.length === 0 ? null : (state ?? this.#lastStateOf(plan, device));
    const values = reportedValues(
      controls.filter(meansSomething(known)),
      payload,
      this.#wantedOf(plan, device.deviceId),
    );
    if (values.length > 0) {
      this.#measure(plan, device, values, message, from);
      this.#prove(plan, device, values, state);
    }
    if (state !== null) this.#takeState(plan, device, state);
  }

  /** A device that reports its state and was never switched is off. */
  #lastStateOf(plan: TurnPlan, { deviceId, found }: AdoptedDevice): SwitchState | null {
    return this.#commandOf(plan, deviceId)?.state ?? (found.state === null ? null : "off");
  }

  #wantedOf(plan: TurnPlan, deviceId: string): WantedValues {
    return plan.devices.get(deviceId)?.wanted ?? this.deps.store.switches.get(deviceId)?.wanted ?? {};
  }

  /** The values become samples, so that they stand beside the wanted ones, and watches observe them. */
  #measure(
    plan: TurnPlan,
    { deviceId }: AdoptedDevice,
    values: ReportedValues,
    message: Pick<Message, "topic" | "qos">,
    from: number,
  ): void {
    const { measurements, watches } = this.deps;
    if (values.length === 0) return;
    const source = `device:${deviceId}`;
    measurements.keep(plan, { source, deviceId, channel: null }, { at: null, values }, message, from);
    const watched = watches.keysOf(source);
    for (const [key, value] of values) {
      const observers = watched?.get(key);
      if (observers !== undefined) watches.sampled(plan, observers, value);
    }
  }

  #takeState(plan: TurnPlan, device: AdoptedDevice, state: SwitchState): void {
    const { deviceId } = device;
    const command = this.#commandOf(plan, deviceId);
    if (command?.state === state) {
      this.#prove(plan, device, [], state);
      return;
    }
    const isOnItsWay =
      command !== null &&
      command.deliveredAt === null &&
      plan.now - command.acceptedAt < ON_ITS_WAY &&
      this.#awaitsState(device, plan.now);
    // a device that was never switched is off
    if (isOnItsWay || (command === null && state === "off")) return;
    const report = { state, set: null, controls: null, deliveredAt: plan.now };
    this.deps.switching.accept(plan, deviceId, report, { actor: "device" });
  }

  /** The command is taken once reports have its state, and each of its values that the device reports. */
  #prove(plan: TurnPlan, device: AdoptedDevice, values: ReportedValues, state: SwitchState | null): void {
    const { deviceId } = device;
    const command = this.#commandOf(plan, deviceId);
    if (command === null || command.deliveredAt !== null) return;
    const waiting = this.#waitingOf(plan, device, command);
    const { acceptedAt } = command;
    const known = this.#unproven.get(deviceId);
    const awaited = [...(this.#awaitsState(device, plan.now) ? [STATE] : []), ...waiting.keys()];
    const parts = new Set(known?.acceptedAt === acceptedAt ? known.parts : awaited);
    if (parts.size === 0) return;
    if (state === command.state) parts.delete(STATE);
    for (const [key, value] of values) {
      const wanted = waiting.get(key);
      if (wanted !== undefined && isSameValue(wanted, value)) parts.delete(key);
    }
    if (parts.size === 0) this.deps.switching.acknowledged(plan, deviceId, acceptedAt);
    plan.fact(() => {
      if (parts.size === 0) this.#unproven.delete(deviceId);
      else this.#unproven.set(deviceId, { acceptedAt, parts });
    });
  }

  /** False for a command that only set values with topics of their own: it was sent without a state. */
  #awaitsState({ deviceId, found }: AdoptedDevice, now: number): boolean {
    const record = this.deps.store.switches.get(deviceId);
    if (record === null) return true;
    const { command, pending, isStateKept } = record;
    const waitingSince = pending ? record.waitingSince : (command?.acceptedAt ?? 0);
    const set = waitingValues({ ...record, waitingSince }, now);
    return !isWithoutState(found, { isStateKept, set });
  }

  /**
   * The values that the command waits for, of controls that the device reports. A light that is off does not report its
   * brightness and colour.
   */
  #waitingOf(plan: TurnPlan, { deviceId, found }: AdoptedDevice, command: Command) {
    const record = this.deps.store.switches.get(deviceId);
    const reported =
      found.controls?.filter(
        (each) => each.report !== null && (command.state === "on" || !isOfLight(each)),
      ) ?? [];
    if (record === null || reported.length === 0) return new Map<string, ControlSet[string]>();
    const wanted = this.#wantedOf(plan, deviceId);
    const waitingSince = record.pending ? record.waitingSince : command.acceptedAt;
    const values = waitingValues({ ...record, wanted, waitingSince }, plan.now);
    const keys = new Set(reported.map(({ control }) => control.key));
    return new Map(Object.entries(values).filter(([key]) => keys.has(key)));
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
    const missed = store.switches.get(deviceId)?.command?.acceptedAt;
    if (wasThere === isThere) return;
    if (!isThere) switching.left(plan, deviceId);
    journal.reachable(plan, deviceId, isThere);
    plan.follow((next) => {
      statuses.changed(next, deviceId);
      if (isThere) this.#catchUp(next, device, missed);
      else commands.left(next, deviceId);
    });
  }

  /**
   * It is online again: sends the state and the values that it missed, once, unless they are too old. A watch may have
   * switched it for being online, which was relayed at once.
   */
  #catchUp(plan: TurnPlan, device: AdoptedDevice, missed: number | undefined): void {
    const record = this.deps.store.switches.get(device.deviceId);
    if (record?.command == null || !record.pending || record.command.acceptedAt !== missed) return;
    if (plan.now - record.command.acceptedAt < record.commandTtl * 1000) {
      const set = waitingValues(record, plan.now);
      // a button that it missed is not pressed later
      if (record.isStateKept && Object.keys(set).length === 0) return;
      this.relay(plan, device, { isStateKept: record.isStateKept, set });
    }
  }
}

const textOf = ({ payload }: Message): string => new TextDecoder().decode(payload);

function stateIn(payload: string, states: readonly StateReport[]): SwitchState | null {
  for (const report of states) {
    const text = textIn(payload, report);
    if (text === null) continue;
    if (equalsText(text, report.on)) return "on";
    if (equalsText(text, report.off)) return "off";
  }
  return null;
}

/**
 * A light that is off reports brightness 0, colour 0,0,0, or the ones that it will have: none of them is a brightness or a
 * colour that it has. Home Assistant shows none, either.
 */
const meansSomething =
  (state: SwitchState | null) =>
  (control: DiscoveredControl): boolean =>
    state !== "off" || !isOfLight(control);

/** Returns null for a payload that is neither its online nor its offline text. */
function onlineIn(payload: string, where: Availability): boolean | null {
  const text = textIn(payload, where);
  if (text === null) return null;
  if (equalsText(text, where.online)) return true;
  return equalsText(text, where.offline) ? false : null;
}
