import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import type { OperatorCallName } from "../../../../worker/contract/api.ts";
import { OPERATOR_CALLS } from "../../../../worker/contract/operator.ts";
import worker from "../../../../worker/development.ts";
import { mistakesOf } from "../../../support/golden/check.ts";
import type { World } from "../../../support/golden/row.ts";
import { operatorRows } from "../../../support/golden/rows-operator.ts";
import { makeWorld } from "../../../support/golden/world.ts";
import { KEY, operator, operatorWith, withKeys } from "./operator.ts";
import { countRoundTrips } from "./trips.ts";

const environment = { ...env, ...withKeys };
async function send(request: Request): Promise<Response> {
  const context = createExecutionContext();
  const response = await worker.fetch(request as never, environment, context);
  await waitOnExecutionContext(context);
  return response;
}
let world: World;

beforeAll(async () => {
  await env.DB.exec("DELETE FROM waitlist");
  world = { ...(await makeWorld(send, "http://switchyard.test")), operatorKey: KEY };
});

describe("the API responds to operators", () => {
  for (const row of operatorRows) {
    test(`${row.call} as ${row.as ?? "nobody"}: ${row.because} → ${row.status}`, async () => {
      expect(await mistakesOf(row, world, send)).toEqual([]);
    });
  }
});

/** With the two of the audit log. */
const ROUND_TRIPS: Record<OperatorCallName, number> = {
  readOperatorDocument: 2,
  listAccounts: 3,
  readAccount: 3,
  suspendAccount: 4,
  resumeAccount: 4,
  endSessions: 4,
  readAccountLimits: 3,
  updateAccountLimits: 4,
  listWaitlist: 3,
  inviteWaiting: 4,
  listBusyAccounts: 2,
  examine: 7,
  listActions: 3,
};

test("uses as many database calls as the table states", async () => {
  const counter = countRoundTrips(env.DB);
  const counted = operatorWith({ DB: counter.db });
  const id = world.names.empty;
  const bodies: Record<string, object> = {
    suspendAccount: { reason: "It is empty." },
    updateAccountLimits: { devices: 3 },
    inviteWaiting: { count: 1 },
  };
  const trips: Record<string, number> = {};
  for (const [name, { method, path, status }] of Object.entries(OPERATOR_CALLS)) {
    if (name === "inviteWaiting") {
      await env.DB.prepare("INSERT INTO waitlist (email, created_at) VALUES ('waits@example.com', 1)").run();
    }
    const before = counter.trips();
    const answer = await counted(`${method} ${path.replace("{id}", id ?? "")}`, bodies[name]);
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    // an email is claimed, sent and marked after the response
    trips[name] = counter.trips() - before - (name === "inviteWaiting" ? 3 : 0);
  }
  expect(trips).toEqual(ROUND_TRIPS);
});

test("the operators' document has their calls only, and the public one has none of them", async () => {
  const { body } = await operator("GET /v0/operator/openapi.json");
  const operations = Object.values<Record<string, { operationId: string; security: unknown }>>(
    body.paths,
  ).flatMap((methods) => Object.values(methods));
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(OPERATOR_CALLS).sort());
  for (const { security } of operations) expect(security).toEqual([{ operator: [] }]);
  const open = await operator("GET /v0/openapi.json");
  expect(JSON.stringify(open.body).toLowerCase()).not.toContain("operator");
});
