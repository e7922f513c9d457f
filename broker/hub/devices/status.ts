/** The status of a device on its status topic: published by the broker when it changes, and retained. */

import type { Command } from "../../contract/account.ts";
import type { DeviceStatus } from "../../contract/control.ts";
import type { Actor } from "../../contract/device-events.ts";
import { MAX_STATUS_CLIENTS } from "../../contract/status-clients.ts";
import { statusTopic } from "../../contract/topics.ts";
import { keysBefore } from "../../storage/switches.ts";
import { type CommonDependencies, HubModule } from "../module.ts";
import type { TurnPlan } from "../socket/connection.ts";
import type { BrokerMessages } from "./broker-messages.ts";
import { clientsOf, type DevicePresence } from "./device-presence.ts";

export interface StatusDependencies extends Pick<CommonDependencies, "store" | "connections"> {
  brokerMessages: BrokerMessages;
  devicePresence: DevicePresence;
}

/** Names as the page shows them; other sources share one name. */
const WORDS: Partial<Record<string, DeviceStatus["by"]>> = {
  browser: "page",
  device: "mqtt",
  timer: "auto-off",
  disconnect: "auto-off",
} satisfies Partial<Record<Actor, DeviceStatus["by"]>>;

export class Statuses extends HubModule<StatusDependencies> {
  /** Some of it may have changed: published once at the end of the plan, and only if it has. */
  changed(plan: TurnPlan, deviceId: string): void {
    plan.last(`status ${deviceId}`, () => this.#tell(plan, deviceId));
  }

  /** A client of the device came or left. */
  clientsChanged(plan: TurnPlan, deviceId: string): void {
    plan.becomes(deviceId, { hasOtherClients: true });
    this.changed(plan, deviceId);
  }

  forget(plan: TurnPlan, deviceId: string): void {
    this.deps.brokerMessages.removeRetained(plan, this.#topic(deviceId));
  }

  #tell(plan: TurnPlan, deviceId: string): void {
    const { store, brokerMessages } = this.deps;
    // a deleted device has no status
    if (!store.rightsCopy.hasDevice(deviceId)) return;
    const topic = this.#topic(deviceId);
    const status = this.#statusOf(plan, deviceId);
    const text = JSON.stringify(status);
    const isSame = (kept: string | null) => kept !== null && withoutCommand(kept) === withoutCommand(text);
    const isNews = brokerMessages.publish(plan, topic, text, isSame);
    const change = plan.devices.get(deviceId);
    const clients = change?.hasOtherClients ? this.#timesOf(plan, deviceId) : [];
    // the status names its only client by the time
    const isOfClients = clients.length > 1 || (clients.length === 1 && !isNews);
    const isOfCommand = !isNews && change?.command !== undefined;
    if (!isOfClients && !isOfCommand) return;
    const live = isOfClients ? { ...status, clients } : status;
    brokerMessages.publishLive(plan, topic, JSON.stringify(live));
  }

  #timesOf(plan: TurnPlan, deviceId: string): string[] {
    const times = clientsOf(plan, deviceId, this.deps.connections).map(({ since }) => since);
    const newest = times.toSorted((a, b) => b - a).slice(0, MAX_STATUS_CLIENTS);
    return newest.map((since) => new Date(since).toISOString());
  }

  #topic(deviceId: string): string {
    return statusTopic(this.deps.store.meta.get("userId"), deviceId);
  }

  #statusOf(plan: TurnPlan, deviceId: string): DeviceStatus {
    const { store, connections, devicePresence } = this.deps;
    const change = plan.devices.get(deviceId) ?? {};
    const record = store.switches.get(deviceId);
    const command = change.command ?? record?.command ?? null;
    const clients = clientsOf(plan, deviceId, connections);
    const connected = clients.length > 0 || devicePresence.isOnline(deviceId);
    const since =
      clients.length > 0
        ? Math.min(...clients.map((client) => client.since))
        : (change.endedAt ?? store.events.seen().get(deviceId) ?? null);
    const wanted = change.wanted ?? record?.wanted ?? {};
    const before = keysBefore({ wanted, valuesBefore: change.valuesBefore ?? record?.valuesBefore ?? 0 });
    const set = Object.entries(wanted).map(([key, { value }]) => [key, value]);
    return {
      state: command?.state ?? "off",
      connected,
      since: iso(since),
      taken: takenOf(command, change.pending ?? record?.pending ?? false),
      taken_at: iso(command?.deliveredAt ?? null),
      ...((change.beforeConnect ?? record?.beforeConnect) && { taken_before_connect: true }),
      by: command === null ? null : (WORDS[command.actor] ?? (command.actor as DeviceStatus["by"])),
      accepted_at: iso(command?.acceptedAt ?? null),
      ...(set.length > 0 && { set: Object.fromEntries(set) }),
      ...(before.length > 0 && { set_before_connect: before }),
    };
  }
}

/** A command that changes nothing else is named live only: no row is written for its time. */
const withoutCommand = (text: string): string => text.replace(/"accepted_at":(null|"[^"]*"),?/, "");

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

function takenOf(command: Command | null, pending: boolean): boolean | null {
  if (command === null) return null;
  if (command.deliveredAt !== null) return true;
  return pending ? false : null;
}
