/** Devices and values of the account as metrics for its owner's Prometheus. */

import { type AccountMetrics, MAX_METRIC_ROWS, type MetricValue } from "../../contract/telemetry.ts";
import { displayTopic } from "../../contract/topics.ts";
import { labelOf } from "../../contract/units.ts";
import type { BrokerStore } from "../../storage/store.ts";
import { HubModule } from "../module.ts";
import { type TimelyValue, timelyValues } from "../series/newest.ts";
import { type ConnectedDependencies, connectedDevices } from "./device-presence.ts";

type Device = ReturnType<BrokerStore["rightsCopy"]["devices"]>[number];

/** A younger result is returned again: two scrapers cost no more than one. */
const MIN_INTERVAL_MS = 10_000;

export class MetricsReader extends HubModule<ConnectedDependencies> {
  #last: AccountMetrics | null = null;

  read(now: number): AccountMetrics {
    if (this.#last === null || Math.abs(now - this.#last.at) >= MIN_INTERVAL_MS) this.#last = this.#read(now);
    return this.#last;
  }

  /** Ordered by id, so that the same devices are included each time. */
  #read(now: number): AccountMetrics {
    const devices = new Map(this.deps.store.rightsCopy.devices().map((each) => [each.deviceId, each]));
    const values = timelyValues(now, this.deps)
      .flatMap((each) => this.#valueOf(each, devices) ?? [])
      .sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
    return {
      at: now,
      devices: this.#statesOf([...devices.values()]).slice(0, MAX_METRIC_ROWS),
      values: values.slice(0, Math.max(0, MAX_METRIC_ROWS - devices.size)),
      leftOut: Math.max(0, devices.size + values.length - MAX_METRIC_ROWS),
    };
  }

  #statesOf(devices: readonly Device[]): AccountMetrics["devices"] {
    const connected = connectedDevices(this.deps);
    const states = this.deps.store.switches.states();
    return devices
      .map(({ deviceId: id, name }) => ({
        id,
        name,
        connected: connected.has(id),
        on: states.get(id)?.state === "on",
      }))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Returns null for text, and for a device or channel that is gone. */
  #valueOf({ source, key, ...last }: TimelyValue, devices: Map<string, Device>): MetricValue | null {
    const { rightsCopy, meta } = this.deps.store;
    const [kind, id = ""] = source.split(":");
    const [value, at] = [Number(last.value), last.at];
    if (typeof last.value === "string") return null;
    if (kind === "device") {
      const device = devices.get(id);
      if (device === undefined) return null;
      const { unit } = labelOf(key, device.labels);
      return { source: { device: id, name: device.name }, key, unit, value, at };
    }
    const channel = rightsCopy.channelSeries(id).find(({ name }) => name === key);
    if (channel === undefined) return null;
    const topic = displayTopic(meta.get("userId"), channel.topic);
    return { source: { channel: id, topic }, key, unit: channel.unit, value, at };
  }
}

const sortKey = ({ source, key }: MetricValue): string =>
  `${"device" in source ? `device ${source.device}` : `channel ${source.channel}`} ${key}`;
