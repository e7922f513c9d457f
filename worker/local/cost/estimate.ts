/** A month's bill from a workload, the counted operations and the price tables. Pure. */

import { OPERATIONS, type Operation, type OperationName } from "./operations.ts";
import { AWS_IOT, CLOUDFLARE, EMQX } from "./prices.ts";

export interface Workload {
  /** Connected all month. */
  devices: number;
  /** Brokers that they are spread over, evenly. */
  accounts: number;
  /** Seconds; 0 is no keep alive. */
  keepAlive: number;
  /** Messages a month, by QoS. */
  publishes: number;
  qos: 0 | 1;
  /** Of each message. */
  readers: number;
  /** Bytes of a payload. */
  payload: number;
}

/** A client may be silent for so many keep alives. */
const SILENCE = 1.5;
const MONTH = 30 * 24 * 3600;
const PING_BYTES = 2 + 2;
const PUBLISH_OVERHEAD = 60;

/** How often each operation happens in a month. */
export function operationsOf(workload: Workload): Record<OperationName, number> {
  const { devices, accounts, keepAlive, publishes, qos, readers } = workload;
  const pings = keepAlive === 0 ? 0 : (devices * MONTH) / keepAlive;
  return {
    ping: pings,
    publishQos0: qos === 0 ? publishes : 0,
    deliverQos0: qos === 0 ? publishes * readers : 0,
    publishQos1: qos === 1 ? publishes * Math.max(1, readers) : 0,
    watch: keepAlive === 0 ? 0 : (Math.min(accounts, devices) * MONTH) / watchSeconds(workload),
  };
}

/**
 * Seconds between two alarms of an account: each is set for the client that was heard longest ago. One device alone
 * was last heard a whole number of pings before; of many, one was heard a keep alive ago.
 */
function watchSeconds({ devices, accounts, keepAlive }: Workload): number {
  return devices <= accounts ? keepAlive : keepAlive * (SILENCE - 1);
}

function totalOf(counts: Record<OperationName, number>): Operation {
  const total: Operation = { frames: 0, requests: 0, rows: 0, awake: 0 };
  for (const name of Object.keys(counts) as OperationName[]) {
    for (const unit of Object.keys(total) as (keyof Operation)[])
      total[unit] += counts[name] * OPERATIONS[name][unit];
  }
  return total;
}

const beyond = (used: number, { included, perMillion }: { included: number; perMillion: number }): number =>
  (Math.max(0, used - included) / 1e6) * perMillion;

export interface Line {
  what: string;
  amount: number;
  dollars: number;
}

export function cloudflare(workload: Workload): Line[] {
  const total = totalOf(operationsOf(workload));
  const requests = total.requests + total.frames / CLOUDFLARE.framesPerRequest;
  const gigabyteSeconds = (total.awake / 1000) * CLOUDFLARE.memory;
  const line = (what: string, amount: number, price: { included: number; perMillion: number }): Line => ({
    what,
    amount,
    dollars: beyond(amount, price),
  });
  return [
    { what: "plan", amount: 1, dollars: CLOUDFLARE.base },
    line("requests (20 incoming frames are one)", requests, CLOUDFLARE.requests),
    line("GB-seconds", gigabyteSeconds, CLOUDFLARE.gigabyteSeconds),
    line("rows written by brokers", total.rows, CLOUDFLARE.rows),
  ];
}

export const sum = (lines: readonly Line[]): number =>
  lines.reduce((total, { dollars }) => total + dollars, 0);

export function awsIot({ devices, publishes, readers, payload }: Workload): number {
  let left = publishes * (1 + readers) * Math.ceil((payload + PUBLISH_OVERHEAD) / 5120);
  let dollars = ((devices * MONTH) / 60 / 1e6) * AWS_IOT.connectionMinutesPerMillion;
  let from = 0;
  for (const { upTo, perMillion } of AWS_IOT.messages) {
    const part = Math.min(left, upTo - from);
    dollars += (part / 1e6) * perMillion;
    left -= part;
    from = upTo;
  }
  return dollars;
}

export function emqx(workload: Workload): number {
  const { devices, publishes, readers, payload } = workload;
  const minutes = (devices * MONTH) / 60;
  const bytes =
    operationsOf(workload).ping * PING_BYTES + publishes * (1 + readers) * (payload + PUBLISH_OVERHEAD);
  const gigabytes = Math.max(0, bytes / 2 ** 30 - EMQX.gigabytes.included);
  return beyond(minutes, EMQX.sessionMinutes) + gigabytes * EMQX.gigabytes.each;
}
