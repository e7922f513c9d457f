/**
 * The server's clock alone counts, and it may be set by 90 seconds between any two steps. Times bound how long a secret is
 * good; that a secret was used, rotated or ended is stored, and no clock brings it back.
 */

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ACCESS_LIFETIME_MS, CODE_LIFETIME_MS } from "../../../../worker/contract/limits.ts";
import { type Account, newAccount } from "./client.ts";
import {
  allow,
  codeFor,
  connectedApp,
  exchangeForm,
  oauth,
  oauthWith,
  opens,
  READING,
  REDIRECT,
  refreshForm,
  registered,
  requestOf,
} from "./oauth-app.ts";

const STEP = 90_000;
const START = Date.UTC(2026, 10, 1, 12);

const clock = {
  /** Sets the clock forward, or back. */
  move: (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds),
};

let person: Account;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  person = await newAccount();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const token = (form: Record<string, string>) => oauth.post("/oauth/token", form);
const BOTH = [STEP, -STEP];

describe.each(BOTH)("a clock that is set by %i ms", (step) => {
  test("after a registration: the client is known", async () => {
    const clientId = await registered();
    clock.move(step);
    expect((await allow(person, requestOf(clientId))).status).toBe(200);
  });

  test("between a code and its use: set forward it has ended, set back it is good, once", async () => {
    const clientId = await registered();
    const form = exchangeForm(clientId, await codeFor(person, clientId));
    clock.move(step);
    const { status, body } = await token(form);
    expect([status, body.error]).toEqual(step > CODE_LIFETIME_MS ? [400, "invalid_grant"] : [200, undefined]);
    clock.move(-step);
    expect((await token(form)).body.error).toBe("invalid_grant");
  });

  test("between two uses of a code: the second ends what the first began", async () => {
    const clientId = await registered();
    const form = exchangeForm(clientId, await codeFor(person, clientId));
    const { access_token } = (await token(form)).body;
    clock.move(step);
    expect((await token(form)).body.error).toBe("invalid_grant");
    expect(await opens(access_token)).toBe(401);
  });

  test("between an access token and its use: it opens /mcp, and is refreshed", async () => {
    const app = await connectedApp(person);
    clock.move(step);
    expect(await opens(app.access_token)).toBe(200);
    const { status, body } = await token(refreshForm(app.clientId, app.refresh_token));
    expect([status, await opens(body.access_token)]).toEqual([200, 200]);
  });

  test("after a refresh: the tokens before it stay dead, and a second use ends the login", async () => {
    const app = await connectedApp(person);
    const next = (await token(refreshForm(app.clientId, app.refresh_token))).body;
    clock.move(step);
    expect([await opens(app.access_token), await opens(next.access_token)]).toEqual([401, 200]);
    expect((await token(refreshForm(app.clientId, app.refresh_token))).body.error).toBe("invalid_grant");
    expect(await opens(next.access_token)).toBe(401);
    expect((await person.call("GET /v0/apps/")).body).toEqual([]);
  });

  test("after a login was ended or revoked: it stays so", async () => {
    const [ended, revoked] = [await connectedApp(person), await connectedApp(person)];
    const [, { id }] = (await person.call("GET /v0/apps/")).body;
    await person.call(`DELETE /v0/apps/${id}/`);
    await oauth.post("/oauth/revoke", { token: revoked.access_token, client_id: revoked.clientId });
    clock.move(step);
    for (const { access_token, refresh_token, clientId } of [ended, revoked]) {
      expect(await opens(access_token)).toBe(401);
      expect((await token(refreshForm(clientId, refresh_token))).status).toBe(400);
    }
  });

  test("between the person's page and the press: the document is read again, whatever it says of a cache", async () => {
    const address = "https://claude.example.com/oauth/client.json";
    let reads = 0;
    vi.stubGlobal("fetch", async () => {
      reads += 1;
      const body = { client_id: address, client_name: "Claude", redirect_uris: [REDIRECT] };
      return Response.json(body, { headers: { "Cache-Control": "max-age=86400", Expires: "0" } });
    });
    const guarded = oauthWith({ OUTBOUND: "checked" });
    const query = requestOf(address);
    expect((await guarded.call("POST /v0/authorize/check/", { query }, person.token)).status).toBe(200);
    clock.move(step);
    const press = { query, allow: true, scopes: READING, name: "Claude" };
    expect((await guarded.call("POST /v0/authorize/", press, person.token)).status).toBe(200);
    expect(reads).toBe(2);
  });
});

test("an access token has ended after its hour; a clock set back gives it no more than the difference", async () => {
  const app = await connectedApp(person);
  clock.move(ACCESS_LIFETIME_MS);
  expect(await opens(app.access_token)).toBe(401);
  clock.move(-STEP);
  expect(await opens(app.access_token)).toBe(200);
  clock.move(STEP);
  expect(await opens(app.access_token)).toBe(401);
});

test("an answer has no moment that a client would compare with its own clock", async () => {
  const clientId = await registered();
  const { body } = await token(exchangeForm(clientId, await codeFor(person, clientId)));
  expect(body).toEqual({
    access_token: expect.any(String),
    token_type: "Bearer",
    expires_in: ACCESS_LIFETIME_MS / 1000,
    refresh_token: expect.any(String),
    scope: READING.join(" "),
  });
});
