/** CHANGE_RATE: how many changes an account may make over REST. */

import { afterEach, expect, test, vi } from "vitest";
import { waitOfChange } from "../../../../worker/throttle/change-rate.ts";
import { apiWith, newAccount } from "../api/client.ts";

afterEach(() => {
  vi.useRealTimers();
});

test("a burst of five seconds, then the rate; the wait is true", () => {
  const account = crypto.randomUUID();
  const now = 1_000_000;
  const waits = Array.from({ length: 51 }, () => waitOfChange(account, 10, now));
  expect(waits.filter((wait) => wait === null)).toHaveLength(50);
  expect(waits[50]).toBe(1);
  expect(waitOfChange(account, 10, now + 1000)).toBeNull();
  expect(waitOfChange(account, 10, now + 1000 + 5000)).toBeNull();
  expect(waitOfChange(crypto.randomUUID(), 10, now)).toBeNull();
  expect(waitOfChange(account, 0, now)).toBeNull();
  // a clock that jumps back gives nothing, and takes nothing
  expect(waitOfChange(account, 10, now - 5000)).toBeNull();
});

test("over it changes are 429 with Retry-After, reading and logging out go on [F460]", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const limits = { THROTTLE: "on", SHIELD: undefined, CHANGE_RATE: "1" };
  const { call } = await newAccount(apiWith(limits));
  const change = () => call("PUT /v0/mqtt/settings/", { profile: "full" });
  for (let n = 0; n < 5; n++) expect((await change()).status).toBe(200);
  const refused = await change();
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "1"]);
  expect((await call("GET /v0/users/")).status).toBe(200);
  vi.setSystemTime(Date.now() + 1000);
  expect((await change()).status).toBe(200);
  expect((await change()).status).toBe(429);
  expect((await call("POST /v0/logout/")).status).toBe(204);
});
