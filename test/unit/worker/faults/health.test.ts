/** `GET /v0/health/` includes the brokers: a service whose accounts get 500 is not healthy. */

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { api, apiWith, newAccount } from "../api/client.ts";

const broken = async () => {
  throw new Error("table block_list already exists");
};
const well = async () => {};

test("a broker that cannot be opened is 503, before any account uses it [F80]", async () => {
  const { status, body } = await apiWith({ BROKER: { getByName: () => ({ probe: broken }) } })(
    "GET /v0/health/",
  );
  expect(status).toBe(503);
  expect(body.detail).toBe("The brokers of accounts do not answer.");
});

test.each([
  ["SEAL_KEYS", "rubbish"],
  ["SEAL_KEYS", ""],
  ["LOOKUP_KEY", "rubbish"],
])("an invalid secret is 503, because no client can log in: %s is '%s' [F437]", async (name, value) => {
  const { status, body } = await apiWith({ [name]: value })("GET /v0/health/");
  expect(status).toBe(503);
  expect(JSON.stringify(body)).not.toContain(name);
});

test("a failure of one account's broker is reported; when most fail, the service is down [F80]", async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => newAccount()));
  const failing = new Set<string>();
  const refusals = async (userId: string) =>
    failing.has(userId) ? broken() : { isAllowed: true, answer: [], details: [], tokenId: null };
  const brokers = {
    getByName: (userId: string) => ({
      probe: well,
      noteSessionUse: async () => {},
      as: () => ({ account: { refusals: () => refusals(userId) }, [Symbol.dispose]: () => {} }),
    }),
  };
  const call = apiWith({ BROKER: brokers });
  const ask = async () => {
    for (const { token } of people) await call("GET /v0/mqtt/log/", undefined, { token });
    const { status, body } = await call("GET /v0/health/");
    return [status, body.status];
  };
  expect(await ask()).toEqual([200, "ok"]);
  failing.add(people[0]?.id ?? "");
  expect(await ask()).toEqual([200, "degraded"]);
  for (const { id } of people.slice(0, 3)) failing.add(id);
  expect(await ask()).toEqual([503, undefined]);
  failing.clear();
  expect(await ask()).toEqual([200, "ok"]);
});

test("the broker opened for the check belongs to no account, and stores no row [F80]", async () => {
  expect(await api("GET /v0/health/")).toMatchObject({ status: 200, body: { status: "ok" } });
  const meta = await runInDurableObject(
    env.BROKER.getByName("nobody") as never,
    (_: unknown, { storage }: DurableObjectState) =>
      storage.sql.exec("SELECT user_id, live, rights_version FROM meta").one(),
  );
  expect(meta).toEqual({ user_id: "", live: 0, rights_version: 0 });
});
