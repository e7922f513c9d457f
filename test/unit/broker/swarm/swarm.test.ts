/**
 * Three accounts with random rights and traffic on the real broker, against an oracle of forbidden and
 * required deliveries. `SWARM_RUNS=2000` for a long run, `SWARM_SEED` repeats a failure.
 */

import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { VIEWS, type View } from "../../../../broker/contract/grants.ts";
import { useAccounts, useLimits } from "../support/account.ts";
import { TOPICS } from "./clients.ts";
import { covers } from "./oracle.ts";
import { World } from "./world.ts";

const given = env as unknown as { SWARM_RUNS: string; SWARM_SEED: string };
const RUNS = Number(given.SWARM_RUNS || 10);
const SEED = given.SWARM_SEED === "" ? undefined : Number(given.SWARM_SEED);
/** Seeds that once failed, run each time. */
const PINNED: number[] = [];

beforeAll(() => {
  useAccounts();
  useLimits({ MQTT_CONNECT_RATE: 0, MQTT_PUBLISH_RATE: 0 });
});

let steps = 0;
afterAll(() => console.info(`${steps} steps of the swarm`));

type Run = (world: World) => Promise<void>;
interface Command {
  name: string;
  run: Run;
}

/** Mostly clients of one account, so that operations interact. */
const fellow = fc.oneof(
  { weight: 4, arbitrary: fc.nat({ max: 3 }) },
  { weight: 1, arbitrary: fc.nat({ max: 11 }) },
);
const seldom = fc.constantFrom(false, false, false, true);
const mostly = fc.constantFrom(true, true, true, false);
const name = fc.constantFrom(...TOPICS);
/** Mostly the own account, sometimes another one. */
const account = fc.constantFrom("{own}", "{own}", "{own}", "{0}", "{1}", "{2}");
const topic = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(account, name).map((levels) => levels.join("/")) },
  { weight: 2, arbitrary: fc.constantFrom("{d0}", "{d1}", "{d2}") },
);
const filter = fc.oneof(
  topic,
  fc
    .tuple(account, fc.constantFrom("+", "#", "a/+", "a/#", "+/b", "devices/+/control", "devices/#"))
    .map((levels) => levels.join("/")),
  fc.constantFrom("#", "+/#", "+/a", "+/+/b", "+"),
  fc
    .tuple(fc.constantFrom("{own}/#", "{own}/+", "#", "{1}/#", "{own}/a"))
    .map(([inner]) => `$share/g/${inner}`),
);
const saying = fc.record({ at: fellow, topic, qos: fc.constantFrom(0, 1, 1) as fc.Arbitrary<0 | 1> });
const burst = fc.array(saying, { minLength: 1, maxLength: 8 });
const rights = fc.record({
  topics: fc.subarray([...TOPICS]),
  deviceTopics: fc.subarray([...TOPICS]),
  revoked: seldom,
});

const command = <T extends unknown[]>(
  verb: string,
  inputs: { [K in keyof T]: fc.Arbitrary<T[K]> },
  run: (world: World, ...values: T) => Promise<void>,
): fc.Arbitrary<Command> =>
  fc.tuple(...(inputs as fc.Arbitrary<unknown>[])).map((values) => ({
    name: `${verb}(${values.map((each) => JSON.stringify(each)).join(", ")})`,
    run: (world) => run(world, ...(values as T)),
  }));

const will = fc.option(topic, { freq: 2 });
const commands = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: command("connect", [fellow, seldom, mostly, will], (w, ...g) => w.connect(...g)),
    },
    { weight: 2, arbitrary: command("lose", [fellow, seldom], (w, ...g) => w.lose(...g)) },
    { weight: 5, arbitrary: command("subscribe", [fellow, filter], (w, ...g) => w.subscribe(...g)) },
    { weight: 1, arbitrary: command("unsubscribe", [fellow, filter], (w, ...g) => w.unsubscribe(...g)) },
    { weight: 8, arbitrary: command("publish", [burst], async (w, list) => w.publish(list)) },
    { weight: 3, arbitrary: command("regrant", [fellow, rights, burst], (w, ...g) => w.regrant(...g)) },
    {
      weight: 3,
      arbitrary: command("change while it is away", [fellow, burst, rights], async (w, at, list, changed) => {
        await w.lose(at, true);
        w.publish(list);
        // a change of rights may overtake packets that other sockets sent before it
        await w.settle();
        await w.regrant(at, changed, []);
        await w.connect(at, false, true, null);
      }),
    },
    {
      weight: 2,
      arbitrary: command("change under its will", [fellow, name, rights], async (w, at, last, changed) => {
        await w.connect(at, false, true, `{own}/${last}`);
        await w.settle();
        await w.regrant(at, changed, []);
        await w.lose(at, false);
      }),
    },
    { weight: 2, arbitrary: command("nap", [fc.nat({ max: 2 })], (w, ...g) => w.nap(...g)) },
    {
      weight: 1,
      arbitrary: command("publish and nap", [burst, fc.nat({ max: 2 })], async (w, list, at) => {
        w.publish(list);
        await w.nap(at);
      }),
    },
  ),
  { minLength: 20, maxLength: 40 },
);

const views = fc.array(fc.constantFrom(...VIEWS), { minLength: 12, maxLength: 12 });

async function live(list: readonly Command[], drawn: readonly View[]): Promise<void> {
  const world = new World(drawn);
  const done: string[] = [];
  try {
    await Promise.all(world.fellows.map((_, at) => world.connect(at, true, true, null)));
    for (const { name: said, run } of list) {
      done.push(said);
      steps++;
      await run(world);
      await world.settle();
    }
  } catch (error) {
    throw new Error(`${drawn}\n${done.join("\n")}\n${error}`);
  } finally {
    world.end();
  }
}

const seeds = [...PINNED, SEED];
test.each(seeds)(
  `${RUNS} random swarms, seed %s`,
  async (seed) => {
    const options = { numRuns: RUNS, endOnFailure: false, ...(seed !== undefined && { seed }) };
    await fc.assert(fc.asyncProperty(commands, views, live), options);
  },
  3_600_000,
);

test("the oracle's filter matching follows the standards", () => {
  const says = (given: string, of: string) => covers(given.split("/"), of.split("/"));
  for (const [given, of] of ["a/# a", "a/# a/b/c", "+ a", "+/+ /a", "# a/b", "a/+ a/"].map((each) =>
    each.split(" "),
  )) {
    expect(says(given as string, of as string), `${given} covers ${of}`).toBe(true);
  }
  for (const [given, of] of ["+ a/b", "a/+ a", "a/b/# a", "a b"].map((each) => each.split(" "))) {
    expect(says(given as string, of as string), `${given} does not cover ${of}`).toBe(false);
  }
});
