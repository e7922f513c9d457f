/** An app before the Worker: its registration, a person who allows it, and its tokens. */

import { createHash } from "node:crypto";
import { type Account, type Answer, apiWith } from "./client.ts";

/** The one computer on which an app may log in without https. */
const HOST = "localhost";
export const RESOURCE = `http://${HOST}/mcp`;
export const REDIRECT = "http://127.0.0.1:9000/callback";
export const VERIFIER = "a-verifier-of-at-least-forty-three-characters-0";
export const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");

/** `overrides`: parts of the environment, such as the throttle. */
export const oauthWith = (overrides: Record<string, unknown> = {}, address = "198.51.100.9") => {
  const call = apiWith({ APP_URL: "", ...overrides });
  const headers = { "CF-Connecting-IP": address };
  return {
    call: (line: string, body?: unknown, token?: string): Promise<Answer> =>
      call(line, body, { host: HOST, token, headers }),
    post: (path: string, form: Record<string, string> | string): Promise<Answer> =>
      call(
        `POST ${path}`,
        new Blob([typeof form === "string" ? form : String(new URLSearchParams(form))], {
          type: "application/x-www-form-urlencoded",
        }),
        { host: HOST, headers: { ...headers, "Content-Type": "application/x-www-form-urlencoded" } },
      ),
  };
};
export const oauth = oauthWith();

export async function registered(uris: readonly string[] = [REDIRECT], through = oauth): Promise<string> {
  const body = { client_name: "Claude", redirect_uris: uris };
  const { status, body: client } = await through.call("POST /oauth/register", body);
  if (status !== 201) throw new Error(JSON.stringify(client));
  return client.client_id;
}

export const requestOf = (clientId: string, parameters: Record<string, string | undefined> = {}): string => {
  const all = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: REDIRECT,
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
    resource: RESOURCE,
    state: "s+/=ä &x",
    ...parameters,
  };
  return String(
    new URLSearchParams(
      Object.entries(all).filter((each): each is [string, string] => each[1] !== undefined),
    ),
  );
};

export const READING = ["devices:read", "values:read", "events:read"];

/** The answer of the page when the person presses *Allow*. */
export const allow = (
  person: Account,
  query: string,
  scopes: readonly string[] = READING,
  more: object = {},
) => oauth.call("POST /v0/authorize/", { query, allow: true, scopes, name: "Claude", ...more }, person.token);

export async function codeFor(
  person: Account,
  clientId: string,
  scopes?: readonly string[],
  more?: object,
): Promise<string> {
  const { status, body } = await allow(person, requestOf(clientId), scopes, more);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return new URL(body.redirect).searchParams.get("code") ?? "";
}

export const exchangeForm = (clientId: string, code: string, more: Record<string, string> = {}) => ({
  grant_type: "authorization_code",
  code,
  client_id: clientId,
  redirect_uri: REDIRECT,
  code_verifier: VERIFIER,
  resource: RESOURCE,
  ...more,
});

export const refreshForm = (clientId: string, token: string, more: Record<string, string> = {}) => ({
  grant_type: "refresh_token",
  refresh_token: token,
  client_id: clientId,
  resource: RESOURCE,
  ...more,
});

export interface AppTokens {
  clientId: string;
  access_token: string;
  refresh_token: string;
  scope: string;
}

/** An app that is connected to an account. */
export async function connectedApp(
  person: Account,
  scopes?: readonly string[],
  { known, ...more }: { known?: string; asks_first?: boolean } = {},
): Promise<AppTokens> {
  const clientId = known ?? (await registered());
  const code = await codeFor(person, clientId, scopes, more);
  const { status, body } = await oauth.post("/oauth/token", exchangeForm(clientId, code));
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { clientId, ...body };
}

/** Takes the next tokens of an app. Returns the access token. */
export async function refreshed(app: AppTokens): Promise<string> {
  const { status, body } = await oauth.post("/oauth/token", refreshForm(app.clientId, app.refresh_token));
  if (status !== 200) throw new Error(JSON.stringify(body));
  return Object.assign(app, body).access_token;
}

/** The id of a connected app. */
export async function appId(person: Account): Promise<string> {
  await connectedApp(person);
  return (await person.call("GET /v0/apps/")).body[0].id;
}

/** Whether an access token opens `/mcp`. */
export async function opens(token: string): Promise<number> {
  const { status } = await mcpCall(token, "tools/list");
  return status;
}

export function mcpCall(token: string, method: string, params: object = {}): Promise<Answer> {
  const call = apiWith({ APP_URL: "" });
  const body = { jsonrpc: "2.0", id: 1, method, params };
  const headers = { Authorization: `Bearer ${token}`, Accept: "application/json, text/event-stream" };
  return call("POST /mcp", body, { host: HOST, headers });
}
