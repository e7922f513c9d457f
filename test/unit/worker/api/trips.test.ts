import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import type { CallName } from "../../../../worker/contract/calls.ts";
import { ENDPOINTS } from "../../../../worker/contract/endpoints.ts";
import { apiWith } from "./client.ts";
import { everything, NAMES, requestOf, type World } from "./every-call.ts";
import { verify } from "./letters.ts";
import { countingTrips } from "./trips.ts";

const counter = countingTrips(env.DB);
const counted = apiWith({ DB: counter.db });
let world: World;

beforeAll(async () => {
  world = await everything();
  await verify(world.person.email);
});

describe("calls to the database", () => {
  for (const name of NAMES) {
    const { status, roundTrips } = ENDPOINTS[name];
    test(`${name}: ${roundTrips}`, async () => {
      const { line, body, token } = requestOf(name, world);
      const before = counter.trips();
      const answer = await counted(line, body, { token });
      expect(answer.status, JSON.stringify(answer.body)).toBe(status);
      expect(counter.trips() - before - lettersSent(name)).toBe(roundTrips);
    });
  }

  test("an authenticated list is one", () => {
    const lists = NAMES.filter((name) => name.startsWith("list"));
    expect(lists.map((name) => ENDPOINTS[name].roundTrips)).toEqual(lists.map(() => 1));
  });
});

/** What goes on after the answer: a letter is claimed, sent and ticked off, also one to nobody. */
function lettersSent(name: CallName): number {
  const letters: Partial<Record<CallName, number>> = {
    register: 1,
    forgotPassword: 1,
    sendVerification: 1,
    updateUser: 2,
  };
  return 3 * (letters[name] ?? 0);
}
