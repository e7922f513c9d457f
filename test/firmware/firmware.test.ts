/** Stock software and firmware, each with its own account, from its settings to a cut connection. */

import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { renderModels, zigbee2mqttFigures } from "./announcements/zigbee2mqtt.ts";
import { parsedAsyncapi } from "./asyncapi.ts";
import { startBroker } from "./broker.ts";
import { Case } from "./case.ts";
import type { Broker, FirmwareAccount } from "./connection-settings.ts";
import { whyNot } from "./program.ts";
import { PROGRAMS } from "./programs/index.ts";
import { announceSensors, readSensors, type Subscriber, subscribeToMany } from "./sizes.ts";
import { STAND_INS } from "./stand-ins/index.ts";
import { asWritten, renderResults, renderTable } from "./table.ts";
import { newWatcher, type Watcher } from "./watcher.ts";

/** Longer than the runtime waits before an object sleeps. */
const NAP_MS = 13_000;
/** Programs of `npm run test:rest`; `npm run test:all` runs the others, too. */
const OF_EACH_RUN = 6;
const PATIENCE = { timeout: 150_000 };
const SLOW = 100_000;

const absent = inject("absent");
const isAll = process.env.TEST_ALL !== undefined;
const programs = isAll ? [...PROGRAMS, ...STAND_INS] : PROGRAMS.slice(0, OF_EACH_RUN);
const cases = programs.flatMap((program) => program.ways.map((way) => new Case(program, way)));
const rows = cases.map((each): [string, Case] => [each.name, each]);

let broker: Broker;
/** A client of another account that subscribes to everything. */
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

/** All in parallel: most of the time is waiting. */
const askAll = (what: (each: Case) => Promise<void>) =>
  it.concurrent.for(rows)("%s", PATIENCE, async ([, each], context) => {
    const why = whyNot(each.program, absent);
    if (why !== undefined) context.skip(why);
    await what(each);
  });

describe("connects with host, port, user name and password, and works", () => {
  askAll((each) => each.begin(broker));
});

/** Lines below the table; only their seconds change from run to run. */
const facts = new Map<string, string>();
const tell = (what: string, seconds: number) => facts.set(what, `${what}: in ${seconds.toFixed(1)} s`);

describe("1,500 retained messages of 1 KB arrive completely, in the order of their topics' last writes", () => {
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

describe("works after its account's object slept", () => {
  // the test needs this time without traffic
  beforeAll(() => new Promise((resolve) => setTimeout(resolve, NAP_MS)), 30_000);
  askAll((each) => each.afterNap());

  it("with 3,000 subscriptions", PATIENCE, async () => {
    const numbers = [1, 500, 1500, 2998];
    expect(await hub.hears(...numbers)).toEqual(numbers.map((number) => `house/entity ${number}/state`));
  });
});

describe("works after a restart of the broker", () => {
  beforeAll(() => broker.restart(), 120_000);
  askAll((each) => each.afterRestart());
});

describe("publishes its will when its connection is cut, and reconnects", () => {
  askAll((each) => each.afterCut());
});

describe("the AsyncAPI document of an account", () => {
  const withPackages = it.skipIf(absent.npm !== undefined);
  withPackages("is accepted by the official parser, in both views", PATIENCE, async () => {
    const documents = await broker.documents();
    const results = await parsedAsyncapi([...documents, '{"asyncapi":"3.0.0"}']);
    expect(results.pop()?.wrong).not.toEqual([]);
    expect(results).toEqual(documents.map(() => ({ channels: 5, wrong: [] })));
  });
});

it("is received by no second account [T12]", async () => {
  await stranger.answered({ topic: "alone", payload: "?" }, { topic: "alone", payload: "?" });
  expect(stranger.heard).toEqual([{ topic: "alone", payload: "?" }]);
});

it("has an up-to-date table", async (context) => {
  if (!isAll) context.skip("It needs all programs: npm run test:all.");
  const left = cases.filter(({ program }) => whyNot(program, absent) !== undefined);
  if (left.length > 0) context.skip(`not tried: ${left.map(({ name }) => name).join(", ")}`);
  const table = renderTable(cases);
  const announced = renderModels(await zigbee2mqttFigures());
  const results = renderResults(table, [...facts.values()].toSorted(), announced);
  await expect(asWritten(results, "test/firmware/results.md")).toMatchFileSnapshot("results.md");
});
