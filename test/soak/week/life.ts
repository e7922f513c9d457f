/** What the account does every day: schedules at each quarter, values, watches, retained messages, visits of the page. */

import { type Clock, DAY, HOUR, MINUTE, SECOND } from "./clock.ts";
import type { Home, HomeDevice } from "./home.ts";
import type { Service } from "./service.ts";

export const QUARTER = 15 * MINUTE;
const SCHEDULES = [
  { name: "On", state: true, when: { cron: "0,30 * * * *" }, time_zone: "UTC" },
  { name: "Off", state: false, when: { cron: "15,45 * * * *" }, time_zone: "UTC" },
];
/** Watches of silence. */
const MAX_SILENT = 5;
/** A watch switches a device on and off at this interval. */
export const HEAT_EVERY = 2 * HOUR;
/** Hours of a day in which some devices send no values. */
const SILENCE = { begins: 3, ends: 5 };
/** Hour of the day at which the page is open. */
const VISIT = 6;

/** How often the watches had a reason. */
export interface Reasons {
  acts: number;
  silences: number;
}

/** The first device is switched by a watch of the second; the others have schedules, some of them a watch of silence. */
export const castOf = ({ devices: [fan, sensor, ...others] }: Home) => ({
  fan: fan as HomeDevice,
  sensor: sensor as HomeDevice,
  scheduled: [sensor as HomeDevice, ...others],
  silent: others.slice(0, MAX_SILENT),
});

export async function addSchedules(home: Home, devices: readonly HomeDevice[]): Promise<void> {
  for (const { id } of devices) {
    for (const schedule of SCHEDULES) await home.make(`POST /v0/devices/on-off/${id}/schedules/`, schedule);
  }
}

export async function addWatches(home: Home): Promise<void> {
  const { fan, sensor, silent } = castOf(home);
  const url = "https://hooks.example.com/week";
  const { id: hook } = await home.make("POST /v0/targets/", { kind: "webhook", url });
  await home.make(`POST /v0/targets/${hook}/test/`);
  const [raised, cleared] = [{ state: true }, { state: false }];
  const action = { kind: "device", device: fan.id, raised, cleared };
  const { id: act } = await home.make("POST /v0/targets/", action);
  const hot = { device: sensor.id, key: "temperature", above: 30, clear: 25, for: "PT1S" };
  await home.make("POST /v0/watches/", { name: "Hot", when: hot, targets: [act] });
  for (const device of silent) {
    const when = { device: device.id, key: "temperature", silent_for: "PT1H" };
    await home.make("POST /v0/watches/", { name: "Silent", when, targets: [hook] });
  }
}

/** Values of nine days that ended four weeks ago: older than samples are stored, partly older than minutes are. */
export async function sendLateValues(start: number, { sensor }: { sensor: HomeDevice }): Promise<void> {
  const [first, last] = [start - 37 * DAY, start - 28 * DAY];
  await sensor.sendLate(
    Array.from({ length: (last - first) / LATE_INTERVAL }, (_, n) => first + n * LATE_INTERVAL),
  );
}
const LATE_INTERVAL = 30 * MINUTE;

export function measureAll(clock: Clock, start: number, homes: readonly Home[], interval: number): void {
  clock.every(interval, start + 7 * SECOND, async () => {
    for (const { devices } of homes) for (const device of devices) device.measure();
    await Promise.all(homes.map((home) => home.settle()));
  });
  // commands of schedules are acknowledged at once
  clock.every(QUARTER, start + SECOND, () => Promise.all(homes.map((home) => home.settle())));
}

export function live(clock: Clock, start: number, home: Home, service: Service): Reasons {
  const reasons = { acts: 0, silences: 0 };
  const { sensor, silent } = castOf(home);
  clock.every(HOUR, start + 20 * MINUTE, async () => {
    for (const device of home.devices) device.retain();
  });
  home.devices.forEach((device, n) => {
    clock.every(DAY, start + (n % 24) * HOUR + 37 * MINUTE, async () => {
      await device.leave("leave");
      await device.connect();
    });
  });
  for (const [minute, temperature] of [
    [21.5, 40],
    [26.5, 20],
  ] as const) {
    clock.every(HEAT_EVERY, start + minute * MINUTE, async () => {
      sensor.temperature = temperature;
      reasons.acts++;
    });
  }
  clock.every(DAY, start + SILENCE.begins * HOUR, async () => {
    for (const device of silent) device.isSilent = true;
  });
  clock.every(DAY, start + SILENCE.ends * HOUR, async () => {
    for (const device of silent) device.isSilent = false;
    reasons.silences += silent.length;
  });
  visits(clock, start, home, service);
  clock.every(HOUR, start + 2.5 * MINUTE, () => service.jobs(clock.now));
  return reasons;
}

/** The page is open for five minutes a day. */
function visits(clock: Clock, start: number, home: Home, service: Service): void {
  clock.every(DAY, start + VISIT * HOUR + 5 * MINUTE, async () => {
    const [{ key }] = await home.make("GET /v0/api-keys/");
    const { client, code } = await service.connect(home.owner.id, { clientId: `${key}__page` });
    if (code !== 0) throw new Error(`the page was refused: ${code}`);
    await client.subscribe("#", 0);
    for (let minute = 1; minute <= 5; minute++) {
      clock.at(clock.now + minute * MINUTE - 10 * SECOND, async () => {
        await client.all();
        if (minute === 5) await client.leave();
      });
    }
  });
}
