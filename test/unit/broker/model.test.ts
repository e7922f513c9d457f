/**
 * Random operations of three clients, a discovered plug and a lamp with controls, with naps at any point, against the
 * oracles `model.ts`, `model-plug.ts` and `model-lamp.ts`. Time passes only by operations.
 */

import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, test, vi } from "vitest";
import { VIEWS } from "../../../broker/contract/grants.ts";
import type { Values } from "./model-lamp.ts";
import { STATES, WORDS } from "./model-plug.ts";
import { TOPICS, World } from "./model-world.ts";
import { nap, useAccounts, useLimits } from "./support/account.ts";

const given = env as unknown as { MODEL_RUNS: string; MODEL_SEED: string };
const RUNS = Number(given.MODEL_RUNS || 40);
const SEED = given.MODEL_SEED === "" ? undefined : Number(given.MODEL_SEED);
/** Seconds of one step. No multiple of it equals a timeout, so that no step ends at a boundary. */
const PASSING = 6;
const FILTERS = ["a", "b", "+"] as const;

beforeAll(() => {
  useAccounts();
  useLimits({ MQTT_MAX_QOS: 2, MQTT_CONNECT_RATE: 0, MQTT_PUBLISH_RATE: 0, EVENT_RATE: 0 });
});
// no alarm rings by itself: the date is tomorrow
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 86_400_000 }));
afterEach(() => void vi.useRealTimers());

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
    name: `${name}(${values.map((each) => JSON.stringify(each)).join(", ")})`,
    run: (world) => run(world, ...(values as T)),
  }));

const state = fc.constantFrom("on", "off") as fc.Arbitrary<"on" | "off">;
const plug = (
  [
    [1, command("announce", [fc.boolean()], ({ plug }, ...g) => plug.announce(...g))],
    [2, command("adopt", [fc.boolean(), fc.boolean()], ({ plug }, ...g) => plug.adopt(...g))],
    [3, command("press", [state], ({ plug }, ...g) => plug.press(...g))],
    [3, command("say", [fc.constantFrom(...STATES), fc.boolean()], ({ plug }, ...g) => plug.say(...g))],
    [3, command("there", [fc.constantFrom(...WORDS), fc.boolean()], ({ plug }, ...g) => plug.there(...g))],
    [1, command("cut the plug", [], ({ plug }) => plug.cut())],
    [1, command("settings", [fc.boolean(), fc.boolean()], ({ plug }, ...g) => plug.settings(...g))],
    [1, command("plan the plug", [state, fc.boolean()], ({ plug }, ...g) => plug.plan(...g))],
    [2, command("later", [], ({ plug }) => plug.later(PASSING))],
    [1, command("rename", [], ({ plug }) => plug.rename())],
    [1, command("remove", [], ({ plug }) => plug.remove())],
  ] as const
).map(([weight, arbitrary]) => ({ weight, arbitrary }));

const anyState = fc.constantFrom("on", "off", null) as fc.Arbitrary<"on" | "off" | null>;
/** Mostly values that the controls accept. */
const values: fc.Arbitrary<Values> = fc.dictionary(
  fc.constantFrom("brightness", "brightness", "mode", "reset", "other"),
  fc.constantFrom<Values[string]>(0, 40, 40, 100, 101, 0.5, "40", "eco", "boost", "none", true, true, false),
  { maxKeys: 2 },
);
/** Plain objects, which a call can take over. */
const set = fc
  .oneof(
    { weight: 3, arbitrary: fc.record({ brightness: fc.constantFrom(0, 40, 100) }) },
    {
      weight: 2,
      arbitrary: fc.record({ mode: fc.constantFrom("eco", "boost"), reset: fc.constantFrom(true) }),
    },
    { weight: 2, arbitrary: values },
  )
  .map((given): Values => ({ ...given }));
const body = fc
  .tuple(anyState, set)
  .map(([state, given]): Values => ({ ...given, ...(state !== null && { state }) }));
const lamp = (
  [
    [4, command("order", [anyState, set], ({ lamp }, ...g) => lamp.order(...g))],
    [3, command("write", [body], ({ lamp }, ...g) => lamp.write(...g))],
    [3, command("the lamp connects", [], ({ lamp }) => lamp.connect())],
    [2, command("the lamp leaves", [], ({ lamp }) => lamp.leave())],
    [5, command("the lamp acknowledges", [], ({ lamp }) => lamp.acknowledge())],
    [1, command("declare", [fc.boolean()], ({ lamp }, ...g) => lamp.declare(...g))],
    [1, command("plan", [state, fc.option(set), fc.boolean()], ({ lamp }, ...g) => lamp.plan(...g))],
  ] as const
).map(([weight, arbitrary]) => ({ weight, arbitrary }));

const commands = fc.array(
  fc.oneof(
    ...plug,
    ...lamp,
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
    { weight: 1, arbitrary: command("grant", [fc.subarray([...TOPICS])], (w, ...g) => w.grant(...g)) },
  ),
  { minLength: 5, maxLength: 40 },
);

const views = fc.array(fc.constantFrom(...VIEWS), { minLength: 3, maxLength: 3 });

/** Whether the plug reports its state, has auto-off, and switches off when it is offline. */
const how = [fc.boolean(), fc.boolean(), fc.boolean()] as const;

test(`${RUNS} random sequences match the model`, async () => {
  await fc.assert(
    fc.asyncProperty(commands, views, ...how, async (list, drawn, plugHasState, autoOff, offOnDisconnect) => {
      lists++;
      const world = new World(drawn, plugHasState);
      const done: string[] = [];
      try {
        await world.begin(autoOff, offOnDisconnect);
        for (const { name, run } of list) {
          done.push(name);
          await run(world);
          await world.check();
        }
      } catch (error) {
        throw new Error(
          `${drawn}, plug ${[plugHasState, autoOff, offOnDisconnect]}\n${done.join("\n")}\n${error}`,
        );
      } finally {
        world.end();
      }
    }),
    { numRuns: RUNS, endOnFailure: false, ...(SEED !== undefined && { seed: SEED }) },
  );
}, 3_600_000);
