/** Lines of RFC 9700 that no other test of a login by OAuth has. All of them: test/promises/oauth-security.ts. */

import { expect, test } from "vitest";
import { api, newAccount, rows } from "./client.ts";
import {
  allow,
  connectedApp,
  exchangeForm,
  oauth,
  opens,
  READING,
  REDIRECT,
  RESOURCE,
  refreshForm,
  registered,
  requestOf,
} from "./oauth-app.ts";

test("no answer redirects a browser: the page leaves after a press, and no status carries a login on", async () => {
  const person = await newAccount();
  const query = `${requestOf(await registered())}&prompt=none`;
  const page = await oauth.call("POST /v0/authorize/check/", { query }, person.token);
  // a request for silence is shown like any other
  expect(page.body).toMatchObject({ name: "Claude", problem: null });
  const answers = [
    page,
    await allow(person, query),
    await allow(person, query, [], { allow: false }),
    await oauth.post("/oauth/token", exchangeForm("x", "y")),
    await oauth.post("/oauth/revoke", { token: "x", client_id: "y" }),
    await oauth.call("GET /.well-known/oauth-authorization-server"),
    await oauth.call(`GET /oauth/token?redirect_uri=${encodeURIComponent("https://evil.example")}`),
  ];
  for (const { status, headers } of answers) {
    expect([Math.floor(status / 100) === 3, headers.get("Location")]).toEqual([false, null]);
  }
});

test("a client chooses neither its id nor that of a person", async () => {
  const person = await newAccount();
  const body = { redirect_uris: [REDIRECT], client_id: person.id, client_secret: "x", sub: person.id };
  const { body: made } = await oauth.call("POST /oauth/register", body);
  expect(made.client_id).not.toBe(person.id);
  expect([made.client_secret, made.sub]).toEqual([undefined, undefined]);
  expect(await rows("SELECT id FROM oauth_clients WHERE id = ?1", person.id)).toEqual([]);
});

test("a token in the address or in the body opens nothing", async () => {
  const { access_token: token } = await connectedApp(await newAccount());
  const body = { jsonrpc: "2.0", id: 1, method: "tools/list", access_token: token };
  for (const path of [`/mcp?access_token=${token}`, "/mcp"]) {
    expect([path, (await oauth.call(`POST ${path}`, body)).status]).toEqual([path, 401]);
  }
});

test("headers that a proxy would set change no address of the login", async () => {
  const forged = {
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "https",
    Forwarded: "host=evil.example;proto=https",
    "X-Original-Host": "evil.example",
  };
  const path = "GET /.well-known/oauth-protected-resource/mcp";
  const { body } = await api(path, undefined, { host: "localhost", headers: forged });
  expect([body.resource, body.authorization_servers]).toEqual([RESOURCE, ["http://localhost"]]);
});

const ACCOUNT_ENDS = 26;

test("a refresh token stays bound to its resource and scopes, and to its account", async () => {
  const [app, other] = [await connectedApp(await newAccount()), await connectedApp(await newAccount())];
  const wrong = async (more: Record<string, string>) =>
    (await oauth.post("/oauth/token", refreshForm(app.clientId, app.refresh_token, more))).body.error;
  expect(await wrong({ resource: "https://other.example/mcp" })).toBe("invalid_target");
  expect(await wrong({ resource: "http://localhost/v0" })).toBe("invalid_target");
  expect(await wrong({ scope: "devices:read devices:switch" })).toBe("invalid_scope");
  // the account comes before the secret
  const moved = other.refresh_token.slice(0, ACCOUNT_ENDS) + app.refresh_token.slice(ACCOUNT_ENDS);
  expect(await wrong({ refresh_token: moved })).toBe("invalid_grant");
  const { body } = await oauth.post("/oauth/token", refreshForm(app.clientId, app.refresh_token));
  expect([body.scope, await opens(body.access_token)]).toEqual([READING.join(" "), 200]);
});
