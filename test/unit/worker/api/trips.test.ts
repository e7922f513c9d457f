import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { CALLS, type CallName } from "../../../../worker/contract/api.ts";
import { ROUTES } from "../../../../worker/routes/index.ts";
import { apiWith } from "./client.ts";
import { verify } from "./emails.ts";
import { NAMES, newWorld, requestOf, roundTripsOf, type World } from "./every-call.ts";
import { countRoundTrips } from "./trips.ts";

const counter = countRoundTrips(env.DB);
const counted = apiWith({ DB: counter.db });
let world: World;

beforeAll(async () => {
  world = await newWorld();
  await verify(world.person.email);
  // the object reads the session after the response to the first call
  await env.BROKER.getByName(world.person.id).applyRights();
});

describe("database round trips", () => {
  for (const name of NAMES) {
    const { status } = CALLS[name];
    const roundTrips = roundTripsOf(name);
    test(`${name}: ${roundTrips}`, async () => {
      const { line, body, token } = requestOf(name, world);
      const before = counter.trips();
      const answer = await counted(line, body, { token });
      expect(answer.status, JSON.stringify(answer.body)).toBe(status);
      expect(counter.trips() - before - afterResponse(name)).toBe(roundTrips);
    });
  }

  test("are one for an authenticated list, or none where the account's object answers", () => {
    const lists = NAMES.filter((name) => name.startsWith("list"));
    expect(lists.filter((name) => roundTripsOf(name) > 1)).toEqual([]);
    const byObject = NAMES.filter((name) => ROUTES[name].asCaller !== undefined);
    const without = NAMES.filter((name) => CALLS[name].access !== "public" && roundTripsOf(name) === 0);
    // the world's channel has no series, so the object does not know it; a webhook's secret is in the database
    const withDatabase = [
      "listChannelValues",
      "readChannelSeries",
      "createTarget",
      "deleteTarget",
      "rotateTarget",
    ];
    expect(byObject.filter((name) => !without.includes(name)).sort()).toEqual(withDatabase.sort());
    expect(without.filter((name) => !byObject.includes(name))).toEqual([]);
    expect(without.length).toBeGreaterThan(10);
  });
});

/**
 * Round trips after the response: an email is claimed, sent and marked, also one without a recipient; the answer to an
 * order is noted in the security log.
 */
function afterResponse(name: CallName): number {
  const letters: Partial<Record<CallName, number>> = {
    register: 1,
    forgotPassword: 1,
    sendVerification: 1,
    updateUser: 2,
  };
  return 3 * (letters[name] ?? 0) + (name === "answerApproval" ? 1 : 0);
}
