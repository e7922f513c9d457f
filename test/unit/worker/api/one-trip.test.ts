/** A call of a caller is one request to the account's object, and leaves nothing open there. */

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AccountCalls } from "../../../../broker/calls/account.ts";
import { CallerCalls } from "../../../../broker/object.ts";
import type { AccountObject } from "../../../../worker/account/account.ts";
import { askAsCaller } from "../../../../worker/account/account.ts";
import { digest } from "../../../../worker/keys/digest.ts";
import { type Account, newAccount } from "./client.ts";

const needs = {
  scopes: [],
  row: null,
  isListed: false,
  isForGuests: false,
  isForApps: false,
  details: false,
  isRead: false,
};
const bearerOf = ({ token }: Account) => ({ kind: "session" as const, digest: digest(token) });

let person: Account;
const events: string[] = [];
beforeEach(async () => {
  person = await newAccount();
  await env.BROKER.getByName(person.id).applyRights();
  events.length = 0;
});
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(CallerCalls.prototype, Symbol.dispose);
});

/**
 * While an object blocks concurrency it receives no answer. A call that acts meanwhile left before the answer to `as`
 * came back.
 */
async function actsBeforeTheAnswer(send: (calls: ReturnType<AccountObject["as"]>) => Promise<unknown>) {
  vi.spyOn(AccountCalls.prototype, "token").mockImplementation(async () => {
    events.push("acts");
    return { isAllowed: false, isKnown: false };
  });
  const other = env.BROKER.getByName(crypto.randomUUID());
  await runInDurableObject(other as never, async (_: unknown, state: DurableObjectState) => {
    const object = env.BROKER.getByName(person.id) as unknown as AccountObject;
    using calls = object.as(bearerOf(person), needs);
    const answer = send(calls);
    await state.blockConcurrencyWhile(async () => {
      await vi.waitFor(() => expect(events).toContain("acts"), { timeout: 2000 }).catch(() => {});
      events.push("the caller may receive answers");
    });
    await answer;
  });
  return events;
}

test("the call leaves with the request for its object: one round trip", async () => {
  expect(await actsBeforeTheAnswer((calls) => calls.account.token())).toEqual([
    "acts",
    "the caller may receive answers",
  ]);
});

test("a call that waits for the object first is two round trips, and this is noticed", async () => {
  const inTwoTrips = async (calls: ReturnType<AccountObject["as"]>) =>
    (await (calls as unknown as Promise<CallerCalls>)).account.token();
  expect(await actsBeforeTheAnswer(inTwoTrips)).toEqual(["the caller may receive answers", "acts"]);
});

test("the object is released after an answer and after a failure, so that it can sleep", async () => {
  Object.assign(CallerCalls.prototype, { [Symbol.dispose]: () => void events.push("released") });
  const asked = { bearer: bearerOf(person), needs };
  const answer = await askAsCaller(env as never, person.id, asked, (calls) => calls.account.refusals());
  expect(answer).toMatchObject({ isAllowed: true, answer: [] });
  await vi.waitFor(() => expect(events).toEqual(["released"]));
  vi.spyOn(AccountCalls.prototype, "refusals").mockRejectedValue(new Error("broken"));
  const failing = askAsCaller(env as never, person.id, asked, (calls) => calls.account.refusals());
  await expect(failing).rejects.toMatchObject({ status: 503 });
  await vi.waitFor(() => expect(events).toEqual(["released", "released"]));
  vi.restoreAllMocks();
  // the service's health remembers the last answer
  await askAsCaller(env as never, person.id, asked, (calls) => calls.account.refusals());
});
