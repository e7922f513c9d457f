/** A week of two accounts with the clock advanced, and what it wrote and stored. */

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { nap } from "../../unit/broker/support/nap.ts";
import { checkSchedules, checkSeries, checkWatches } from "./checks.ts";
import { Clock, DAY, HOUR, MINUTE, SECOND, type Stub } from "./clock.ts";
import { type Checks, deployments, guestThatEnds, tokenThatEnds, type Week } from "./endings.ts";
import { Home, VALUES } from "./home.ts";
import {
  addSchedules,
  addWatches,
  castOf,
  HEAT_EVERY,
  live,
  measureAll,
  QUARTER,
  sendLateValues,
} from "./life.ts";
import { retainedLeft, storedHome, storedKey } from "./release.ts";
import { addRows, RowCounter, type RowCounts } from "./rows.ts";
import { EVENT_DAYS, Service } from "./service.ts";

export interface Size {
  hours: number;
  devices: number;
  /** Between two messages with values, and of the keep alive. */
  minutes: number;
}

export interface WeekReport extends Size {
  checks: Checks;
  alarms: number;
  messages: number;
  /** Options of `npm run cost`. */
  workload: Record<string, number>;
  /** Days that events are stored. */
  eventDays: number;
  /** Of the large account, by table and by day. */
  rows: RowCounts;
  rowsADay: number[];
  bytes: number;
  smallBytes: number;
}

const total = (rows: RowCounts): number => Object.values(rows).reduce((sum, each) => sum + each, 0);
const sumOf = ({ devices }: Home, of: "connects" | "measured"): number =>
  devices.reduce((sum, device) => sum + device[of], 0);
const bytesOf = (stub: Stub): Promise<number> =>
  runInDurableObject(stub, (_, { storage }) => storage.sql.databaseSize);

/** `say` is given a line for each day. */
export async function week(size: Size, say: (line: string) => void = () => {}): Promise<WeekReport> {
  const begun = await begin(size);
  try {
    return await passDays(size, begun, say);
  } finally {
    begun.counter.stop();
    begun.plan.service.stop();
  }
}

async function passDays(
  size: Size,
  { plan, start, counter, reasons, connects }: Awaited<ReturnType<typeof begin>>,
  say: (line: string) => void,
): Promise<WeekReport> {
  const { clock, checks, homes } = plan;
  const [home, small] = homes as [Home, Home];
  const end = start + size.hours * HOUR;
  const rows: RowCounts = {};
  const rowsADay: number[] = [];
  for (let from = start; from < end; from += DAY) {
    const to = Math.min(from + DAY, end);
    await clock.runUntil(to + 2 * SECOND);
    const { scheduled } = castOf(home);
    checks.push(...(await checkSchedules(home, scheduled, [from, to])));
    checks.push(...(await checkSchedules(small, small.devices, [from, to])));
    const today = await counter.take(home.stub);
    addRows(rows, today);
    rowsADay.push(total(today));
    say(`day ${rowsADay.length}: ${total(today)} rows, ${await bytesOf(home.stub)} bytes`);
  }
  checks.push(...(await checkWatches(home, reasons)), ...(await checkSeries(home, clock.now)));
  const left = await retainedLeft(small.stub);
  checks.push({
    words: `the account of release 0.1.0 has ${left} of its ${storedHome.retained.length} retained messages`,
    good: left === storedHome.retained.length,
  });
  return {
    ...size,
    checks,
    alarms: clock.alarms,
    messages: sumOf(home, "measured"),
    workload: workloadOf(home, size, sumOf(home, "connects") - connects),
    eventDays: EVENT_DAYS,
    rows,
    rowsADay,
    bytes: await bytesOf(home.stub),
    smallBytes: await bytesOf(small.stub),
  };
}

/** Both accounts with all that they have, and everything planned that will happen. */
async function begin({ hours, devices, minutes }: Size) {
  const start = Math.ceil(Date.now() / DAY) * DAY + DAY;
  const clock = new Clock(start);
  const keys = {
    SEAL_KEYS: `${env.SEAL_KEYS},${storedKey("SEAL_KEYS")}`,
    LOOKUP_KEY: `${env.LOOKUP_KEY},${storedKey("LOOKUP_KEY")}`,
  };
  const service = new Service(keys, 60 * minutes);
  const [home, small] = [await Home.with(service, devices), await Home.ofRelease(service)];
  await furnish(home, small, start);
  const homes = [home, small];
  clock.ring(homes.map(({ stub }) => stub));
  const counter = await RowCounter.start(home.stub);
  const sleep = async ({ stub }: Home) => {
    if (stub === home.stub) await counter.know(stub);
    await nap({ stub });
  };
  const seventh = (count: number) => start + Math.floor((hours * count) / 7) * HOUR;
  const plan: Week = { clock, service, homes, checks: [], seventh, sleep };
  clock.every(HOUR, start + 1.5 * MINUTE, async () => counter.drain());
  measureAll(clock, start, homes, minutes * MINUTE);
  const reasons = live(clock, start, home, service);
  clock.every(HOUR, start + 58.5 * MINUTE, () => Promise.all(homes.map(sleep)));
  await tokenThatEnds(plan);
  await guestThatEnds(plan);
  deployments(plan);
  return { plan, start, counter, reasons, connects: sumOf(home, "connects") };
}

async function furnish(home: Home, small: Home, start: number): Promise<void> {
  await addSchedules(home, castOf(home).scheduled);
  await addSchedules(small, small.devices);
  await addWatches(home);
  await sendLateValues(start, castOf(home));
}

function workloadOf(home: Home, { hours, devices, minutes }: Size, connects: number): Record<string, number> {
  const { scheduled, silent } = castOf(home);
  const aDeviceAndDay = DAY / HOUR / hours / devices;
  return {
    accounts: 1,
    devices,
    keepalive: 60 * minutes,
    "connects-a-day": connects * aDeviceAndDay,
    values: VALUES * sumOf(home, "measured") * aDeviceAndDay,
    series: VALUES,
    "retained-a-day": DAY / HOUR,
    "visits-a-day": 1,
    watches: silent.length,
    "acts-a-day": (2 * DAY) / HEAT_EVERY,
    "runs-a-day": (scheduled.length * DAY) / QUARTER,
  };
}
