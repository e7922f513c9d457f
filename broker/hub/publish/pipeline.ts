/**
 * The path of a PUBLISH:
 *
 * 1. `socket/ingress.ts` counts the frame, and `codec/decoder.ts` makes packets of it.
 * 2. Each packet is a turn (`turn/turns.ts`). `session/publish.ts` authorises it, applies the rate limits, and asks
 *    `acceptance.ts` whether it can be taken. Its effects are `route` and, at QoS 1, the PUBACK.
 * 3. `Pipeline.publish` looks up what the topic means (`topic-route.ts`), runs the stages that the route names, and hands
 *    the message to the subscribers (`fan-out.ts`, `delivery/outbound.ts`, `session/deliver.ts`).
 * 4. The turn commits, and `socket/egress.ts` sends the packets.
 *
 * Messages of the broker itself join at 3, through `Plan.publish`.
 */

import type { SwitchOrder } from "../../contract/control.ts";
import type { Control } from "../../contract/controls.ts";
import type { Actor } from "../../contract/device-events.ts";
import type { Mistake } from "../../contract/mistake.ts";
import { loginOf } from "../../routing/access.ts";
import { commandIn } from "../../routing/control.ts";
import type { Message } from "../../session/message.ts";
import type { BrokerStore } from "../../storage/store.ts";
import type { Announcements } from "../devices/announcements.ts";
import type { DiscoveredDevices } from "../devices/discovered-devices.ts";
import type { Switching } from "../devices/switching.ts";
import type { DeviceErrors } from "../series/device-errors.ts";
import type { Measurements } from "../series/measurements.ts";
import type { Connection, TurnPlan } from "../socket/connection.ts";
import type { Connections } from "../socket/connections.ts";
import type { Author } from "../turn/plan.ts";
import type { Watches } from "../watches/watch-steps.ts";
import type { FanOut } from "./fan-out.ts";
import type { MessageRecorder } from "./message-recorder.ts";
import type { Publication, Stage, TopicRoutes } from "./topic-route.ts";
import { writerOf } from "./writer.ts";

export interface PipelineDependencies {
  store: BrokerStore;
  connections: Connections;
  deviceErrors: DeviceErrors;
  switching: Switching;
  discoveredDevices: DiscoveredDevices;
  measurements: Measurements;
  announcements: Announcements;
  watches: Watches;
  routes: TopicRoutes;
  fanOut: FanOut;
  recorder: MessageRecorder;
}

export class Pipeline {
  readonly #routes: TopicRoutes;
  readonly #fanOut: FanOut;
  readonly #command: ReturnType<typeof commandStage>;
  readonly #series: ReturnType<typeof seriesStage>;
  readonly #discovered: ReturnType<typeof discoveredStage>;
  readonly #birth: ReturnType<typeof birthStage>;
  readonly #retained: ReturnType<typeof retainedStage>;
  readonly #recorder: MessageRecorder;

  constructor(deps: PipelineDependencies) {
    const { routes, fanOut, recorder } = deps;
    this.#recorder = recorder;
    this.#routes = routes;
    this.#fanOut = fanOut;
    this.#command = commandStage(deps);
    this.#series = seriesStage(deps);
    this.#discovered = discoveredStage(deps);
    const deliver = (plan: TurnPlan, message: Message): void =>
      fanOut.deliver(plan, { message, from: 0, command: null }, routes.of(message.topic));
    this.#birth = birthStage(deps, deliver);
    this.#retained = retainedStage(deps);
  }

  /**
   * `from` is the publisher's session, 0 for the broker. Returns the id of the command, or null for any other message.
   */
  publish = (plan: TurnPlan, given: Message, from: number, by?: Author): number | null => {
    const route = this.#routes.of(given.topic);
    // a command is never retained: a new subscription must not switch a device
    const message = given.retain && route.command !== null ? { ...given, retain: false } : given;
    const publication = { message, from, by, command: null };
    if (route.reply !== null) {
      replyStage(plan, publication, route);
      if (route.reply.isInternal) return null;
    }
    if (route.command !== null) this.#command(plan, publication, route);
    if (route.series !== null) this.#series(plan, publication, route);
    if (route.discovered !== null) this.#discovered(plan, publication, route);
    if (route.historyFilter !== null) this.#recorder.note(plan, publication, route.historyFilter);
    if (route.isBirth) this.#birth(plan, publication);
    if (route.targets.length + route.groups.length > 0) this.#fanOut.deliver(plan, publication, route);
    // after the fan-out, which sends the previous retained message to readers that still await it
    if (message.retain) this.#retained(plan, publication);
    return publication.command;
  };
}

// The stages, in the order in which they run.

/** A message for which callers over HTTP wait. */
const replyStage: Stage = (plan, { message: { payload, properties } }, { reply }) => {
  const waits = [...(reply?.waits ?? [])];
  if (waits.length === 0) return;
  // a copy: the payload is a part of the frame that it came in
  const received = { payload: payload.slice(), contentType: properties.contentType ?? null };
  plan.fact(() => {
    for (const wait of waits) wait.receive(received);
  });
};

/**
 * A message on a device's control topic: an event, the device's last command, and the command for a discovered device.
 */
const commandStage =
  ({ store, deviceErrors, connections, switching, discoveredDevices }: PipelineDependencies): Stage =>
  (plan, publication, { command: deviceId, controls, relay }) => {
    if (deviceId === null || !exists(store, deviceId)) return;
    const order = orderOf(publication, controls);
    if ("reason" in order) {
      const { message, from } = publication;
      deviceErrors.note(plan, message.topic, { deviceId, from }, order);
      return;
    }
    const sender = publication.from === 0 ? undefined : connections.holder(publication.from);
    const { kind, id } = sender?.planningClient ?? {};
    const isItself = kind === "device" && id === deviceId;
    // a device that reports its own state has taken the command
    const deliveredAt = isItself ? plan.now : null;
    const by = publication.by ?? { actor: isItself ? "device" : actorOf(sender) };
    publication.command = switching.accept(plan, deviceId, { ...order, controls, deliveredAt }, by);
    if (relay !== null)
      discoveredDevices.relay(plan, relay, { isStateKept: order.state === null, set: order.set ?? {} });
  };

function orderOf({ by, message }: Publication, controls: readonly Control[] | null): SwitchOrder | Mistake {
  if (by?.state !== undefined)
    return { state: by.isStateKept === true ? null : by.state, set: by.set ?? null };
  return commandIn(message.payload, controls);
}

/** Devices that connect or were switched before exist too: the copy of the rights may be older than the device. */
const exists = ({ rightsCopy, switches, sessions }: BrokerStore, deviceId: string): boolean =>
  rightsCopy.hasDevice(deviceId) || switches.get(deviceId) !== null || sessions.liveOfDevice(deviceId) > 0;

const actorOf = (sender: Connection | undefined): Actor =>
  sender?.edge.browser === true ? "browser" : "api";

/** A message on the topic of a series: its values become samples. A new series is announced to Home Assistant. */
const seriesStage =
  ({ store, measurements, announcements, watches, switching }: PipelineDependencies): Stage =>
  (plan, { message, from, by }, { series, watched }) => {
    // an empty retained message clears the retained message and is no sample
    if (message.payload.length === 0 && message.retain) return;
    // beyond the rows of the day only QoS 0 reaches this stage: it is delivered and observed, and not stored
    const isStored = !store.rows.isOver(plan.now);
    for (const measuring of series ?? []) {
      const { deviceId } = measuring;
      if (watched !== null && deviceId !== null) {
        for (const [key, value] of measurements.valuesOf(message.payload, measuring, plan.now)) {
          const observers = watched.get(key);
          if (observers !== undefined) watches.sampled(plan, observers, value);
        }
        const timed = measurements.timedOf(message.payload, measuring, plan.now, by?.isAgeKnown);
        for (const [key, values] of timed ?? []) {
          const observers = watched.get(key);
          if (observers !== undefined) watches.sampledBefore(plan, observers, values);
        }
      }
      const state = deviceId === null ? null : measurements.stateOf(message.payload, measuring, plan.now);
      if (isStored && deviceId !== null && state !== null) switching.reported(plan, deviceId, state);
      const isExtended = isStored && measurements.note(plan, measuring, message, from);
      if (isExtended && deviceId !== null) plan.follow((next) => announcements.extended(next, deviceId));
    }
  };

/** A message on a state or availability topic of a discovered device. */
const discoveredStage =
  ({ discoveredDevices }: PipelineDependencies): Stage =>
  (plan, { message, from }, { discovered }) => {
    for (const { device, states, controls, availability } of discovered ?? []) {
      // a message of the broker there is a command that it relays, not a report
      if (states.length + controls.length > 0 && from !== 0) {
        discoveredDevices.report(plan, device, { message, from, states, controls });
      }
      if (availability !== null) discoveredDevices.reportAvailability(plan, device, availability, message);
    }
  };

/** A second start within this time is ignored. Milliseconds. */
const BIRTH_INTERVAL = 10_000;

/**
 * Home Assistant has started and stores no values: sends the last value of each series again, without storing it again.
 * `deliver` sends to subscribers without running a stage.
 */
function birthStage(
  { announcements }: PipelineDependencies,
  deliver: (plan: TurnPlan, message: Message) => void,
) {
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

/** Stores a retained message. */
const retainedStage =
  ({ store, connections }: PipelineDependencies) =>
  (plan: TurnPlan, { message, from, by }: Publication): void => {
    const principal = connections.principalOf(from) ?? "";
    const owner = by?.login ?? loginOf(principal);
    const writer = writerOf(store, principal, by);
    plan.write(() => store.retained.put(message, { owner, writer }, plan.now));
  };
