/**
 * Several connections of one account act at once, without waiting for one another: CONNECT with the same client id,
 * take-over, wills, subscriptions, shared groups, retained messages, QoS 2, changes of rights. `verdict.ts` accepts what
 * some order of the operations explains. `RACES_SECONDS=3600` for a long run, `RACES_SEED` repeats a failure.
 */

import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, test, vi } from "vitest";
import { useAccounts, useLimits } from "../support/account.ts";
import type { QoS } from "./history.ts";
import { LONG, SHORT } from "./racer.ts";
import { errorsOf } from "./verdict.ts";
import { RaceWorld, type Round, type Script, type Step, TOPICS } from "./world.ts";

const given = env as unknown as { RACES_SECONDS: string; RACES_SEED: string };
const RUNS = 8;
/** After these seconds no further seed is begun. */
const SECONDS = Number(given.RACES_SECONDS || 0);
const FIRST_SEED = Number(given.RACES_SEED || Math.floor(Math.random() * 2 ** 31));

beforeAll(() => {
  useAccounts();
  useLimits({ MQTT_CONNECT_RATE: 0, MQTT_PUBLISH_RATE: 0 });
});

// no alarm rings by itself: the date is tomorrow
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 86_400_000 }));
afterEach(() => void vi.useRealTimers());

let races = 0;
afterAll(() => console.info(`${races} races`));

const seldom = fc.constantFrom(false, false, false, true);
const mostly = fc.constantFrom(true, true, true, false);
const qos = fc.constantFrom(0, 1, 1, 2, 2) as fc.Arbitrary<QoS>;
const pause = fc.constantFrom(0, 0, 0, 1, 2, 5);
const topic = fc.constantFrom(...TOPICS);
const filter = fc.constantFrom(
  "{own}/a",
  "{own}/a",
  "{own}/b/+",
  "{own}/b/#",
  "+/a",
  "$share/{group}/{own}/s",
);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("publish" as const), topic, qos, retain: seldom }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("subscribe" as const), filter, qos }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("unsubscribe" as const), filter, qos }) },
);

const script: fc.Arbitrary<Script> = fc.record({
  seat: fc.constantFrom(0, 0, 1, 2, 2, 2, 3, 4, 4, 5),
  clean: seldom,
  kept: mostly,
  isShort: seldom,
  acknowledges: fc.constantFrom("all", "all", "odd", "none"),
  completes: mostly,
  window: fc.constantFrom(20, 20, 1),
  will: fc.option(
    fc.record({ topic: fc.constantFrom("a", "b/c"), delay: fc.constantFrom(0, 0, SHORT, LONG) }),
    { freq: 2 },
  ),
  waits: fc.boolean(),
  steps: fc.array(fc.record({ pause, step }), { maxLength: 6 }),
  pause,
  leaves: fc.constantFrom("stays", "stays", "stays", "cut", "cut", "disconnect", "quit"),
});

const change = fc.record({
  login: fc.constantFrom(1, 2),
  topics: fc.subarray([...TOPICS]),
  revoked: fc.constantFrom(false, false, false, false, false, true),
  pause,
});

const round: fc.Arbitrary<Round> = fc.record({
  scripts: fc.array(script, { minLength: 2, maxLength: 7 }),
  change: fc.option(change, { freq: 2 }),
  leap: fc.option(pause, { freq: 3 }),
  naps: seldom,
});

async function race(rounds: readonly Round[]): Promise<void> {
  const world = new RaceWorld();
  races++;
  try {
    for (const each of rounds) await world.play(each);
    const kept = await world.reap();
    const errors = errorsOf(world.history, kept);
    if (errors.length > 0) throw new Error(errors.slice(0, 8).join("\n"));
  } finally {
    world.end();
  }
}

test(`races from seed ${FIRST_SEED}`, async () => {
  const begun = performance.now();
  let seed = FIRST_SEED;
  do {
    const property = fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 4 }), race);
    await fc.assert(property, { seed, numRuns: RUNS, endOnFailure: true }).catch(({ cause }: Error) => {
      throw new Error(`RACES_SEED=${seed} repeats it: ${(cause as Error).stack}`);
    });
    seed++;
  } while (performance.now() - begun < SECONDS * 1000);
}, 7_200_000);
