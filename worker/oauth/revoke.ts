/** `POST /oauth/revoke` (RFC 7009): an app ends its own login. */

import { accountOfBearer, accountOfToken, isMeantAsRefresh } from "../../broker/contract/token.ts";
import { changeRights } from "../account/change-rights.ts";
import { withFailuresCounted } from "../auth/failed-callers.ts";
import { noteChange } from "../auth/security-log.ts";
import {
  deleteEmptyApps,
  deleteLogin,
  loginByAccess,
  loginByRefresh,
  type RefreshableLogin,
} from "../db/apps.ts";
import type { Env } from "../env.ts";
import { ApiError, badToken } from "../errors.ts";
import { digest } from "../keys/digest.ts";
import { endpoint, formOf, required } from "./answer.ts";
import { loginHash } from "./token.ts";

/** The same answer for a token that does not exist (2.2). */
export const revoke = endpoint(async (incoming) => {
  const { env } = incoming;
  const form = await formOf(incoming);
  const [presented, clientId] = [required(form, "token"), required(form, "client_id")];
  const search = async () => {
    const login = await loginOf(env, presented);
    if (login === null || login.client_id !== clientId) throw badToken();
    return login;
  };
  const login = await withFailuresCounted(incoming, search).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  });
  if (login !== null) {
    const { user_id: userId, token_id, name } = login;
    incoming.concerns(userId);
    const detail = `The app ${name} ended a login of its own`;
    await changeRights(env, userId, {
      login: deleteLogin(userId, token_id),
      noted: await noteChange({ ...incoming, now: Date.now() }, userId, { kind: "app_ended", detail }),
      apps: deleteEmptyApps(env.DB, userId),
    });
  }
  return new Response(null, { status: 200 });
});

/** An access token or a refresh token, also a used one. */
async function loginOf(env: Env, token: string): Promise<RefreshableLogin | null> {
  if (accountOfToken(token) !== null) return loginByAccess(env.DB, digest(token));
  const isRefresh = isMeantAsRefresh(token) && accountOfBearer(token) !== null;
  return isRefresh ? loginByRefresh(env.DB, loginHash(token)) : null;
}
