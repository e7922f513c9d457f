/** What must be true at the end of the week. */

import { runInDurableObject } from "cloudflare:test";
import { RETENTION_MS } from "../../../broker/contract/limits.ts";
import { samplesOf } from "../../../broker/history/batch.ts";
import { type Level, SeriesView } from "../../../broker/history/levels.ts";
import type { Modules } from "../../../broker/hub/modules.ts";
import { waitingOf } from "../../../broker/hub/series/newest.ts";
import type { Hub } from "../../../broker/hub.ts";
import { DAY, HOUR, type Stub } from "./clock.ts";
import type { Checks } from "./endings.ts";
import type { Home, HomeDevice } from "./home.ts";
import { castOf, QUARTER, type Reasons } from "./life.ts";

const inHub = <T>(stub: Stub, look: (modules: Modules) => T): Promise<T> =>
  runInDurableObject(stub, (object) => look((object as unknown as { hub: Hub }).hub.modules));
const rowsOf = (stub: Stub, sql: string) =>
  runInDurableObject(stub, (_, { storage }) => storage.sql.exec(sql).toArray());

/**
 * Each planned time after `from` has one run, and switched its device once. The commands of a device are removed from its
 * list.
 */
export async function checkSchedules(
  { stub }: Home,
  scheduled: readonly HomeDevice[],
  [from, to]: readonly [number, number],
): Promise<Checks> {
  const runs = await rowsOf(
    stub,
    `SELECT facts ->> '$.value.deviceId' AS device, planned_at AS at, count, outcome, command
     FROM runs JOIN schedules ON id = schedule_id WHERE planned_at > ${from} ORDER BY planned_at`,
  );
  const planned = Array.from({ length: (to - from) / QUARTER }, (_, n) => from + (n + 1) * QUARTER);
  const commands = planned.map((_, n) => (n % 2 === 0 ? '{"state":"off"}' : '{"state":"on"}'));
  const byDevice = Map.groupBy(runs, ({ device }) => device);
  const wrong = scheduled.filter(({ id, commands: received }) => {
    const own = byDevice.get(id) ?? [];
    const once = own.every((run) => run.count === 1 && run.outcome === "taken" && run.command !== null);
    const times = own.map(({ at }) => at);
    return !once || times.join() !== planned.join() || received.splice(0).join() !== commands.join();
  });
  return [
    {
      words: `${runs.length} planned times ran once and switched once; of ${scheduled.length} devices ${wrong.length} differ`,
      good: wrong.length === 0 && runs.length === scheduled.length * planned.length,
    },
  ];
}

/** Each watch raised and cleared, and the acting one switched its device, as often as the values say. */
export async function checkWatches(home: Home, { acts, silences }: Reasons): Promise<Checks> {
  const { fan } = castOf(home);
  const names = await rowsOf(
    home.stub,
    "SELECT facts ->> '$.value.watch.name' AS name, count(*) AS count FROM notices GROUP BY 1 ORDER BY 1",
  );
  const counted = names.map(({ name, count }) => `${count} of ${name}`).join(", ");
  return [
    {
      words: `notices: ${counted}; commands of the watch and the guest: ${fan.commands.length}`,
      good: counted === `${acts} of Hot, ${2 * silences} of Silent` && fan.commands.length === acts + 1,
    },
  ];
}

/** Every sample of the retention is there, and no block that is a day older. */
export async function checkSeries(home: Home, now: number): Promise<Checks> {
  const bySource = new Map(home.devices.map((device) => [`device:${device.id}`, device]));
  const found = await inHub(home.stub, (modules) => {
    const { history } = modules.store;
    return [...history.all()].map(({ id, source, key }) => {
      const waiting = samplesOf(waitingOf(modules, (series) => series === id));
      const view = new SeriesView(history.shelves(id), waiting, now);
      return {
        expected: bySource.get(source)?.measured ?? 0,
        key,
        samples: view.samples(now - RETENTION_MS.samples, now + 1).length,
        hours: view.hours(0, now + 1).length,
      };
    });
  });
  const measured = found.filter(({ key }) => key !== "late");
  const wrong = measured.filter(({ samples, expected }) => samples !== expected);
  const late = found.find(({ key }) => key === "late");
  const total = measured.reduce((sum, { samples }) => sum + samples, 0);
  return [
    {
      words: `${measured.length} series have ${total} samples; ${wrong.length} have another number than were sent`,
      good: wrong.length === 0 && measured.length === 3 * home.devices.length,
    },
    {
      words: `values of four weeks ago: ${late?.samples} samples, ${late?.hours} hours`,
      good: late?.samples === 0 && late.hours === 9 * 24,
    },
    await checkOldest(home, now),
  ];
}

/** Blocks are deleted a day late, by a deadline that is computed once an hour. */
const SLACK = DAY + 2 * HOUR;

async function checkOldest(home: Home, now: number): Promise<Checks[number]> {
  const blocks = await rowsOf(
    home.stub,
    "SELECT level, min(until) AS until, count(*) AS count FROM series_blocks GROUP BY 1",
  );
  const old = blocks.filter(({ level, until }) => Number(until) < now - RETENTION_MS[level as Level] - SLACK);
  return {
    words: `blocks: ${blocks.map(({ level, count }) => `${count} of ${level}`).join(", ")}; none is older than its retention`,
    good: old.length === 0,
  };
}
