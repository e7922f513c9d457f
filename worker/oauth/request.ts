/**
 * An app's request to log in (RFC 6749, 4.1.1). An error about the app or its redirect address is shown and never sent
 * anywhere. Other errors go to the app, by a press of the person: a page that redirects by itself helps a stranger to
 * disguise an address (RFC 9700, 4.11.2).
 */

import { APP_SCOPE_NAMES, APP_SCOPES, offeredFor } from "../contract/app-scopes.ts";
import type { Env } from "../env.ts";
import { invalidRequest } from "../errors.ts";
import { type OAuthAddresses, oauthAddresses } from "./addresses.ts";
import { clientOf, hostOfClient, type OAuthClient } from "./client.ts";
import { isRedirectOf, redirectWith } from "./redirects.ts";

// PURE. The parameters.

const NAMES = [
  "response_type",
  "response_mode",
  "client_id",
  "redirect_uri",
  "scope",
  "state",
  "code_challenge",
  "code_challenge_method",
  "resource",
  "request",
  "request_uri",
] as const;
type Parameters = { [Name in (typeof NAMES)[number]]?: string };

/** Values are left as they are. One without a value counts as left out (RFC 6749, 3.1). */
function parametersOf(query: string): Parameters {
  const search = new URLSearchParams(query);
  const parameters: Parameters = {};
  for (const name of NAMES) {
    const [value = "", ...more] = search.getAll(name);
    if (more.length > 0) throw invalidRequest(`The request names ${name} twice. Connect the app again.`);
    if (value !== "") parameters[name] = value;
  }
  return parameters;
}

interface RequestFault {
  error: string;
  sentence: string;
}

const fault = (error: string, sentence: string): RequestFault => ({ error, sentence });

/** SHA-256 in base64url without padding (RFC 7636, 4.2). */
const S256 = /^[A-Za-z0-9_-]{43}$/;

/** Returns what is wrong with a request of a known app; null for nothing. */
function requestFault(parameters: Parameters, { resource }: OAuthAddresses): RequestFault | null {
  const { response_type, response_mode = "query", code_challenge, code_challenge_method } = parameters;
  if (parameters.request !== undefined)
    return fault("request_not_supported", "Send parameters, not a request.");
  if (parameters.request_uri !== undefined)
    return fault("request_uri_not_supported", "Send parameters, not a request_uri.");
  if (response_type !== "code") return fault("unsupported_response_type", "The response_type must be code.");
  if (response_mode !== "query") return fault("invalid_request", "The response_mode must be query.");
  if (code_challenge === undefined)
    return fault("invalid_request", "PKCE is required: code_challenge is missing.");
  if (code_challenge_method !== "S256")
    return fault("invalid_request", "The code_challenge_method must be S256.");
  if (!S256.test(code_challenge))
    return fault("invalid_request", "The code_challenge is no SHA-256 in base64url.");
  if (!isResource(parameters.resource, resource))
    return fault("invalid_target", `The resource must be ${resource}.`);
  if (rightsAsked(parameters.scope).length === 0)
    return fault("invalid_scope", `None of the scopes exists. Use: ${APP_SCOPE_NAMES.join(" ")}.`);
  return null;
}

/** There is one resource, so a request may leave it out, as apps of 2025 and before do. */
export function isResource(given: string | undefined, resource: string): boolean {
  if (given === undefined) return true;
  return URL.canParse(given) && !given.includes("#") && new URL(given).href === new URL(resource).href;
}

/** The offered scopes that are asked for, whole or in part; without the parameter all. Others are ignored. */
function rightsAsked(scope: string | undefined): string[] {
  if (scope === undefined) return [...APP_SCOPE_NAMES];
  const asked = new Set(scope.split(" ").map(offeredFor));
  return APP_SCOPE_NAMES.filter((each) => asked.has(each));
}

/** What the page asks. An app that asks for nothing new is offered everything again, chosen as it has it. */
export function asksFor(asked: readonly string[], had: readonly string[]): { scope: string; on: boolean }[] {
  const known = new Set(had.map(offeredFor));
  const news = APP_SCOPES.filter(({ scope }) => asked.includes(scope) && !known.has(scope));
  if (news.length > 0) return news.map(({ scope, on }) => ({ scope, on }));
  return APP_SCOPES.filter(({ scope }) => asked.includes(scope)).map(({ scope }) => ({ scope, on: true }));
}

// The request as a whole.

export interface LoginRequest {
  client: OAuthClient;
  host: string;
  redirect: string;
  parameters: Parameters;
  asked: string[];
  fault: RequestFault | null;
  /** The address with the answer: the state as it came, and who answers (RFC 9207). */
  answer(parameters: Record<string, string>): string;
}

/** Throws a sentence where nobody may be redirected. */
export async function loginRequest(
  { env, url, now }: { env: Env; url: URL; now: number },
  query: string,
): Promise<LoginRequest> {
  const addresses = oauthAddresses(env, url);
  if (addresses === null) throw invalidRequest(NO_LOGIN);
  const parameters = parametersOf(query);
  const { client_id: clientId, redirect_uri: redirect } = parameters;
  if (clientId === undefined) throw invalidRequest("The request names no app: client_id is missing.");
  if (redirect === undefined)
    throw invalidRequest("The request names no address to return to: redirect_uri is missing.");
  const client = await clientOf(env, clientId, now);
  if (!isRedirectOf(client.redirectUris, redirect)) {
    throw invalidRequest("This app did not register the address to return to.");
  }
  return {
    client,
    host: hostOfClient(client, redirect),
    redirect,
    parameters,
    asked: rightsAsked(parameters.scope),
    fault: requestFault(parameters, addresses),
    answer: (more) => redirectWith(redirect, { ...more, state: parameters.state, iss: addresses.issuer }),
  };
}

export const NO_LOGIN =
  "Apps cannot log in at this address: that needs https and APP_URL, or localhost on the same computer. A token works at /mcp everywhere.";
