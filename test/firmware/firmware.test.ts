/** Stock software and stock firmware, each in a house of its own, from host, port, user name and password to a cut line. */

import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { startBroker } from "./broker.ts";
import { Case } from "./case.ts";
import type { Broker, FirmwareAccount } from "./connection-settings.ts";
import { whyNot } from "./program.ts";
import { PROGRAMS } from "./programs/index.ts";
import { announceSensors, readSensors, type Subscriber, subscribeToMany } from "./sizes.ts";
import { STAND_INS } from "./stand-ins/index.ts";
import { asWritten, renderResults, renderTable } from "./table.ts";
import { newWatcher, type Watcher } from "./watcher.ts";

/** Longer than the runtime waits before it lets an object sleep. */
const NAP_MS = 13_000;
/** Programs that `npm test` runs; `npm run test:all` runs the others, too. */
const OF_EACH_RUN = 6;
const PATIENCE = { timeout: 150_000 };
const SLOW = 100_000;

const absent = inject("absent");
const isAll = process.env.TEST_ALL !== undefined;
const programs = isAll ? [...PROGRAMS, ...STAND_INS] : PROGRAMS.slice(0, OF_EACH_RUN);
const cases = programs.flatMap((program) => program.ways.map((way) => new Case(program, way)));
const rows = cases.map((each): [string, Case] => [each.name, each]);

let broker: Broker;
/** Lives elsewhere, and listens to everything. */
let stranger: Watcher;

beforeAll(async () => {
  broker = await startBroker();
  stranger = await newWatcher(await broker.newHome());
}, 120_000);
afterAll(async () => {
  await Promise.all([...cases.map((each) => each.end()), hub?.close()]);
  await stranger?.close();
  await broker?.stop();
}, 60_000);

/** Asked of all of them at once: most of it is waiting. */
const askAll = (what: (each: Case) => Promise<void>) =>
  it.concurrent.for(rows)("%s", PATIENCE, async ([, each], context) => {
    const why = whyNot(each.program, absent);
    if (why !== undefined) context.skip(why);
    await what(each);
  });

describe("connects with host, port, user name and password, and does its work", () => {
  askAll((each) => each.begin(broker));
});

/** In the table below the programs; only the seconds of it change from run to run. */
const facts = new Map<string, string>();
const tell = (what: string, seconds: number) => facts.set(what, `${what}: in ${seconds.toFixed(1)} s`);

describe("1,500 retained messages of 1 KB come completely, in the order of their topics' last writes", () => {
  let home: FirmwareAccount;
  let written: string[];
  beforeAll(async () => {
    home = await broker.newHome();
    written = await announceSensors(home);
  }, 60_000);
  it.concurrent.for([
    ["at QoS 0", 0, undefined],
    ["at QoS 1", 1, undefined],
    ["at QoS 0 at 100 KB a second", 0, SLOW],
    ["at QoS 1 at 100 KB a second", 1, SLOW],
  ] as const)("to a reader %s", PATIENCE, async ([reader, qos, bytesASecond]) => {
    const { topics, seconds } = await readSensors(home, qos, bytesASecond);
    expect(topics).toEqual(written);
    tell(`1,500 retained messages of 1 KB to mosquitto_sub ${reader}`, seconds);
  });
});

let hub: Subscriber;
it("grants 3,000 subscriptions in packets of 500", PATIENCE, async () => {
  hub = await subscribeToMany(await broker.newHome());
  expect(hub.granted).toBe(3000);
  expect(await hub.hears(0, 1499, 2999)).toHaveLength(3);
  tell("3,000 subscriptions of MQTT.js in packets of 500, kept over a nap", hub.seconds);
});

describe("works after its account has napped", () => {
  // not a wait for something to happen, but the very thing under test: that nothing happens for this long
  beforeAll(() => new Promise((resolve) => setTimeout(resolve, NAP_MS)), 30_000);
  askAll((each) => each.afterNap());

  it("with 3,000 subscriptions", PATIENCE, async () => {
    const numbers = [1, 500, 1500, 2998];
    expect(await hub.hears(...numbers)).toEqual(numbers.map((number) => `house/entity ${number}/state`));
  });
});

describe("works after the broker was restarted", () => {
  beforeAll(() => broker.restart(), 120_000);
  askAll((each) => each.afterRestart());
});

describe("leaves its will when its line is cut, and comes back", () => {
  askAll((each) => each.afterCut());
});

it("is heard by no second account [T12]", async () => {
  await stranger.answered({ topic: "alone", payload: "?" }, { topic: "alone", payload: "?" });
  expect(stranger.heard).toEqual([{ topic: "alone", payload: "?" }]);
});

it("has its table up to date", async (context) => {
  if (!isAll) context.skip("It needs all programs: npm run test:all.");
  const left = cases.filter(({ program }) => whyNot(program, absent) !== undefined);
  if (left.length > 0) context.skip(`not tried: ${left.map(({ name }) => name).join(", ")}`);
  const table = renderTable(cases);
  const results = renderResults(table, [...facts.values()].toSorted());
  await expect(asWritten(results, "test/firmware/results.md")).toMatchFileSnapshot("results.md");
});
