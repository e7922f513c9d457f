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
  stored: Record<string, SqlStorageValue>[];
}

const total = (rows: RowCounts): number => Object.values(rows).reduce((sum, each) => sum + each, 0);
const bytesOf = (stub: Stub): Promise<number> =>
  runInDurableObject(stub, (_, { storage }) => storage.sql.databaseSize);

export async function week(
  { hours, devices, minutes }: Size,
  say: (line: string) => void = () => {},
): Promise<WeekReport> {
  const start = Math.ceil(Date.now() / DAY) * DAY + DAY;
  const clock = new Clock(start);
  const service = new Service(
    { SEAL_KEYS: env.SEAL_KEYS ?? "", LOOKUP_KEY: env.LOOKUP_KEY ?? "" },
    60 * minutes,
  );
  const homes = [await Home.with(service, devices), await Home.with(service, 1)];
  const [home, small] = homes as [Home, Home];
  const checks: Checks = [];
  await furnish(home, small, start);
  clock.ring(homes.map(({ stub }) => stub));
  const counter = await RowCounter.start(home.stub);
  const sleep = async ({ stub }: Home) => {
    await counter.know(stub);
    await nap({ stub });
  };
  const seventh = (count: number) => start + Math.floor((hours * count) / 7) * HOUR;
  const plan: Week = { clock, service, homes, checks, seventh, sleep };
  measureAll(clock, start, homes, minutes * MINUTE);
  const lived = live(clock, start, home, service);
  clock.every(HOUR, start + 58.5 * MINUTE, () => Promise.all(homes.map(sleep)));
  await tokenThatEnds(plan);
  await guestThatEnds(plan);
  deployments(plan);

  const connects = connectsOf(home);
  const { scheduled, silent } = castOf(home);
  const rows: RowCounts = {};
  const rowsADay: number[] = [];
  for (let from = start; clock.now < start + hours * HOUR; ) {
    const to = Math.min(from + DAY, start + hours * HOUR);
    await clock.runUntil(to + 2 * SECOND);
    checks.push(...(await checkSchedules(home, scheduled, [from, to])));
    const today = await counter.take(home.stub);
    addRows(rows, today);
    rowsADay.push(total(today));
    say(
      `day ${rowsADay.length}: ${total(today)} rows, ${await bytesOf(home.stub)} bytes, ${clock.alarms} alarms`,
    );
    from = to;
  }
  checks.push(...(await checkWatches(home, lived)), ...(await checkSeries(home, clock.now)));
  const messages = home.devices.reduce((sum, device) => sum + device.measured, 0);
  const aDevice = DAY / HOUR / hours / devices;
  return {
    hours,
    devices,
    minutes,
    checks,
    alarms: clock.alarms,
    messages,
    workload: {
      accounts: 1,
      devices,
      keepalive: 60 * minutes,
      "connects-a-day": (connectsOf(home) - connects) * aDevice,
      values: VALUES * messages * aDevice,
      series: VALUES,
      "retained-a-day": DAY / HOUR,
      "visits-a-day": 1,
      watches: silent.length,
      "acts-a-day": (2 * DAY) / HEAT_EVERY,
      "runs-a-day": (scheduled.length * DAY) / QUARTER,
    },
    eventDays: EVENT_DAYS,
    rows,
    rowsADay,
    bytes: await bytesOf(home.stub),
    smallBytes: await bytesOf(small.stub),
    stored: await runInDurableObject(home.stub, (_, { storage }) =>
      storage.sql
        .exec(`SELECT level, count(*) AS n, sum(length(bytes)) AS bytes FROM series_blocks GROUP BY 1
        UNION ALL SELECT 'buffer', count(*), sum(length(bytes)) FROM sample_buffer
        UNION ALL SELECT 'runs', count(*), 0 FROM runs
        UNION ALL SELECT 'events', count(*), 0 FROM events`)
        .toArray(),
    ),
  };
}

async function furnish(home: Home, small: Home, start: number): Promise<void> {
  await addSchedules(home, castOf(home).scheduled);
  await addSchedules(small, small.devices);
  await addWatches(home);
  await sendLateValues(start, castOf(home));
}

const connectsOf = ({ devices }: Home): number => devices.reduce((sum, { connects }) => sum + connects, 0);
