/** `POST /oauth/register` (RFC 7591), for clients of 2025. Anybody may call it: what it stores is bounded. */

import * as z from "zod";
import type { IncomingCall } from "../api/call.ts";
import { isJson } from "../api/input.ts";
import { APP_SCOPE_NAMES } from "../contract/app-scopes.ts";
import { MAX_REDIRECTS, UNUSED_CLIENT_MS } from "../contract/limits.ts";
import { insertClient } from "../db/oauth-clients.ts";
import { throttled } from "../errors.ts";
import { clientAddress } from "../throttle/address.ts";
import { count } from "../throttle/check.ts";
import { oauthAddresses } from "./addresses.ts";
import { bodyOf, endpoint, OAuthFault } from "./answer.ts";
import { shownName } from "./client.ts";
import { redirectProblem, returnsTo } from "./redirects.ts";
import { NO_LOGIN } from "./request.ts";

/** Other fields are ignored (RFC 7591, 2). */
const Metadata = z.object({
  redirect_uris: z.array(z.string()).min(1).max(MAX_REDIRECTS),
  client_name: z.string().optional(),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
});

const invalidMetadata = (why: string) => new OAuthFault("invalid_client_metadata", why);

export const register = endpoint(async (incoming) => {
  const { env, request, url } = incoming;
  if (oauthAddresses(env, url) === null) throw invalidMetadata(NO_LOGIN);
  const { wait } = await count(env, "oauth-register", [{ address: clientAddress(request) }]);
  if (wait !== null) throw throttled(wait);
  const { redirect_uris: redirectUris, client_name = "", ...types } = await metadataOf(incoming);
  for (const uri of redirectUris) {
    const problem = redirectProblem(uri);
    if (problem !== null) throw new OAuthFault("invalid_redirect_uri", problem);
  }
  if (types.grant_types?.includes("authorization_code") === false) {
    throw invalidMetadata("The grant_types must include authorization_code.");
  }
  if (types.response_types?.includes("code") === false)
    throw invalidMetadata("The response_types must include code.");
  const [first = ""] = redirectUris;
  const now = Date.now();
  const row = { id: crypto.randomUUID(), name: shownName(client_name) || returnsTo(first), redirectUris };
  const times = { created_at: now, expires_at: now + UNUSED_CLIENT_MS };
  const { meta } = await insertClient(env.DB, { ...row, ...times }).run();
  if (meta.changes === 0) {
    throw new OAuthFault(
      "temporarily_unavailable",
      "Too many clients wait for their first use. Try again later.",
      503,
    );
  }
  return Response.json(registered(row, now), { status: 201 });
});

async function metadataOf(incoming: IncomingCall) {
  if (!isJson(incoming.request.headers.get("Content-Type") ?? ""))
    throw invalidMetadata("Send JSON: application/json.");
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(await bodyOf(incoming)));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw invalidMetadata("The body is no JSON.");
  }
  const metadata = Metadata.safeParse(json);
  if (metadata.success) return metadata.data;
  const [issue] = metadata.error.issues;
  const isRedirect = issue?.path[0] === "redirect_uris";
  throw new OAuthFault(
    isRedirect ? "invalid_redirect_uri" : "invalid_client_metadata",
    isRedirect
      ? `Send 1 to ${MAX_REDIRECTS} redirect_uris.`
      : `The field ${String(issue?.path[0] ?? "")} is not valid.`,
  );
}

/** Public clients only: whatever was asked for, there is no secret (RFC 7591, 3.2.1). */
const registered = (
  { id, name, redirectUris }: { id: string; name: string; redirectUris: string[] },
  now: number,
) => ({
  client_id: id,
  client_id_issued_at: Math.floor(now / 1000),
  client_name: name,
  redirect_uris: redirectUris,
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none",
  scope: APP_SCOPE_NAMES.join(" "),
});
