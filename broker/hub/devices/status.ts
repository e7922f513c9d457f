/** The status of a device on its status topic: published by the broker when it changes, and retained. */

import type { Command } from "../../contract/account.ts";
import { type DeviceStatus, MAX_STATUS_CLIENTS } from "../../contract/control.ts";
import type { Actor } from "../../contract/device-events.ts";
import { statusTopic } from "../../contract/topics.ts";
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
    const { store, brokerMessages, connections } = this.deps;
    // a deleted device has no status
    if (!store.rightsCopy.hasDevice(deviceId)) return;
    const topic = this.#topic(deviceId);
    const status = this.#statusOf(plan, deviceId);
    const isNews = brokerMessages.publish(plan, topic, JSON.stringify(status));
    if (plan.devices.get(deviceId)?.hasOtherClients !== true) return;
    const clients = clientsOf(plan, deviceId, connections).map(({ since }) => since);
    // the status names its only client by the time
    if (clients.length === 0 || (clients.length === 1 && isNews)) return;
    const newest = clients.toSorted((a, b) => b - a).slice(0, MAX_STATUS_CLIENTS);
    const times = newest.map((since) => new Date(since).toISOString());
    brokerMessages.publishLive(plan, topic, JSON.stringify({ ...status, clients: times }));
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
    const wanted = Object.entries(change.wanted ?? record?.wanted ?? {});
    return {
      state: command?.state ?? "off",
      connected,
      since: iso(since),
      taken: takenOf(command, change.pending ?? record?.pending ?? false),
      taken_at: iso(command?.deliveredAt ?? null),
      ...((change.beforeConnect ?? record?.beforeConnect) && { taken_before_connect: true }),
      by: command === null ? null : (WORDS[command.actor] ?? (command.actor as DeviceStatus["by"])),
      accepted_at: iso(command?.acceptedAt ?? null),
      ...(wanted.length > 0 && { set: Object.fromEntries(wanted.map(([key, { value }]) => [key, value])) }),
    };
  }
}

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

function takenOf(command: Command | null, pending: boolean): boolean | null {
  if (command === null) return null;
  if (command.deliveredAt !== null) return true;
  return pending ? false : null;
}
