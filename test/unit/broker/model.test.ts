/** Random lives of three clients, with naps at any point, against the oracle of `model.ts`. */

import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterAll, beforeAll, test } from "vitest";
import { VIEWS } from "../../../broker/contract/grants.ts";
import { TOPICS, World } from "./model-world.ts";
import { nap, useAccounts, useLimits } from "./support/account.ts";

const given = env as unknown as { MODEL_RUNS: string; MODEL_SEED: string };
const RUNS = Number(given.MODEL_RUNS || 40);
const SEED = given.MODEL_SEED === "" ? undefined : Number(given.MODEL_SEED);
const FILTERS = ["a", "b", "+"] as const;

beforeAll(() => {
  useAccounts();
  useLimits({ MQTT_MAX_QOS: 2, MQTT_CONNECT_RATE: 0, MQTT_PUBLISH_RATE: 0 });
});

let lists = 0;
afterAll(() => console.info(`${lists} lists of commands`));

type Run = (world: World) => void | Promise<void>;
interface Command {
  name: string;
  run: Run;
}

const slot = fc.nat({ max: 2 });
const qos = fc.constantFrom(0, 1, 2) as fc.Arbitrary<0 | 1 | 2>;
const command = <T extends unknown[]>(
  name: string,
  inputs: { [K in keyof T]: fc.Arbitrary<T[K]> },
  run: (world: World, ...values: T) => void | Promise<void>,
): fc.Arbitrary<Command> =>
  fc.tuple(...(inputs as fc.Arbitrary<unknown>[])).map((values) => ({
    name: `${name}(${values.join(", ")})`,
    run: (world) => run(world, ...(values as T)),
  }));

const commands = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: command("connect", [slot, fc.boolean(), fc.boolean()], (w, ...g) => w.connect(...g)),
    },
    { weight: 2, arbitrary: command("lose", [slot, fc.boolean()], (w, ...g) => w.lose(...g)) },
    {
      weight: 5,
      arbitrary: command("subscribe", [slot, fc.constantFrom(...FILTERS), qos], (w, ...g) =>
        w.subscribe(...g),
      ),
    },
    {
      weight: 1,
      arbitrary: command("unsubscribe", [slot, fc.constantFrom(...FILTERS)], (w, ...g) =>
        w.unsubscribe(...g),
      ),
    },
    {
      weight: 8,
      arbitrary: command("publish", [slot, fc.constantFrom(...TOPICS), qos], (w, ...g) => w.publish(...g)),
    },
    {
      weight: 6,
      arbitrary: command("acknowledge", [slot, fc.nat({ max: 5 })], (w, ...g) => w.acknowledge(...g)),
    },
    { weight: 3, arbitrary: command("nap", [], (w) => nap(w.account)) },
    {
      weight: 1,
      arbitrary: command("plan", [fc.constantFrom("on", "off"), fc.boolean()], (w, ...g) => w.plan(...g)),
    },
    { weight: 1, arbitrary: command("grant", [fc.subarray([...TOPICS])], (w, ...g) => w.grant(...g)) },
  ),
  { minLength: 5, maxLength: 40 },
);

const views = fc.array(fc.constantFrom(...VIEWS), { minLength: 3, maxLength: 3 });

test(`${RUNS} random lives go as the model says`, async () => {
  await fc.assert(
    fc.asyncProperty(commands, views, async (list, drawn) => {
      lists++;
      const world = new World(drawn);
      const done: string[] = [];
      try {
        for (let at = 0; at < 3; at++) await world.connect(at, true, true);
        for (const { name, run } of list) {
          done.push(name);
          await run(world);
          await world.check();
        }
      } catch (error) {
        throw new Error(`${drawn}\n${done.join("\n")}\n${error}`);
      } finally {
        for (const { client } of world.slots) client?.cut();
      }
    }),
    { numRuns: RUNS, endOnFailure: false, ...(SEED !== undefined && { seed: SEED }) },
  );
}, 3_600_000);
