/** `POST /oauth/token`: a code for tokens (RFC 6749, 4.1.3; RFC 7636, 4.6), and a refresh token for the next (6). */

import { accountOfBearer, isMeantAsRefresh } from "../../broker/contract/token.ts";
import { isUuid } from "../../broker/contract/topics.ts";
import { addRights, changeRights } from "../account/change-rights.ts";
import { limitsOf } from "../account/limits.ts";
import type { IncomingCall } from "../api/call.ts";
import { withFailuresCounted } from "../auth/failed-callers.ts";
import { noteChange } from "../auth/security-log.ts";
import { API_LIMITS } from "../contract/api-limits.ts";
import { ACCESS_LIFETIME_MS, APP_LIFETIME_MS } from "../contract/limits.ts";
import {
  beginLogin,
  type CodeRow,
  codeBy,
  deleteEmptyApps,
  deleteLogin,
  limitsOfUser,
  loginByRefresh,
  type RefreshableLogin,
  rotate,
  spendCode,
} from "../db/apps.ts";
import { scopesColumn } from "../db/json-columns.ts";
import { keepClient, registeredClient } from "../db/oauth-clients.ts";
import type { Env } from "../env.ts";
import { ApiError, badToken } from "../errors.ts";
import { digest } from "../keys/digest.ts";
import { loginDigits, newBearer, newRefreshToken } from "../keys/random.ts";
import { oauthAddresses } from "./addresses.ts";
import { endpoint, type Form, formOf, OAuthFault, required } from "./answer.ts";
import { isDocumentAddress } from "./client.ts";
import { s256 } from "./pkce.ts";
import { isResource, NO_LOGIN } from "./request.ts";

const badGrant = (why: string) => new OAuthFault("invalid_grant", why);
const NO_CLIENT = "This app is not known here, or its registration has expired. Register it again.";
const NO_GRANT = "The code or refresh token is wrong, was used, or has ended. Connect the app again.";

/**
 * A registration that has expired is `invalid_client` (RFC 6749, 5.2): an app that stores its id registers again, and
 * would otherwise open a page that does not know it, each time.
 */
async function unknownGrant(env: Env, clientId: string, now: number): Promise<OAuthFault> {
  const isKnown =
    isDocumentAddress(clientId) ||
    (isUuid(clientId) && (await registeredClient(env.DB, clientId, now)) !== null);
  return isKnown ? badGrant(NO_GRANT) : new OAuthFault("invalid_client", NO_CLIENT, 401);
}

export const token = endpoint(async (incoming) => {
  const form = await formOf(incoming);
  const addresses = oauthAddresses(incoming.env, incoming.url);
  if (addresses === null) throw new OAuthFault("invalid_request", NO_LOGIN);
  const grant = GRANTS.get(required(form, "grant_type"));
  if (grant === undefined) {
    throw new OAuthFault("unsupported_grant_type", "Use authorization_code or refresh_token.");
  }
  if (!isResource(form.get("resource") || undefined, addresses.resource)) {
    throw new OAuthFault("invalid_target", `The resource must be ${addresses.resource}.`);
  }
  return Response.json(await counted(incoming, () => grant(incoming, form)));
});

const GUESSES: ReadonlySet<string> = new Set(["invalid_grant", "invalid_client"]);

/** A wrong code or token is a guess, and counts as a wrong bearer does. */
async function counted<T>(incoming: IncomingCall, work: () => Promise<T>): Promise<T> {
  const search = async () => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof OAuthFault && GUESSES.has(error.error))
        throw Object.assign(badToken(), { cause: error });
      throw error;
    }
  };
  try {
    return await withFailuresCounted(incoming, search);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw error.cause ?? badGrant(NO_GRANT);
    throw error;
  }
}

interface TokenAnswer {
  access_token: string;
  token_type: "Bearer";
  /** Seconds. */
  expires_in: number;
  refresh_token: string;
  scope: string;
}
type Grant = (incoming: IncomingCall, form: Form) => Promise<TokenAnswer>;

/** New tokens of a login, and what is stored of them. */
function newTokens(userId: string, now: number, login?: string) {
  const access = newBearer("token", userId);
  const refresh = newRefreshToken(userId, login);
  return {
    access,
    refresh,
    tokenHash: digest(access),
    refreshHash: digest(refresh),
    loginHash: loginHash(refresh),
    ends: { token: now + ACCESS_LIFETIME_MS, login: now + APP_LIFETIME_MS },
  };
}

/** The digits alone would be short for a digest that is looked up. */
export const loginHash = (refresh: string): string =>
  digest(`app ${accountOfBearer(refresh)} ${loginDigits(refresh)}`);

const answerWith = (
  { access, refresh }: ReturnType<typeof newTokens>,
  scopes: readonly string[],
): TokenAnswer => ({
  access_token: access,
  token_type: "Bearer",
  expires_in: ACCESS_LIFETIME_MS / 1000,
  refresh_token: refresh,
  scope: scopes.join(" "),
});

const exchange: Grant = async (incoming, form) => {
  const { env } = incoming;
  const now = Date.now();
  const codeHash = digest(required(form, "code"));
  const proof = {
    clientId: required(form, "client_id"),
    redirect: required(form, "redirect_uri"),
    verifier: required(form, "code_verifier"),
  };
  const row = await codeBy(env.DB, codeHash);
  if (row === null) throw await unknownGrant(env, proof.clientId, now);
  incoming.concerns(row.user_id);
  if (row.used_at !== null) {
    // RFC 6749, 4.1.2: somebody has stolen it
    if (row.token_id !== null)
      await endLogin(incoming, row.user_id, { ...row, token_id: row.token_id }, "its code");
    throw badGrant(NO_GRANT);
  }
  if (!isFor(row, proof, now)) {
    // a code is good for one try
    await spendCode(env.DB, codeHash, { tokenId: null, now }).run();
    throw badGrant(NO_GRANT);
  }
  return begin(incoming, row, now);
};

const isFor = (
  row: CodeRow,
  { clientId, redirect, verifier }: { clientId: string; redirect: string; verifier: string },
  now: number,
): boolean =>
  row.expires_at > now &&
  row.client_id === clientId &&
  row.redirect_uri === redirect &&
  s256(verifier) === row.challenge;

async function begin(incoming: IncomingCall, row: CodeRow, now: number): Promise<TokenAnswer> {
  const { env } = incoming;
  const { user_id: userId, client_id: clientId, name, host, scopes, asks_first: asksFirst } = row;
  const max = await appLimit(env, userId);
  const made = newTokens(userId, now);
  const login = {
    userId,
    codeHash: row.code_hash,
    clientId,
    name,
    host,
    scopes,
    asksFirst,
    tokenId: crypto.randomUUID(),
    now,
  };
  const detail = `The app ${name} (${host}) was connected`;
  const { spent, login: written } = await addRights(env, userId, {
    ...beginLogin(env.DB, { ...login, ...made }, max),
    noted: await noteChange({ ...incoming, now }, userId, { kind: "app_connected", detail }),
    client: isDocumentAddress(clientId) ? [] : [keepClient(env.DB, clientId, made.ends.login)],
  });
  // another exchange of the same code came first
  if (spent.meta.changes === 0) throw badGrant(NO_GRANT);
  if (written.meta.changes === 0) throw badGrant(API_LIMITS.MAX_APPS.http.words(max));
  return answerWith(made, scopesColumn.read(scopes));
}

const appLimit = async (env: Env, userId: string): Promise<number> =>
  limitsOf(env, await limitsOfUser(env.DB, userId)).MAX_APPS;

const refresh: Grant = async (incoming, form) => {
  const { env } = incoming;
  const now = Date.now();
  const presented = required(form, "refresh_token");
  const clientId = required(form, "client_id");
  // a mistyped token costs no look-up
  const isWellFormed = isMeantAsRefresh(presented) && accountOfBearer(presented) !== null;
  const login = isWellFormed ? await loginByRefresh(env.DB, loginHash(presented)) : null;
  if (login === null || login.client_id !== clientId || login.expires_at <= now)
    throw await unknownGrant(env, clientId, now);
  incoming.concerns(login.user_id);
  const scopes = scopesColumn.read(login.scopes);
  const asked = (form.get("scope") ?? "").split(" ").filter((each) => each !== "");
  if (!asked.every((each) => scopes.includes(each))) {
    throw new OAuthFault("invalid_scope", "A refresh token gives the scopes that were granted, and no more.");
  }
  const made = newTokens(login.user_id, now, loginDigits(presented));
  const isRight = login.refresh_hash === digest(presented) && (await rotated(env, login, made));
  if (!isRight) {
    // RFC 9700, 4.14.2: the app or a thief has used it before; nobody knows which
    await endLogin(incoming, login.user_id, login, "its refresh token");
    throw badGrant(
      "This refresh token was used before, so the login of the app was ended. Connect the app again.",
    );
  }
  return answerWith(made, scopes);
};

/** In one transaction: a crash leaves either the old refresh token or the new one. */
async function rotated(
  env: Env,
  login: RefreshableLogin,
  made: ReturnType<typeof newTokens>,
): Promise<boolean> {
  const { rotated } = await changeRights(env, login.user_id, {
    ...rotate(env.DB, { tokenId: login.token_id, from: login.refresh_hash, ...made }),
    client: isDocumentAddress(login.client_id) ? [] : [keepClient(env.DB, login.client_id, made.ends.login)],
  });
  return rotated.meta.changes === 1;
}

/** Ends a login whose secret was used twice. */
async function endLogin(
  incoming: IncomingCall,
  userId: string,
  { token_id: tokenId, name }: { token_id: string; name: string },
  what: string,
): Promise<void> {
  const detail = `A login of the app ${name} was ended, because ${what} was used twice`;
  await changeRights(incoming.env, userId, {
    login: deleteLogin(userId, tokenId),
    noted: await noteChange({ ...incoming, now: Date.now() }, userId, { kind: "app_ended", detail }),
    apps: deleteEmptyApps(incoming.env.DB, userId),
  });
}

const GRANTS: ReadonlyMap<string, Grant> = new Map([
  ["authorization_code", exchange],
  ["refresh_token", refresh],
]);
