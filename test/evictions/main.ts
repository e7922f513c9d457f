/**
 * `npm run test:evictions`: an hour with what the platform does to a deployed broker. The built Worker runs on the bare
 * runtime, every minute its objects are evicted, every fifth time with their sockets, as by a deployment, and random
 * sockets are cut. Thirty stock clients must return within their back-off, and no acknowledged message may be lost.
 * `-- --minutes 5` for a shorter run. With `-- --start` the product runs as `npm start` runs it: its accounts nap each
 * minute, and each fifth one all of it is killed and started again.
 */
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { newAccount } from "../support/account.ts";
import { type CuttableProxy, openCuttableProxy } from "../support/cuttable-proxy.ts";
import { until } from "../support/until.ts";
import { type RunningDevice, type StartDevice, startMosquitto, startMqttJs, startPaho } from "./devices.ts";
import { type Place, startBarePlace, startDesk } from "./places.ts";
import {
  type Acknowledged,
  checksOf,
  type DeviceRecord,
  figuresOf,
  type Kind,
  missingOf,
} from "./verdict.ts";

const KINDS: Record<Kind, StartDevice> = {
  "mqtt.js": startMqttJs,
  paho: startPaho,
  mosquitto: startMosquitto,
};
/** Violations of one guarantee that are printed. */
const SHOWN = 5;
/** From the last subscription until messages that were published before it are acknowledged. */
const SETTLE_MS = 5000;
const LAST_MESSAGES_WITHIN_MS = 60_000;

export interface Plan {
  minutes: number;
  devices: number;
  evictEveryMs: number;
  cutEveryMs: number;
}

const HOUR: Plan = { minutes: 60, devices: 30, evictEveryMs: 60_000, cutEveryMs: 4000 };

interface ConnectedDevice {
  record: DeviceRecord;
  proxy: CuttableProxy;
  running: RunningDevice;
}

const recordOf = (index: number, userId: string): DeviceRecord => ({
  name: `device-${index}`,
  kind: (Object.keys(KINDS) as Kind[])[index % 3] ?? "paho",
  topic: `${userId}/hour/${index}`,
  lostAt: null,
  away: [],
  received: new Set(),
});

/**
 * Starts the devices, each behind a proxy of its own, which sees when a connection is lost. Each is in `devices` as
 * soon as it runs, so that the caller can stop those that did start.
 */
async function startDevices(
  devices: ConnectedDevice[],
  count: number,
  ports: Place,
  acknowledged: Acknowledged[],
) {
  const account = await newAccount(`http://127.0.0.1:${ports.web}`);
  const { key } = await account.newKey();
  const records = Array.from({ length: count }, (_, index) => recordOf(index, account.userId));
  for (const record of records) {
    const lost = () => {
      record.lostAt ??= Date.now();
    };
    const proxy = await openCuttableProxy(record.kind === "mosquitto" ? ports.tcp : ports.web, lost);
    const others = records.filter((each) => each !== record).map(({ topic }) => topic);
    const place = {
      port: proxy.port,
      directPort: ports.tcp,
      path: `/mqtt/${account.userId}`,
      key,
      others,
      acknowledged,
    };
    devices.push({ record, proxy, running: await KINDS[record.kind](record, place) });
  }
}

async function cutAtRandom(devices: readonly ConnectedDevice[], everyMs: number, endsAt: number) {
  while (Date.now() < endsAt) {
    await pause(everyMs);
    devices[Math.floor(Math.random() * devices.length)]?.proxy.cut();
  }
}

export interface Outcome {
  lines: string[];
  passed: number;
  failed: number;
}

function outcomeOf(records: DeviceRecord[], acknowledged: Acknowledged[], evictions: string[]): Outcome {
  const deployments = evictions.filter((line) => line.startsWith("close"));
  const checks = checksOf(records, acknowledged, Date.now());
  checks.push({
    text: "each eviction succeeded",
    broken: evictions.length === 0 ? ["none"] : evictions.filter((line) => !/^\w+ 1 ?$/.test(line)),
  });
  const lines = checks.flatMap(({ text, broken }) => [
    `${broken.length === 0 ? "held  " : "BROKEN"} ${text}`,
    ...broken.slice(0, SHOWN).map((each) => `         ${each}`),
    ...(broken.length > SHOWN ? [`         and ${broken.length - SHOWN} more`] : []),
  ]);
  const failed = checks.filter(({ broken }) => broken.length > 0).length;
  return {
    lines: [
      ...lines,
      ...figuresOf(records),
      `${evictions.length} evictions, ${deployments.length} of them with all sockets; ${acknowledged.length} messages acknowledged`,
    ],
    passed: checks.length - failed,
    failed,
  };
}

/** Runs the plan. */
export async function run(plan: Plan, start = startBarePlace): Promise<Outcome> {
  const place = await start(plan.evictEveryMs);
  const acknowledged: Acknowledged[] = [];
  const devices: ConnectedDevice[] = [];
  try {
    await startDevices(devices, plan.devices, place, acknowledged);
    // messages to devices that had not subscribed yet have no reader
    await pause(SETTLE_MS);
    acknowledged.length = 0;
    await cutAtRandom(devices, plan.cutEveryMs, Date.now() + plan.minutes * 60_000);
    for (const { running } of devices) running.quiet();
    const records = devices.map(({ record }) => record);
    const isComplete = () =>
      missingOf(records, acknowledged).length === 0 && records.every(({ lostAt }) => lostAt === null);
    await until("the last messages", isComplete, LAST_MESSAGES_WITHIN_MS).catch(() => {});
    return outcomeOf(records, acknowledged, await place.evictions());
  } finally {
    for (const { running, proxy } of devices) {
      running.stop();
      proxy.close();
    }
    await place.stop();
  }
}

export async function main(args: string[]): Promise<number> {
  const options = {
    minutes: { type: "string", default: String(HOUR.minutes) },
    start: { type: "boolean", default: false },
  } as const;
  const { values } = parseArgs({ args, options });
  const plan = { ...HOUR, minutes: Number(values.minutes) };
  const { lines, passed, failed } = await run(plan, values.start ? startDesk : startBarePlace);
  for (const line of lines) process.stdout.write(`${line}\n`);
  process.stdout.write(`${passed} checks passed, ${failed} failed\n`);
  return failed > 0 ? 1 : 0;
}
