/**
 * MQTT.js with its default options, on TCP and WebSocket, comes back after each of many outages of random length. The whole
 * with `TEST_ALL`, otherwise a few short ones.
 */

import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Fleet } from "../support/returning-fleet.ts";
import { MQTT_JS } from "../support/returning-programs.ts";

const SEED = 20_261_128;
const OUTAGES = 20;
const LONGEST_SECONDS = 30;

const isAll = process.env.TEST_ALL !== undefined;
/** Without `TEST_ALL`: one outage of each kind. */
const SHORT = { outages: 4, divisor: 10 };

/** Numbers from 0 to 1 (Park and Miller's minimal standard generator). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const KINDS = ["database away", "runtime killed", "account full", "connect rate"] as const;

const random = randomNumbers(SEED);
const PLAN = Array.from({ length: OUTAGES }, (_, index) => ({
  number: index + 1,
  kind: KINDS[index % KINDS.length] ?? KINDS[0],
  seconds: 1 + Math.floor(random() * LONGEST_SECONDS),
}));
const PART = isAll
  ? PLAN
  : PLAN.slice(0, SHORT.outages).map((each) => ({ ...each, seconds: each.seconds / SHORT.divisor }));

let fleet: Fleet;
beforeAll(async () => {
  fleet = await Fleet.start(
    MQTT_JS.map((program) => ({ program, way: program.transport === "ws" ? "WebSocket" : "TCP" })),
  );
}, 120_000);
afterAll(() => fleet.stop());

it.each(PART)(
  "outage $number of $seconds s, $kind: each is back",
  async ({ kind, seconds }) => {
    const begin = {
      "database away": () => fleet.loseDatabase(),
      "runtime killed": () => fleet.loseRuntime(),
      "account full": () => fleet.fillAccounts(),
      "connect rate": () => fleet.exceedRate(seconds * 1000),
    };
    const outcomes = await fleet.outage(begin[kind], () => wait(seconds * 1000));
    for (const [name, { connections, mostConnections, connectionsAfter, mostConnectionsAfter }] of outcomes) {
      expect(connections, name).toBeLessThanOrEqual(mostConnections);
      expect(connectionsAfter, name).toBeLessThanOrEqual(mostConnectionsAfter);
    }
  },
  300_000,
);
