/** An account with everything that a test needs, made by the public API. */

import { randomBytes, randomUUID } from "node:crypto";
import { PLAIN_SCOPES } from "../../../broker/contract/scopes.ts";
import { UserError } from "../user-error.ts";

export interface EphemeralAccount {
  username: string;
  password: string;
  token: string;
}

const SCOPES = [...PLAIN_SCOPES, "messages:read:#", "messages:publish:#"];

interface Responses {
  "/v0/register/": { data: { token: string } };
  "/v0/mqtt/credentials/": { username: string; password: string };
  "/v0/tokens/": { token: string };
}

async function post<Path extends keyof Responses>(
  url: string,
  path: Path,
  body: unknown,
  login?: string,
): Promise<Responses[Path]> {
  const response = await fetch(new URL(path, url), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(login !== undefined && { authorization: `Token ${login}` }),
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.ok) return JSON.parse(text) as Responses[Path];
  throw new UserError(`The broker made no account: ${path} answered ${response.status}: ${text}`);
}

export async function newEphemeralAccount(url: string): Promise<EphemeralAccount> {
  const registration = {
    email: `${randomUUID()}@example.org`,
    password: `Aa1-${randomBytes(18).toString("base64url")}`,
  };
  const login = (await post(url, "/v0/register/", registration)).data.token;
  const [{ username, password }, { token }] = await Promise.all([
    post(url, "/v0/mqtt/credentials/", { name: "Ephemeral", view: "root" }, login),
    post(url, "/v0/tokens/", { name: "Ephemeral", scopes: SCOPES }, login),
  ]);
  return { username, password, token };
}
