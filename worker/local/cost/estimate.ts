/** A month's bill from a workload, the counted operations and the price tables. Pure. */

import { OPERATIONS, type Operation, type OperationName } from "./operations.ts";
import { AWS_IOT, CLOUDFLARE, EMQX } from "./prices.ts";
import { d1Bytes, objectBytes } from "./sizes.ts";
import { DAYS, type Workload } from "./workload.ts";

/** A client may be silent for so many keep alives. */
const SILENCE = 1.5;
const MONTH = DAYS * 24 * 3600;
const PING_BYTES = 2 + 2;
const PUBLISH_OVERHEAD = 60;

/** How often each operation happens in a month. */
export function operationsOf(workload: Workload): Record<OperationName, number> {
  const { devices, accounts, keepAlive, connects, events, values, publishes, qos, readers } = workload;
  const comings = devices * connects * DAYS;
  return {
    ping: keepAlive === 0 ? 0 : (devices * MONTH) / keepAlive,
    publishQos0: qos === 0 ? publishes : 0,
    deliverQos0: qos === 0 ? publishes * readers : 0,
    publishQos1: qos === 1 ? publishes * Math.max(1, readers) : 0,
    watch: keepAlive === 0 ? 0 : (Math.min(accounts, devices) * MONTH) / watchSeconds(workload),
    connectDevice: comings,
    disconnectDevice: comings,
    // whoever reads comes and goes as devices do
    connectCredential: publishes === 0 ? 0 : accounts * readers * connects * DAYS,
    deviceEvent: devices * events * DAYS,
    forgetEvent: devices * events * DAYS + 2 * comings,
    sample: devices * values * DAYS,
    ...people(workload),
  };
}

/** What a visit comes to. Assumed; sessions live for 30 days. */
const VISIT = { minutes: 5, logins: 1 / 15, changes: 1 / 7, visitors: 1 / 30 };
/** A dashboard in view asks for its devices every 4 s, for its events and for its chart every 15. */
const LOOKS_A_MINUTE = 60 / 4 + 2 * (60 / 15);
const CRON_MINUTES = 5;

function people({ accounts, visits: aDay }: Workload) {
  const visits = accounts * aDay * DAYS;
  const visitors = visits * VISIT.visitors;
  return {
    // the page's standing connection
    connectApiKey: visits,
    login: visits * VISIT.logins,
    look: visits * VISIT.minutes * LOOKS_A_MINUTE,
    changeRights: visits * VISIT.changes,
    visitor: visitors,
    countUser: visitors * accounts,
    cron: MONTH / 60 / CRON_MINUTES,
  };
}

/**
 * Seconds between two alarms of an account: each is set for the client that was heard longest ago. One device alone
 * was last heard a whole number of pings before; of many, one was heard a keep alive ago.
 */
function watchSeconds({ devices, accounts, keepAlive }: Workload): number {
  return devices <= accounts ? keepAlive : keepAlive * (SILENCE - 1);
}

/** The same in the units of the bill. */
export function totalOf(counts: Partial<Record<OperationName, number>>): Operation {
  const sumOf = (unit: keyof Operation): number =>
    Object.entries(counts).reduce(
      (sum, [name, times]) => sum + times * OPERATIONS[name as OperationName][unit],
      0,
    );
  const units = Object.keys(OPERATIONS.ping) as (keyof Operation)[];
  return Object.fromEntries(units.map((unit) => [unit, sumOf(unit)])) as unknown as Operation;
}

interface Price {
  included: number;
  perMillion: number;
}

const beyond = (used: number, { included, perMillion }: Price): number =>
  (Math.max(0, used - included) / 1e6) * perMillion;

export interface Line {
  what: string;
  amount: number;
  dollars: number;
}

export function cloudflare(workload: Workload): Line[] {
  const { workers, objects, d1 } = CLOUDFLARE;
  const total = totalOf(operationsOf(workload));
  const requests = total.requests + total.frames / objects.framesPerRequest;
  const gigabyteSeconds = (total.awake / 1000) * objects.memory;
  const line = (what: string, amount: number, price: Price): Line => ({
    what,
    amount,
    dollars: beyond(amount, price),
  });
  return [
    { what: "plan", amount: 1, dollars: CLOUDFLARE.base },
    line("requests (20 incoming frames are one)", requests, objects.requests),
    line("GB-seconds", gigabyteSeconds, objects.gigabyteSeconds),
    line("rows written by brokers", total.rows, objects.rows),
    line("bytes kept by brokers", workload.accounts * objectBytes(workload), objects.stored),
    line("requests to the Worker", total.calls, workers.requests),
    line("milliseconds of its processor", total.cpu, workers.cpu),
    line("lines of the log", total.lines, workers.logLines),
    line("rows read in D1", total.d1RowsRead, d1.rowsRead),
    line("rows written in D1", total.d1RowsWritten, d1.rows),
    line("bytes kept in D1", d1Bytes(workload), d1.stored),
  ];
}

/**
 * What counting costs, where it is deployed: a point for each end of a connection and one a minute while an account is
 * busy, at the most. Those of the API are few beside them: an isolate tells all that it answered in ten seconds at once.
 */
export function metering(workload: Workload): Line {
  const { connectDevice, connectCredential, connectApiKey } = operationsOf(workload);
  const { devices, events, values, publishes, accounts } = workload;
  const messages = publishes + devices * (events + values) * DAYS;
  const begins = connectDevice + connectCredential + connectApiKey;
  const points = begins + Math.min(begins + messages, (accounts * MONTH) / 60);
  return {
    what: "metrics, where they are deployed",
    amount: points,
    dollars: beyond(points, CLOUDFLARE.analytics.points),
  };
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
