/** Bad input of a login by OAuth (RFC 9700): no code, token or account for a stranger, and no redirect to one. */

import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { newBearer } from "../../../../worker/keys/random.ts";
import { s256 } from "../../../../worker/oauth/pkce.ts";
import { type Account, newAccount, rows, run } from "./client.ts";
import {
  CHALLENGE,
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
  VERIFIER,
} from "./oauth-app.ts";

afterEach(() => vi.unstubAllGlobals());

const token = (form: Record<string, string> | string) => oauth.post("/oauth/token", form);

describe("a code", () => {
  const refused = async (form: Record<string, string>) => {
    const { status, body } = await token(form);
    expect([status, body.error]).toEqual([400, "invalid_grant"]);
  };

  test("works once: a second use ends what the first began [T451]", async () => {
    const person = await newAccount();
    const clientId = await registered();
    const code = await codeFor(person, clientId);
    const { body } = await token(exchangeForm(clientId, code));
    expect(await opens(body.access_token)).toBe(200);
    await refused(exchangeForm(clientId, code));
    expect(await opens(body.access_token)).toBe(401);
    await refused(refreshForm(clientId, body.refresh_token));
    const [{ detail }] = (await person.call("GET /v0/security/")).body;
    expect(detail).toContain("because its code was used twice");
  });

  test("used by two at once works for one", async () => {
    const person = await newAccount();
    const clientId = await registered();
    const form = exchangeForm(clientId, await codeFor(person, clientId));
    const answers = await Promise.all([token(form), token(form), token(form)]);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThan(2);
    const logins = await rows("SELECT token_id FROM app_logins WHERE user_id = ?1", person.id);
    expect(logins.length).toBeLessThan(2);
  });

  test.each([
    ["from another client", async () => ({ client_id: await registered() })],
    ["with another redirect address", async () => ({ redirect_uri: "http://127.0.0.1:9001/callback" })],
    ["with a wrong verifier", async () => ({ code_verifier: `${VERIFIER}x` })],
    ["with the challenge as verifier", async () => ({ code_verifier: CHALLENGE })],
    ["with a short verifier", async () => ({ code_verifier: "x" })],
  ])("%s does not work, and not afterwards either", async (_, change) => {
    const person = await newAccount();
    const clientId = await registered();
    const form = exchangeForm(clientId, await codeFor(person, clientId));
    await refused({ ...form, ...(await change()) });
    await refused(form);
    expect((await person.call("GET /v0/apps/")).body).toEqual([]);
  });

  test("ends after 60 seconds", async () => {
    const person = await newAccount();
    const clientId = await registered();
    const form = exchangeForm(clientId, await codeFor(person, clientId));
    const [row] = await rows<{ expires_at: number }>(
      "SELECT expires_at FROM oauth_codes WHERE user_id = ?1",
      person.id,
    );
    expect((row?.expires_at ?? 0) - Date.now()).toBeLessThanOrEqual(60_000);
    await run("UPDATE oauth_codes SET expires_at = ?1 WHERE user_id = ?2", Date.now(), person.id);
    await refused(form);
  });

  test("without a verifier, for another resource, with a secret, twice or in the address is a bad request", async () => {
    const person = await newAccount();
    const clientId = await registered();
    const { code_verifier: _, ...bare } = exchangeForm(clientId, await codeFor(person, clientId));
    const form = { ...bare, code_verifier: VERIFIER };
    const errors = [
      (await token(bare)).body.error,
      (await token({ ...form, resource: "https://other.example/mcp" })).body.error,
      (await token({ ...form, grant_type: "password" })).body.error,
      (await token({ ...form, grant_type: "client_credentials" })).body.error,
      (await token(`${new URLSearchParams(form)}&code=x`)).body.error,
      (await oauth.post(`/oauth/token?code=${form.code}`, form)).body.error,
      (await oauth.call("POST /oauth/token", form)).body.error,
    ];
    expect(errors).toEqual([
      "invalid_request",
      "invalid_target",
      "unsupported_grant_type",
      "unsupported_grant_type",
      "invalid_request",
      "invalid_request",
      "invalid_request",
    ]);
    // none of them used the code up
    expect((await token(form)).status).toBe(200);
    expect((await oauth.call("GET /oauth/token")).status).toBe(405);
  });
});

describe("a refresh token", () => {
  test("is good once: the app or a thief that uses it again ends the login [T451]", async () => {
    const person = await newAccount();
    const app = await connectedApp(person);
    const first = (await token(refreshForm(app.clientId, app.refresh_token))).body;
    expect([await opens(app.access_token), await opens(first.access_token)]).toEqual([401, 200]);
    const second = (await token(refreshForm(app.clientId, first.refresh_token))).body;
    expect(await opens(second.access_token)).toBe(200);
    const { body } = await token(refreshForm(app.clientId, app.refresh_token));
    expect([body.error, body.error_description]).toEqual([
      "invalid_grant",
      expect.stringContaining("Connect the app again."),
    ]);
    expect(await opens(second.access_token)).toBe(401);
    expect((await token(refreshForm(app.clientId, second.refresh_token))).body.error).toBe("invalid_grant");
    const [{ detail }] = (await person.call("GET /v0/security/")).body;
    expect(detail).toContain("because its refresh token was used twice");
  });

  test("used by two at once leaves at most one login, whose tokens agree", async () => {
    const person = await newAccount();
    const app = await connectedApp(person);
    const form = refreshForm(app.clientId, app.refresh_token);
    const answers = await Promise.all([token(form), token(form)]);
    const right = answers.filter(({ status }) => status === 200);
    expect(right.length).toBeLessThan(2);
    expect(await rows("SELECT token_id FROM app_logins WHERE user_id = ?1", person.id)).toEqual([]);
  });

  test("of another client, as an access token, or for more scopes does not work", async () => {
    const person = await newAccount();
    const app = await connectedApp(person);
    const errors = [
      (await token(refreshForm(await registered(), app.refresh_token))).body.error,
      (await token(refreshForm(app.clientId, app.access_token))).body.error,
      (await token(refreshForm(app.clientId, app.refresh_token, { scope: "devices:switch" }))).body.error,
    ];
    expect(errors).toEqual(["invalid_grant", "invalid_grant", "invalid_scope"]);
    expect(await opens(app.refresh_token)).toBe(401);
    expect((await token(refreshForm(app.clientId, app.refresh_token))).status).toBe(200);
  });

  test("is stored as a digest, and changes nothing where the broker does not answer", async () => {
    const person = await newAccount();
    const app = await connectedApp(person);
    const stored = JSON.stringify([
      await rows("SELECT * FROM app_logins WHERE user_id = ?1", person.id),
      await rows("SELECT * FROM tokens WHERE user_id = ?1", person.id),
      await rows("SELECT * FROM oauth_codes WHERE user_id = ?1", person.id),
    ]);
    for (const secret of [app.refresh_token, app.access_token])
      expect(stored).not.toContain(secret.slice(26));
    const lost = { announceChange: () => Promise.reject(new Error("the object is being moved")) };
    const cut = oauthWith({ BROKER: { getByName: () => lost } });
    const form = refreshForm(app.clientId, app.refresh_token);
    expect((await cut.post("/oauth/token", form)).status).toBe(503);
    expect((await token(form)).status).toBe(200);
  });
});

test("guesses at codes and tokens count as guesses at bearers, at every endpoint [T451]", async () => {
  const person = await newAccount();
  const clientId = await registered();
  const guesses = [
    (by: ReturnType<typeof oauthWith>) =>
      by.post("/oauth/token", exchangeForm(clientId, crypto.randomUUID())),
    (by: ReturnType<typeof oauthWith>) =>
      by.post("/oauth/token", refreshForm(clientId, newBearer("refresh", person.id))),
    (by: ReturnType<typeof oauthWith>) =>
      by.post("/oauth/revoke", { client_id: clientId, token: newBearer("token", person.id) }),
  ];
  for (const [at, guess] of guesses.entries()) {
    const throttled = oauthWith({ THROTTLE: "on" }, `203.0.113.${at}`);
    const statuses = new Set<number>();
    for (let each = 0; each < 62; each++) statuses.add((await guess(throttled)).status);
    expect([at, statuses.has(429)]).toEqual([at, true]);
  }
});

describe("the document of a client", () => {
  const ADDRESS = "https://claude.example.com/oauth/client.json";
  const DOCUMENT = { client_id: ADDRESS, client_name: "Claude", redirect_uris: [REDIRECT] };
  const asked: { url: string; init: RequestInit }[] = [];
  /** `OUTBOUND`: a desk's process checks the address where it connects. */
  const guarded = oauthWith({ OUTBOUND: "checked" });
  const answers = (answer: (url: string) => Response | Promise<Response>) => {
    asked.length = 0;
    vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
      asked.push({ url: String(url), init });
      return answer(String(url));
    });
  };
  const page = async (person: Account, clientId = ADDRESS) =>
    guarded.call("POST /v0/authorize/check/", { query: requestOf(clientId) }, person.token);

  test("names the app, and its host is that of the address", async () => {
    answers(() => Response.json(DOCUMENT));
    const person = await newAccount();
    expect((await page(person)).body).toMatchObject({ name: "Claude", host: "claude.example.com" });
    expect(asked).toMatchObject([{ url: ADDRESS, init: { redirect: "manual" } }]);
    expect(new Headers(asked[0]?.init.headers).get("switchyard-outbound")).toBe("public");
    const press = { query: requestOf(ADDRESS), allow: true, scopes: READING, name: "Claude" };
    const { body } = await guarded.call("POST /v0/authorize/", press, person.token);
    const code = new URL(body.redirect).searchParams.get("code") ?? "";
    expect((await token(exchangeForm(ADDRESS, code))).status).toBe(200);
    expect((await person.call("GET /v0/apps/")).body).toMatchObject([{ host: "claude.example.com" }]);
  });

  test("that changed since the person saw it is not allowed", async () => {
    answers(() => Response.json({ ...DOCUMENT, client_name: "Another" }));
    const person = await newAccount();
    const press = { query: requestOf(ADDRESS), allow: true, scopes: READING, name: "Claude" };
    const { status, body } = await guarded.call("POST /v0/authorize/", press, person.token);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining("Reload the page")]);
  });

  test.each([
    ["of another client", () => Response.json({ ...DOCUMENT, client_id: `${ADDRESS}x` })],
    ["without redirect addresses", () => Response.json({ ...DOCUMENT, redirect_uris: [] })],
    ["with others", () => Response.json({ ...DOCUMENT, redirect_uris: ["javascript:alert(1)"] })],
    ["with a secret", () => Response.json({ ...DOCUMENT, token_endpoint_auth_method: "client_secret_post" })],
    ["that is no JSON", () => new Response("<html>")],
    ["that is a redirect", () => new Response(null, { status: 302, headers: { Location: ADDRESS } })],
    ["that is not there", () => new Response("{}", { status: 404 })],
    ["of 64 KiB", () => Response.json({ ...DOCUMENT, more: "x".repeat(65_536) })],
    [
      "without an end",
      () => new Response(new ReadableStream({ pull: (c) => c.enqueue(new Uint8Array(65_536)) })),
    ],
    [
      "at a private address",
      () => new Response(null, { status: 502, headers: { "switchyard-outbound": "private" } }),
    ],
    ["that is cut off", () => Promise.reject(new Error("reset"))],
  ])("%s is refused with a sentence [T452]", async (_, answer) => {
    answers(answer);
    const { status, body } = await page(await newAccount());
    expect([status, body.errors?.non_field_errors]).toEqual([400, [expect.any(String)]]);
  });

  test.each([
    "https://claude.example.com/",
    "https://claude.example.com",
    "https://claude.example.com/a/../client.json",
    "https://user@claude.example.com/client.json",
    "https://claude.example.com/client.json#x",
    "https://CLAUDE.example.com/client.json",
    "http://claude.example.com/client.json",
    "https://claude.example.com:8443/client.json",
    "https://127.0.0.1/client.json",
    "https://10.0.0.1/client.json",
    "https://[::1]/client.json",
    "https://169.254.169.254/latest/meta-data",
    "https://router.local/client.json",
    "https://localhost/client.json",
  ])("at %s is not fetched [T452]", async (address) => {
    answers(() => Response.json({ ...DOCUMENT, client_id: address }));
    expect((await page(await newAccount(), address)).status).toBe(400);
    expect(asked).toEqual([]);
  });

  test("has a name without signs that hide or turn it", async () => {
    answers(() => Response.json({ ...DOCUMENT, client_name: `Cl\u202Eau\u0000de\n${"x".repeat(200)}` }));
    const { name } = (await page(await newAccount())).body;
    expect(name).toMatch(/^Cl au de x+$/);
    expect(name.length).toBeLessThanOrEqual(100);
  });
});

test("a registration with bad fields is refused, and a secret is never given", async () => {
  const register = async (body: object) => (await oauth.call("POST /oauth/register", body)).body;
  expect((await register({})).error).toBe("invalid_redirect_uri");
  expect((await register({ redirect_uris: Array(11).fill(REDIRECT) })).error).toBe("invalid_redirect_uri");
  expect((await register({ redirect_uris: [REDIRECT], client_name: 7 })).error).toBe(
    "invalid_client_metadata",
  );
  expect((await register({ redirect_uris: [REDIRECT], grant_types: ["password"] })).error).toBe(
    "invalid_client_metadata",
  );
  const made = await register({
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: "client_secret_basic",
  });
  expect(made).toMatchObject({
    token_endpoint_auth_method: "none",
    client_name: "a program on this computer",
  });
  expect(made.client_secret).toBeUndefined();
  const huge = await oauth.call("POST /oauth/register", { redirect_uris: [REDIRECT], x: "x".repeat(40_000) });
  expect(huge.status).toBe(413);
});

test("10,000 registrations that wait for their first use are the most [T454]", async () => {
  await env.DB.prepare(
    `INSERT INTO oauth_clients (id, name, redirect_uris, created_at, expires_at)
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
     SELECT 'flood ' || i, 'x', '[]', 0, 0 FROM n`,
  ).run();
  const { status, body } = await oauth.call("POST /oauth/register", { redirect_uris: [REDIRECT] });
  expect([status, body.error]).toEqual([503, "temporarily_unavailable"]);
  await run("DELETE FROM oauth_clients WHERE id LIKE 'flood %'");
  expect((await oauth.call("POST /oauth/register", { redirect_uris: [REDIRECT] })).status).toBe(201);
});

test("S256 is that of RFC 7636, appendix B", () => {
  const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
  expect(s256(verifier)).toBe("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
});
