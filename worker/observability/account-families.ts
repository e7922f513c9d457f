/** PURE. The metrics of one account: its devices and their values. */

import { type AccountMetrics, MAX_METRIC_LINES, type MetricValue } from "../../broker/contract/telemetry.ts";
import type { Gauge, MetricSample } from "./exposition.ts";

type Device = AccountMetrics["devices"][number];

export function accountFamilies({ at, devices, values, leftOut }: AccountMetrics): Gauge[] {
  const ofDevices = (read: (device: Device) => boolean): MetricSample[] =>
    devices.map((device) => ({
      labels: { device: device.name, device_id: device.id },
      value: Number(read(device)),
    }));
  const ofValues = (read: (value: MetricValue) => number): MetricSample[] =>
    values.map((value) => ({ labels: labelsOf(value), value: read(value) }));
  return [
    {
      name: "device_connected",
      type: "gauge",
      help: "1 while the device is connected.",
      samples: ofDevices(({ connected }) => connected),
    },
    {
      name: "device_on",
      type: "gauge",
      help: "1 where the device was last switched on.",
      samples: ofDevices(({ on }) => on),
    },
    {
      name: "value",
      type: "gauge",
      help: `${VALUE}${leftOut === 0 ? "" : leftOutNote(leftOut)}`,
      samples: ofValues(({ value }) => value),
    },
    {
      name: "value_age_seconds",
      type: "gauge",
      help: "How long ago the value was measured.",
      samples: ofValues((value) => Math.max(0, at - value.at) / 1000),
    },
  ];
}

const VALUE = "The last value of a series, until it is overdue by its own habit.";
const leftOutNote = (count: number): string =>
  ` ${count} devices and values are left out: an answer has at most ${MAX_METRIC_LINES} lines.`;

function labelsOf({ source, key, unit }: MetricValue): Record<string, string> {
  const of =
    "device" in source
      ? { device: source.name, device_id: source.device }
      : { channel: source.topic, channel_id: source.channel };
  return { ...of, key, unit: unit ?? "" };
}
