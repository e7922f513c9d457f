/** What a workload costs a month, and which limit of the platform it meets first. */

import { brokerLimits, RETENTION_MS } from "../../../broker/contract/limits.ts";
import * as figures from "./figures.ts";

const { BYTES, D1_MS, OPERATIONS, PEAK, PLATFORM, PRICES, SAMPLES } = figures;
const DAYS = 30;
const SECONDS = DAYS * 86_400;
const MINUTES_A_DAY = 1440;
const DAY_MS = 86_400_000;

/**
 * `devices`, `accounts` and `publishes` (a month) are totals; `values` are samples a day and device, of `series` keys that
 * one message has; `retained-a-day`: retained messages of a device. `watches`, `acts-a-day` (devices that watches switch)
 * and `runs-a-day` (connected devices that schedules switch) are those of an account. `keepalive` is in seconds, 0 for
 * none.
 */
export const DEFAULTS = {
  accounts: 1000,
  devices: 1_000_000,
  keepalive: 60,
  "connects-a-day": 1,
  "events-a-day": 0,
  values: 0,
  series: 1,
  "retained-a-day": 0,
  publishes: 0,
  qos: 0,
  readers: 1,
  payload: 64,
  "visits-a-day": 1,
  watches: 0,
  "acts-a-day": 0,
  "runs-a-day": 0,
};
export type Workload = typeof DEFAULTS;

/** Assumptions about a visit: minutes, and a page in view that refreshes devices every 4 s and two lists every 15. */
const VISIT = { minutes: 5, looksAMinute: 23, logins: 1 / 15, changes: 1 / 7, visitors: 1 / 30 };
/** Files of the page: its index and its service worker on each visit; all of a release when a browser first sees it. */
const FILES = { visit: 3, release: 112, releases: 1 / 30 };

/** A watch: a silence of an hour, which is raised and clears once a day. */
const WATCH = { looksADay: 24, raisesADay: 1 };

/** How often each operation happens in a month. */
export function operationsOf(workload: Workload): figures.Counts {
  const { devices, accounts, keepalive, publishes, qos, readers } = workload;
  const connects = devices * workload["connects-a-day"] * DAYS;
  const events = devices * workload["events-a-day"] * DAYS;
  const visits = accounts * workload["visits-a-day"] * DAYS;
  return {
    ping: keepalive === 0 ? 0 : (devices * SECONDS) / keepalive,
    publishQos0: qos === 0 ? publishes : 0,
    deliverQos0: qos === 0 ? publishes * readers : 0,
    publishQos1: qos === 1 ? publishes * Math.max(1, readers) : 0,
    watch: keepalive === 0 ? 0 : (Math.min(accounts, devices) * SECONDS) / keepalive,
    connectDevice: connects,
    disconnectDevice: connects,
    connectCredential: publishes === 0 ? 0 : accounts * readers * workload["connects-a-day"] * DAYS,
    connectApiKey: visits,
    deviceEvent: events,
    forgetEvent: events + 2 * connects + 2 * accounts * workload["runs-a-day"] * DAYS,
    retain: devices * workload["retained-a-day"] * DAYS,
    plannedTime: accounts * workload["runs-a-day"] * DAYS,
    sample: ((devices * workload.values) / workload.series) * DAYS,
    sampleRow: accounts * rowsOfSamples(workload) * DAYS,
    silenceLook: accounts * workload.watches * WATCH.looksADay * DAYS,
    raise: accounts * workload.watches * WATCH.raisesADay * DAYS,
    act: accounts * workload["acts-a-day"] * DAYS,
    login: visits * VISIT.logins,
    look: visits * VISIT.minutes * VISIT.looksAMinute,
    changeRights: visits * VISIT.changes,
    visitor: visits * VISIT.visitors,
    file: visits * (FILES.visit + FILES.release * FILES.releases),
    countUser: visits * VISIT.visitors * accounts,
    cron: SECONDS / 300,
  };
}

/** Rows that the samples of an account write a day. */
export function rowsOfSamples({ devices, accounts, values, series }: Workload): number {
  const allSeries = (devices / accounts) * series;
  const [ofEach, messages] = [values / series, ((devices / accounts) * values) / series];
  if (messages === 0) return 0;
  const batches = Math.min(ofEach, MINUTES_A_DAY);
  const bytes = allSeries * (batches * SAMPLES.batch + ofEach * SAMPLES.sample);
  const writes = Math.min(messages, MINUTES_A_DAY);
  const deletedRows = writes / Math.max(1, Math.floor((SAMPLES.row * writes) / bytes));
  const compactions = Math.max(bytes / SAMPLES.full, Math.min(SAMPLES.leastADay, messages));
  return writes + deletedRows + compactions * (allSeries * SAMPLES.series + SAMPLES.compaction);
}

/** Rows that one account writes in the mean of its first days, alarms included. */
export function rowsADay(workload: Workload, { days, eventDays }: Age): number {
  const counts = operationsOf(workload);
  const forgetEvent = counts.forgetEvent * Math.max(0, 1 - eventDays / days);
  return unitsOf({ ...counts, forgetEvent }).rows / workload.accounts / DAYS;
}

function unitsOf(counts: figures.Counts): figures.Operation {
  const names = Object.keys(counts) as (keyof figures.Counts)[];
  const units = Object.keys(OPERATIONS.ping) as (keyof figures.Operation)[];
  const sum = (unit: keyof figures.Operation) =>
    names.reduce((total, name) => total + counts[name] * OPERATIONS[name][unit], 0);
  return Object.fromEntries(units.map((unit) => [unit, sum(unit)])) as figures.Operation;
}

/** Days that an account exists, and that its events are stored. */
interface Age {
  days: number;
  eventDays: number;
}
const OLD: Age = { days: Infinity, eventDays: brokerLimits({}).EVENT_RETENTION_DAYS };

/** Bytes of an account. */
export function objectBytes(workload: Workload, { days, eventDays }: Age = OLD): number {
  const { empty, device, event, connection, run } = BYTES.object;
  const { "connects-a-day": connects, "events-a-day": events, "runs-a-day": runs, accounts } = workload;
  const devices = workload.devices / accounts;
  const aDay = devices * (events + 2 * connects) + runs;
  const stored = aDay === 0 ? 0 : Math.min(days, eventDays, brokerLimits({}).MAX_EVENTS / aDay);
  const ofEvents = devices * (events * event + connects * connection) + runs * (event + run);
  return empty + devices * (device + sampleBytes(workload, days)) + stored * ofEvents;
}

/** Bytes of a device's samples; blocks are deleted a day late. */
function sampleBytes({ values, series }: Workload, days: number): number {
  const ofEach = values / series;
  const stored = (perDay: number, retentionMs: number, bytes: number) =>
    Math.min(ofEach, perDay) * Math.min(days, retentionMs / DAY_MS + 1) * bytes;
  const { sample, minute, hour } = BYTES.object;
  const { samples, minutes, hours } = RETENTION_MS;
  return (
    series *
    (stored(Infinity, samples, sample) + stored(MINUTES_A_DAY, minutes, minute) + stored(24, hours, hour))
  );
}
const d1Bytes = ({ accounts, devices }: Workload): number =>
  accounts * BYTES.d1.account + devices * BYTES.d1.device;

export type Line = { what: string; amount: number; dollars: number };
function line(what: string, amount: number, [included, perMillion]: readonly [number, number]): Line {
  return { what, amount, dollars: (Math.max(0, amount - included) / 1e6) * perMillion };
}
export const dollarsOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, each) => sum + each.dollars, 0);

/** A month's bill. Not in it: mail. */
export function billOf(workload: Workload): Line[] {
  const units = unitsOf(operationsOf(workload));
  return [
    { what: "plan", amount: 1, dollars: PRICES.plan },
    line("requests", units.requests + units.frames / PRICES.framesPerRequest, PRICES.requests),
    line("GB-seconds", (units.awake / 1000) * PRICES.objectGigabytes, PRICES.gigabyteSeconds),
    line("rows written by brokers", units.rows, PRICES.rows),
    line("bytes kept by brokers", workload.accounts * objectBytes(workload), PRICES.objectBytes),
    line("requests to the Worker", units.calls, PRICES.calls),
    line("CPU milliseconds of the Worker", units.cpu, PRICES.cpu),
    line("log lines", units.logLines, PRICES.logLines),
    line("rows read in D1", units.d1RowsRead, PRICES.d1RowsRead),
    line("rows written in D1", units.d1RowsWritten, PRICES.d1RowsWritten),
    line("bytes kept in D1", d1Bytes(workload), PRICES.d1Bytes),
  ];
}

/** Metrics, where they are deployed: a point for each connection, and at most one a minute of an account. */
export function metricsLine(workload: Workload): Line {
  const { connectDevice, connectCredential, connectApiKey, sample, deviceEvent } = operationsOf(workload);
  const connects = connectDevice + connectCredential + connectApiKey;
  const busy = Math.min(
    connects + workload.publishes + sample + deviceEvent,
    workload.accounts * (SECONDS / 60),
  );
  return line("metrics, where they are deployed", connects + busy, PRICES.analyticsPoints);
}

/** Rows that the watches of one account can write a day, and their part of all that it may write (`MAX_ROWS_A_DAY`). */
export function mostActed(): { rows: number; part: number } {
  const { WATCH_SWITCH_RATE, MAX_ROWS_A_DAY } = brokerLimits({});
  const rows = 24 * WATCH_SWITCH_RATE * OPERATIONS.act.rows;
  return { rows, part: rows / MAX_ROWS_A_DAY };
}

/** Dollars a month of the same devices on AWS IoT Core and on EMQX Serverless. */
export function elsewhere(workload: Workload): { aws: number; emqx: number } {
  const { devices, publishes, readers, payload } = workload;
  const minutes = (devices * SECONDS) / 60;
  const bytes = payload + 60; // topic and header
  const traffic = operationsOf(workload).ping * 4 + publishes * (1 + readers) * bytes;
  let messages = publishes * (1 + readers) * Math.ceil(bytes / 5120);
  let aws = (minutes / 1e6) * figures.AWS.minutes;
  let from = 0;
  for (const [upTo, perMillion] of figures.AWS.messages) {
    const part = Math.min(messages, upTo - from);
    aws += (part / 1e6) * perMillion;
    messages -= part;
    from = upTo;
  }
  const { minutes: minutePrice, bytes: bytePrice } = figures.EMQX;
  return { aws, emqx: dollarsOf([line("", minutes, minutePrice), line("", traffic, bytePrice)]) };
}

/** Units of a day's busiest second. */
const busiest = (aMonth: number): number => (aMonth / SECONDS) * PEAK;
function d1Milliseconds(workload: Workload): number {
  const { d1Reads, d1Writes, d1RowsRead } = unitsOf(operationsOf(workload));
  return busiest(d1Reads * D1_MS.read + d1Writes * D1_MS.write + d1RowsRead * D1_MS.row);
}
/** A login uses the throttle's objects, not the account's. */
const objectMilliseconds = (workload: Workload): number =>
  busiest(unitsOf({ ...operationsOf(workload), login: 0 }).awake) / workload.accounts;
const sockets = ({ accounts, devices, publishes, readers, "visits-a-day": visits }: Workload): number =>
  devices / accounts + (publishes === 0 ? 0 : readers) + Math.min(1, visits);

type Resource = [what: string, limit: number, load: (workload: Workload) => number];
const SHARED: Resource[] = [
  ["D1, size", PLATFORM.bytes, d1Bytes],
  ["D1, one thread", PLATFORM.thread, d1Milliseconds],
];
const OF_AN_ACCOUNT: Resource[] = [
  ["object, size", PLATFORM.bytes, (workload) => objectBytes(workload)],
  ["object, one thread", PLATFORM.thread, objectMilliseconds],
  ["object, sockets", PLATFORM.sockets, sockets],
];

/** `used`: 1 is the limit. `endsAt`: accounts, or devices of an account, that reach it; null where none do. */
export type Load = { what: string; shared: boolean; used: number; endsAt: number | null };

export const loadsOf = (workload: Workload): Load[] =>
  [...SHARED, ...OF_AN_ACCOUNT].map(([what, limit, load], at) => {
    const shared = at < SHARED.length;
    const used = (times: number) => load(grown(workload, shared, times)) / limit;
    const count = shared ? workload.accounts : workload.devices / workload.accounts;
    return { what, shared, used: used(1), endsAt: count === 0 ? null : endOf(used, count) };
  });
/** The resource of which the largest part is used. */
export const firstToEnd = (loads: readonly Load[]): Load =>
  loads.reduce((first, each) => (each.used > first.used ? each : first));

function grown(workload: Workload, shared: boolean, times: number): Workload {
  const { accounts, devices, publishes } = workload;
  const more = { devices: devices * times, publishes: publishes * times };
  return { ...workload, ...more, accounts: shared ? accounts * times : accounts };
}

/** Bisects to a thousandth: not every load grows in proportion. */
function endOf(used: (times: number) => number, count: number): number | null {
  let [below, above] = [Number.EPSILON, 2 ** 60];
  if (used(above) < 1) return null;
  while (above / below > 1.001) {
    const middle = Math.sqrt(above * below);
    if (used(middle) >= 1) above = middle;
    else below = middle;
  }
  return Math.floor(above * count);
}
