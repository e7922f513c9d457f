/** Bad requests of a login by OAuth: what the page refuses, and where it sends nobody. */

import { describe, expect, test } from "vitest";
import { type Account, newAccount, rows } from "./client.ts";
import {
  allow,
  codeFor,
  connectedApp,
  exchangeForm,
  oauth,
  READING,
  REDIRECT,
  registered,
  requestOf,
} from "./oauth-app.ts";

const check = (person: Account, query: string) =>
  oauth.call("POST /v0/authorize/check/", { query }, person.token);
const token = (form: Record<string, string> | string) => oauth.post("/oauth/token", form);

describe("a redirect address", () => {
  const ADDRESS = "https://app.example/cb";
  test.each([
    "https://app.example:444/cb",
    "https://app.example/cb/",
    "https://app.example/cb?x=1",
    "https://app.example/CB",
    "https://APP.example/cb",
    "https://app.example./cb",
    "http://app.example/cb",
    "https://user@app.example/cb",
    "https://app.example@evil.example/cb",
    "https://app.example/cb#x",
    "https://app.example/x/../cb",
    "https://аpp.example/cb",
    "https://xn--pp-6kc.example/cb",
    "javascript:alert(1)//https://app.example/cb",
    `${ADDRESS}\n`,
    ` ${ADDRESS}`,
    "//app.example/cb",
    "http://127.0.0.1:9000/cb",
  ])("%j is another one: an error on the page, and no redirect [T450]", async (uri) => {
    const person = await newAccount();
    const query = requestOf(await registered([ADDRESS]), { redirect_uri: uri });
    for (const { status, body } of [await check(person, query), await allow(person, query)]) {
      expect([status, body.redirect, body.problem]).toEqual([400, undefined, undefined]);
    }
  });

  test.each([
    "http://127.0.0.1:9000/callback?x=1",
    "http://127.0.0.1:9000/callback/",
    "http://127.0.0.2:9000/callback",
    "http://localhost:9000/callback",
    "http://127.0.0.1:9000@evil.example/callback",
    "http://127.0.0.1.evil.example/callback",
    "https://127.0.0.1:9000/callback",
  ])("of a program on the computer has any port, and is otherwise exact: not %s", async (uri) => {
    const person = await newAccount();
    const clientId = await registered(["http://127.0.0.1/callback"]);
    expect((await check(person, requestOf(clientId))).status).toBe(200);
    expect((await check(person, requestOf(clientId, { redirect_uri: uri }))).status).toBe(400);
  });

  test.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "http://app.example/cb",
    "https://app.example/cb#f",
    "https://u:p@app.example/cb",
    "file:///etc/passwd",
    "blob:https://app.example/x",
    "https:///cb",
    "cb",
    "intent://x",
    "http://10.0.0.1/cb",
    `https://app.example/${"x".repeat(500)}`,
  ])("%s cannot be registered", async (uri) => {
    const { status, body } = await oauth.call("POST /oauth/register", { redirect_uris: [uri] });
    expect([status, body.error]).toEqual([400, "invalid_redirect_uri"]);
  });

  test("may have a scheme of the program's own", async () => {
    const person = await newAccount();
    const uri = "cursor://anysphere.cursor-mcp/oauth/callback";
    const clientId = await registered([uri]);
    const { body } = await check(person, requestOf(clientId, { redirect_uri: uri }));
    expect(body.returns_to).toBe("the program for cursor://");
  });
});

describe("a request", () => {
  test.each([
    ["without PKCE", { code_challenge: undefined }, "invalid_request"],
    ["with plain PKCE", { code_challenge_method: "plain" }, "invalid_request"],
    ["with PKCE without a method", { code_challenge_method: undefined }, "invalid_request"],
    ["with a challenge that is no digest", { code_challenge: "short" }, "invalid_request"],
    ["for the implicit grant", { response_type: "token" }, "unsupported_response_type"],
    ["for a fragment", { response_mode: "fragment" }, "invalid_request"],
    ["for another resource", { resource: "https://other.example/mcp" }, "invalid_target"],
    ["for the API", { resource: "http://localhost/v0" }, "invalid_target"],
    ["for a resource with a fragment", { resource: "http://localhost/mcp#x" }, "invalid_target"],
    ["for unknown scopes", { scope: "admin setup:write" }, "invalid_scope"],
    ["with a request object", { request: "x.y.z" }, "request_not_supported"],
  ])("%s goes to the app, with the state as it came, and gives no code", async (_, parameters, error) => {
    const person = await newAccount();
    const query = requestOf(await registered(), parameters);
    const { body: page } = await check(person, query);
    const { body } = await allow(person, query);
    for (const address of [page.problem.redirect, body.redirect]) {
      const answer = new URL(address);
      expect(answer.origin + answer.pathname).toBe(REDIRECT);
      expect(Object.fromEntries(answer.searchParams)).toEqual({
        error,
        error_description: expect.any(String),
        state: "s+/=ä &x",
        iss: "http://localhost",
      });
    }
    expect(await rows("SELECT code_hash FROM oauth_codes WHERE user_id = ?1", person.id)).toEqual([]);
  });

  test("with a parameter twice, or of an unknown client, goes nowhere", async () => {
    const person = await newAccount();
    const query = requestOf(await registered());
    for (const bad of [
      `${query}&redirect_uri=https%3A%2F%2Fevil.example`,
      `${query}&client_id=x`,
      requestOf(crypto.randomUUID()),
      requestOf(""),
    ]) {
      expect((await check(person, bad)).status).toBe(400);
    }
  });

  test("is answered with the state as it came, and the issuer", async () => {
    const person = await newAccount();
    const { body } = await allow(person, requestOf(await registered()));
    const { searchParams } = new URL(body.redirect);
    expect([searchParams.get("state"), searchParams.get("iss")]).toEqual(["s+/=ä &x", "http://localhost"]);
    const denied = await allow(person, requestOf(await registered()), [], { allow: false });
    expect(new URL(denied.body.redirect).searchParams.get("error")).toBe("access_denied");
  });

  test("has a state of any text, which comes back as it was, and parameters of others, which change nothing", async () => {
    const person = await newAccount();
    for (const state of ["%2B+&=#?", "ä€🙂\n", " ", "x".repeat(1000), "null"]) {
      const more = { state, nonce: "n-0S6_WzA2Mj", login_hint: "x", audience: "x", max_age: "0" };
      const { status, body } = await allow(person, requestOf(await registered(), more));
      const { searchParams } = new URL(body.redirect);
      expect([status, searchParams.get("state")]).toEqual([200, state]);
      expect([...searchParams.keys()].toSorted()).toEqual(["code", "iss", "state"]);
    }
  });

  test("is allowed by a person only: not by nobody, a token, a guest, an app, or a session that has ended [T453]", async () => {
    const person = await newAccount();
    await person.call("POST /v0/api-keys/");
    const { id } = (await person.call("POST /v0/devices/on-off/", { name: "Lamp" })).body;
    const body = { query: requestOf(await registered()), allow: true, scopes: READING, name: "Claude" };
    const ofToken = (await person.call("POST /v0/tokens/", { name: "t", scopes: ["setup:write"] })).body
      .token;
    const ofGuest = (await person.call("POST /v0/guests/", { name: "G", devices: [id], may: "see" })).body
      .token;
    const { access_token: ofApp } = await connectedApp(person);
    for (const [bearer, status] of [
      [undefined, 401],
      [ofToken, 403],
      [ofGuest, 403],
      [ofApp, 403],
    ] as const) {
      for (const path of ["authorize/", "authorize/check/"]) {
        expect([path, (await oauth.call(`POST /v0/${path}`, body, bearer)).status]).toEqual([path, status]);
      }
    }
    await person.call("POST /v0/logout/");
    expect((await oauth.call("POST /v0/authorize/", body, person.token)).status).toBe(401);
  });

  test("gives no scope that was not asked for, and no device of another account [T453]", async () => {
    const [person, other] = [await newAccount(), await newAccount()];
    await other.call("POST /v0/api-keys/");
    const { id } = (await other.call("POST /v0/devices/on-off/", { name: "Lamp" })).body;
    const query = requestOf(await registered(), { scope: "devices:read" });
    for (const scope of ["devices:switch", "setup:write", "messages:read:#", `devices:read:${id}`, "x"]) {
      const { status, body } = await allow(person, query, ["devices:read", scope]);
      expect([scope, status, body.errors?.scopes]).toEqual([scope, 400, expect.any(Array)]);
    }
    expect((await allow(person, query, [])).status).toBe(400);
  });

  test("allowed twice, as in two tabs, gives two codes, and each works once", async () => {
    const person = await newAccount();
    const clientId = await registered();
    const codes = [await codeFor(person, clientId), await codeFor(person, clientId)];
    for (const code of codes) expect((await token(exchangeForm(clientId, code))).status).toBe(200);
    expect((await person.call("GET /v0/apps/")).body).toHaveLength(1);
  });
});
