/** Stock software and stock firmware, each in a house of its own, from host, port, user name and password to a cut line. */

import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Broker, startBroker } from "./broker.ts";
import { Case } from "./case.ts";
import { PROGRAMS } from "./programs/index.ts";
import { STAND_INS } from "./stand-ins/index.ts";
import { render, tableToCompare } from "./table.ts";
import { newWatcher, type Watcher } from "./watcher.ts";

/** Longer than the runtime waits before it lets an object sleep. */
const NAP_MS = 13_000;
const PATIENCE = { timeout: 150_000 };

const absent = inject("absent");
const cases = [...PROGRAMS, ...STAND_INS].flatMap((program) =>
  program.ways.map((way) => new Case(program, way)),
);
const rows = cases.map((each): [string, Case] => [each.name, each]);

/** Why a program is not tried; said by its skipped row. */
const want = ({ program }: Case): string | undefined =>
  program.needs.map((need) => absent[need]).find((why) => why !== undefined);

let broker: Broker;
/** Lives elsewhere, and listens to everything. */
let stranger: Watcher;

beforeAll(async () => {
  broker = await startBroker();
  stranger = await newWatcher(await broker.newHome());
}, 120_000);
afterAll(async () => {
  await Promise.all(cases.map((each) => each.end()));
  await stranger?.close();
  await broker?.stop();
}, 60_000);

/** Asked of all of them at once: most of it is waiting. */
const askAll = (what: (each: Case) => Promise<void>) =>
  it.concurrent.for(rows)("%s", PATIENCE, async ([, each], context) => {
    const why = want(each);
    if (why !== undefined) context.skip(why);
    await what(each);
  });

describe("connects with host, port, user name and password, and does its work", () => {
  askAll((each) => each.begin(broker));
});

describe("works after its account has napped", () => {
  // not a wait for something to happen, but the very thing under test: that nothing happens for this long
  beforeAll(() => new Promise((resolve) => setTimeout(resolve, NAP_MS)), 30_000);
  askAll((each) => each.afterNap());
});

describe("works after the broker was restarted", () => {
  beforeAll(() => broker.restart(), 120_000);
  askAll((each) => each.afterRestart());
});

describe("leaves its will when its line is cut, and comes back", () => {
  askAll((each) => each.afterCut());
});

it("is heard by no second account", async () => {
  await stranger.answered({ topic: "alone", payload: "?" }, { topic: "alone", payload: "?" });
  expect(stranger.heard).toEqual([{ topic: "alone", payload: "?" }]);
});

it("has its table up to date", async (context) => {
  const tried = cases.filter((each) => want(each) === undefined);
  if (tried.length < cases.length) context.skip("not everything was tried");
  const table = render(cases);
  await expect(tableToCompare(table)).toMatchFileSnapshot("results.md");
});
