/** What an hour of evictions recorded, and what it proves. Pure functions. */

import { ascending, median } from "../bench/statistics.ts";

export type Kind = "mqtt.js" | "paho" | "mosquitto";

/** All three wait a second before their first attempt; the rest is time to connect on a busy machine. */
const MOST_AWAY_MS = 1000 + 5000;

/** The record of one device. Times in milliseconds. */
export interface DeviceRecord {
  name: string;
  kind: Kind;
  topic: string;
  /** Since when it has no connection; null while it is connected. */
  lostAt: number | null;
  /** The length of each time without a connection. */
  away: number[];
  /** Ids of messages. */
  received: Set<string>;
}

export interface Acknowledged {
  id: string;
  topic: string;
}

export interface Check {
  text: string;
  broken: string[];
}

/** Acknowledged messages that the reader of their topic did not receive. */
export function missingOf(
  devices: readonly DeviceRecord[],
  acknowledged: readonly Acknowledged[],
): Acknowledged[] {
  const readers = new Map(devices.map((device) => [device.topic, device.received]));
  return acknowledged.filter(({ id, topic }) => readers.get(topic)?.has(id) !== true);
}

function longAbsences({ name, away, lostAt }: DeviceRecord, now: number): string[] {
  const all = lostAt === null ? away : [...away, now - lostAt];
  return all.filter((ms) => ms > MOST_AWAY_MS).map((ms) => `${name} was away for ${ms} ms`);
}

export const checksOf = (
  devices: readonly DeviceRecord[],
  acknowledged: readonly Acknowledged[],
  now: number,
): Check[] => [
  {
    text: `no device was away for longer than its back-off of a second and ${MOST_AWAY_MS - 1000} ms`,
    broken: devices.flatMap((device) => longAbsences(device, now)),
  },
  {
    text: "each acknowledged message was received",
    broken: missingOf(devices, acknowledged).map(({ id, topic }) => `${id} on ${topic}`),
  },
  {
    text: "each device lost its connection at least once",
    broken: devices.filter(({ away }) => away.length === 0).map(({ name }) => name),
  },
];

/** One line for each kind of client. */
export function figuresOf(devices: readonly DeviceRecord[]): string[] {
  const kinds = [...new Set(devices.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const ours = devices.filter((device) => device.kind === kind);
    const away = ascending(ours.flatMap((device) => device.away));
    const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
    return `${kind}: ${ours.length} devices, ${away.length} connections lost, away for ${seconds(median(away))} (median), ${seconds(away.at(-1) ?? 0)} (longest)`;
  });
}
