/** An app that refreshes its tokens until the product is killed, and what it then finds of its login. */

import { createHash } from "node:crypto";
import type { Account } from "../support/account.ts";
import type { AppTokens, History } from "./history.ts";

export interface AppScene {
  url: string;
  account: Account;
  history: History;
}

const REDIRECT = "http://127.0.0.1:9000/callback";
const VERIFIER = "a-verifier-of-at-least-forty-three-characters-0";
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");
/** Refreshes between two uses of an old token. */
const BETWEEN = 10;

async function post(url: string, path: string, body: URLSearchParams | object): Promise<Response> {
  const isForm = body instanceof URLSearchParams;
  const headers = isForm ? {} : { "content-type": "application/json" };
  return fetch(`${url}${path}`, { method: "POST", headers, body: isForm ? body : JSON.stringify(body) });
}

async function tokensIn(response: Response): Promise<AppTokens> {
  const { access_token: access, refresh_token: refresh } = (await response.json()) as Record<string, string>;
  if (access === undefined || refresh === undefined) throw new Error(`No tokens in ${response.status}.`);
  return { access, refresh };
}

async function registered(url: string): Promise<string> {
  const body = { client_name: "Crash", redirect_uris: [REDIRECT] };
  return ((await (await post(url, "/oauth/register", body)).json()) as { client_id: string }).client_id;
}

async function allowed({ url, account, history: { app } }: AppScene): Promise<AppTokens> {
  const client_id = app.clientId ?? (await registered(url));
  app.clientId = client_id;
  const query = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri: REDIRECT,
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
  });
  const press = { query: String(query), allow: true, scopes: ["devices:read"], name: "Crash" };
  const { redirect } = await account.call<{ redirect: string }>("POST", "/v0/authorize/", press);
  const code = new URL(redirect).searchParams.get("code") ?? "";
  const grant = { grant_type: "authorization_code", code, client_id, redirect_uri: REDIRECT };
  const form = new URLSearchParams({ ...grant, code_verifier: VERIFIER });
  return tokensIn(await post(url, "/oauth/token", form));
}

const refreshed = ({ url, history: { app } }: AppScene, token: string): Promise<Response> =>
  post(
    url,
    "/oauth/token",
    new URLSearchParams({
      grant_type: "refresh_token",
      refresh_token: token,
      client_id: app.clientId ?? "",
    }),
  );

/** Whether an access token opens `/mcp`. */
async function opens(url: string, token: string): Promise<boolean> {
  const response = await fetch(`${url}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  await response.text();
  return response.ok;
}

export async function refreshApp(scene: AppScene, isOver: () => boolean): Promise<void> {
  const { app } = scene.history;
  while (!isOver()) {
    if (app.tokens === null) {
      const tokens = await allowed(scene);
      Object.assign(app, { tokens, used: null, isUnheard: false });
    } else if (app.used !== null && !app.isUnheard && app.refreshes % BETWEEN === 0) {
      await repeatOld(scene, app.used, app.tokens);
    } else {
      await refresh(scene, app.tokens);
    }
  }
}

async function refresh(scene: AppScene, { access, refresh: token }: AppTokens): Promise<void> {
  const { url, history } = scene;
  const { app } = history;
  const mayBeUsed = app.isUnheard;
  app.isUnheard = true;
  const response = await refreshed(scene, token);
  if (response.ok) {
    const tokens = await tokensIn(response);
    Object.assign(app, { tokens, used: token, isUnheard: false, refreshes: app.refreshes + 1 });
    if (!(await opens(url, tokens.access))) app.wrong.push("an access token that was given is not valid");
    if (await opens(url, access)) app.wrong.push("an access token outlived the next one");
    return;
  }
  await response.text();
  if (!mayBeUsed) app.wrong.push("a refresh token that was given is not valid");
  await expectEnd(scene, access);
}

/** Somebody has kept an old token: the login ends, with the new ones. */
async function repeatOld(scene: AppScene, old: string, { access }: AppTokens): Promise<void> {
  scene.history.app.isUnheard = true;
  const response = await refreshed(scene, old);
  await response.text();
  if (response.ok) scene.history.app.wrong.push("a refresh token was accepted twice");
  await expectEnd(scene, access);
}

async function expectEnd({ url, history: { app } }: AppScene, access: string): Promise<void> {
  if (await opens(url, access)) app.wrong.push("a login outlived the second use of its token");
  Object.assign(app, { tokens: null, used: null, isUnheard: false, ended: app.ended + 1 });
}
