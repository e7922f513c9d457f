/** Apps log in by OAuth: from nothing but the address of `/mcp` to a tool's answer, and to their end. */

import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { runJobs } from "../../../../worker/jobs.ts";
import { api, apiWith, newAccount, rows, run } from "./client.ts";
import { upgrade } from "./connected.ts";
import { tokenFrom } from "./emails.ts";
import {
  allow,
  connectedApp,
  exchangeForm,
  mcpCall,
  oauth,
  oauthWith,
  opens,
  READING,
  RESOURCE,
  refreshForm,
  registered,
  requestOf,
} from "./oauth-app.ts";

const ORIGIN = "http://localhost";

describe("/mcp without a login", () => {
  test("names its documents, which name each other", async () => {
    const { status, headers } = await oauth.call("POST /mcp", {});
    const document = "/.well-known/oauth-protected-resource/mcp";
    expect(status).toBe(401);
    expect(headers.get("WWW-Authenticate")).toBe(
      `Bearer scope="devices:read values:read events:read devices:switch messages:read:# messages:publish:#", resource_metadata="${ORIGIN}${document}"`,
    );
    const resource = (await oauth.call(`GET ${document}`)).body;
    expect(resource).toMatchObject({ resource: RESOURCE, authorization_servers: [ORIGIN] });
    expect((await oauth.call("GET /.well-known/oauth-protected-resource")).body).toEqual(resource);
    expect((await oauth.call("GET /.well-known/oauth-authorization-server")).body).toMatchObject({
      issuer: ORIGIN,
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
    const wrong = await mcpCall("swt_wrong", "tools/list");
    expect(wrong.headers.get("WWW-Authenticate")).toContain('error="invalid_token"');
  });

  const DEPLOYED = { ENVIRONMENT: "production", THROTTLE: "on", HOSTS: "localhost" };
  test.each([
    ["over http from another computer", "api.test", {}],
    ["without APP_URL", "localhost", DEPLOYED],
    ["at an APP_URL with http", "localhost", { ...DEPLOYED, APP_URL: "http://localhost" }],
  ])("says what is possible where OAuth cannot be: %s", async (_, host, overrides) => {
    const person = await newAccount();
    const call = apiWith({ APP_URL: "", ...overrides });
    const form = new Blob(["grant_type=refresh_token"], { type: "application/x-www-form-urlencoded" });
    const redirect_uris = ["https://a.example/b"];
    const answers = [
      await call("GET /.well-known/oauth-authorization-server", undefined, { host }),
      await call("GET /.well-known/oauth-protected-resource/mcp", undefined, { host }),
      await call("GET /.well-known/oauth-protected-resource", undefined, { host }),
      await call("POST /oauth/register", { redirect_uris }, { host }),
      await call("POST /oauth/token", form, { host, headers: { "Content-Type": form.type } }),
      await call("POST /v0/authorize/check/", { query: "x" }, { host, token: person.token }),
    ];
    for (const { status, body } of answers) {
      expect([Math.floor(status / 100), JSON.stringify(body)]).toEqual([
        4,
        expect.stringContaining(
          "needs https and APP_URL, or localhost on the same computer. A token works at /mcp",
        ),
      ]);
    }
    // and no address in the challenge
    expect((await call("POST /mcp", {}, { host })).headers.get("WWW-Authenticate")).toBe("Bearer");
  });

  test("has addresses of APP_URL only, whatever the Host header says", async () => {
    const deployed = oauthWith({ ENVIRONMENT: "production", APP_URL: "https://localhost", THROTTLE: "on" });
    const { body } = await deployed.call("GET /.well-known/oauth-authorization-server");
    expect(body).toMatchObject({
      issuer: "https://localhost",
      authorization_endpoint: "https://localhost/authorize",
    });
  });
});

describe("an app's access token", () => {
  test("works at /mcp only: not over REST, not for a stream, and not as an MQTT password [T455]", async () => {
    const person = await newAccount();
    const { access_token } = await connectedApp(person, [...READING, "messages:read:#"]);
    expect(await opens(access_token)).toBe(200);
    for (const path of [
      "devices/on-off/",
      "scopes/",
      "stream/?filter=%23",
      "messages/",
      "tokens/",
      "apps/",
    ]) {
      const { status, body } = await api(`GET /v0/${path}`, undefined, { token: access_token });
      expect([path, status, body?.detail]).toEqual([path, 403, expect.stringContaining("/mcp only")]);
    }
    const client = await upgrade(person.id, { username: "x", password: access_token });
    expect((await client.next("connack")).reasonCode).not.toBe(0);
    const [refusal] = (await person.call("GET /v0/mqtt/log/")).body;
    expect(JSON.stringify(refusal)).toContain("The token of an app works at /mcp only.");
  });

  test("ends after an hour, and the app 90 days after its last refresh", async () => {
    const person = await newAccount();
    const app = await connectedApp(person);
    await run(
      "UPDATE tokens SET expires_at = ?1 WHERE kind = 'app' AND user_id = ?2",
      Date.now() - 1,
      person.id,
    );
    await env.BROKER.getByName(person.id).applyRights();
    await run("UPDATE users SET rights_version = rights_version + 1 WHERE id = ?1", person.id);
    await env.BROKER.getByName(person.id).applyRights();
    expect(await opens(app.access_token)).toBe(401);
    await run("UPDATE app_logins SET expires_at = ?1 WHERE user_id = ?2", Date.now() - 1, person.id);
    expect((await oauth.post("/oauth/token", refreshForm(app.clientId, app.refresh_token))).body.error).toBe(
      "invalid_grant",
    );
    expect((await person.call("GET /v0/apps/")).body).toEqual([]);
    await runJobs(env as never, Date.now());
    expect(await rows("SELECT id FROM apps WHERE user_id = ?1", person.id)).toEqual([]);
    expect(await rows("SELECT id FROM tokens WHERE user_id = ?1", person.id)).toEqual([]);
  });

  test("ends with a press, which the security log names [T455]", async () => {
    const person = await newAccount();
    const app = await connectedApp(person);
    const [{ id, scopes, host }] = (await person.call("GET /v0/apps/")).body;
    expect([scopes, host]).toEqual([READING, "a program on this computer"]);
    expect((await person.call(`DELETE /v0/apps/${id}/`)).status).toBe(204);
    expect(await opens(app.access_token)).toBe(401);
    expect((await oauth.post("/oauth/token", refreshForm(app.clientId, app.refresh_token))).status).toBe(400);
    const log = (await person.call("GET /v0/security/")).body.map(({ kind }: { kind: string }) => kind);
    expect(log.slice(0, 3)).toEqual(["app_ended", "app_connected", "app_allowed"]);
  });

  test("ends with a reset of the password, also of a verified address; a code that waits ends, too", async () => {
    const person = await newAccount();
    await run("UPDATE users SET email_state = 'verified' WHERE id = ?1", person.id);
    const app = await connectedApp(person);
    const waiting = (await allow(person, requestOf(app.clientId))).body.redirect;
    await api("POST /v0/forgot-password/", { email: person.email });
    const token = await tokenFrom(person.email, "reset");
    expect((await api("POST /v0/reset-password/", { token, password: "Another-horse-8" })).status).toBe(200);
    expect(await opens(app.access_token)).toBe(401);
    const code = new URL(waiting).searchParams.get("code") ?? "";
    expect((await oauth.post("/oauth/token", exchangeForm(app.clientId, code))).status).toBe(400);
  });

  test("is revoked by its app, and by no other", async () => {
    const person = await newAccount();
    const app = await connectedApp(person);
    const revoke = (token: string, client_id: string) => oauth.post("/oauth/revoke", { token, client_id });
    expect((await revoke(app.access_token, await registered())).status).toBe(200);
    expect(await opens(app.access_token)).toBe(200);
    expect((await revoke(app.refresh_token, app.clientId)).status).toBe(200);
    expect(await opens(app.access_token)).toBe(401);
    expect((await person.call("GET /v0/apps/")).body).toEqual([]);
  });
});

describe("limits", () => {
  test("MAX_APPS counts apps, and not their logins; the oldest of six logins ends", async () => {
    const person = await newAccount();
    const first = await connectedApp(person);
    const again: string[] = [];
    for (let each = 0; each < 5; each++)
      again.push((await connectedApp(person, READING, { known: first.clientId })).access_token);
    expect(await opens(first.access_token)).toBe(401);
    expect(await opens(again[0] ?? "")).toBe(200);
    const few = oauthWith({ MAX_APPS: "1" });
    const query = requestOf(await registered());
    const press = { query, allow: true, scopes: READING, name: "Claude" };
    const { status, body } = await few.call("POST /v0/authorize/", press, person.token);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining("1 apps max")]);
  });

  test("an account's codes that wait are bounded", async () => {
    const person = await newAccount();
    const query = requestOf(await registered());
    const answers: number[] = [];
    for (let each = 0; each < 21; each++) answers.push((await allow(person, query)).status);
    expect(answers.slice(-2)).toEqual([200, 429]);
  });

  test("20 registrations an hour come from one address; unused ones go after a day", async () => {
    const throttled = oauthWith({ THROTTLE: "on" });
    const register = () => throttled.call("POST /oauth/register", { redirect_uris: ["https://a.example/b"] });
    const statuses: number[] = [];
    for (let each = 0; each < 21; each++) statuses.push((await register()).status);
    expect(statuses.slice(-2)).toEqual([201, 429]);
    const clientId = await registered();
    await run("UPDATE oauth_clients SET expires_at = ?1 WHERE id = ?2", Date.now() - 1, clientId);
    const person = await newAccount();
    expect((await allow(person, requestOf(clientId))).status).toBe(400);
    await runJobs(env as never, Date.now());
    expect(await rows("SELECT id FROM oauth_clients WHERE id = ?1", clientId)).toEqual([]);
  });
});

afterEach(() => vi.unstubAllGlobals());
