/** Apps: what logged in by OAuth, and the page that asks for it. */

import { askAccount } from "../account/account.ts";
import { changeRights } from "../account/change-rights.ts";
import { type Call, route, rowRoute } from "../api/call.ts";
import { noteChange } from "../auth/security-log.ts";
import type { App, Authorization } from "../contract/apps.ts";
import { isoTime, isoTimeOrNull } from "../contract/fields.ts";
import {
  type AppLoginRow,
  appsOf,
  deleteAppTokens,
  deleteApp as deleteRow,
  listApps as list,
  readApp,
} from "../db/apps.ts";
import { scopesColumn } from "../db/json-columns.ts";
import { all, only } from "../db/statement.ts";
import { invalidRequest } from "../errors.ts";
import { grantedScopes, newCode } from "../oauth/consent.ts";
import { returnsTo } from "../oauth/redirects.ts";
import { asksFor, type LoginRequest, loginRequest } from "../oauth/request.ts";

/** An app without logins asks. */
const asksFirst = (logins: readonly AppLoginRow[]): boolean =>
  logins.every(({ asks_first }) => asks_first === 1);

const scopesOf = (logins: readonly AppLoginRow[]): string[] => [
  ...new Set(logins.flatMap(({ scopes }) => scopesColumn.read(scopes))),
];

export const listApps = rowRoute<"listApps", AppLoginRow>(list, async ({ env, caller, read }) => {
  const ids = read.map(({ token_id }) => token_id);
  const uses = await askAccount(env, caller.user.id, (account) => account.tokenUses(ids));
  const used = new Map(ids.map((id, at) => [id, uses[at]?.at ?? null]));
  return [...Map.groupBy(read, ({ id }) => id).values()].map((logins) => appOf(logins, used));
});

function appOf(logins: readonly AppLoginRow[], used: ReadonlyMap<string, number | null>): App {
  const [{ id, name, host, created_at } = only(logins)] = logins;
  const last = Math.max(0, ...logins.map(({ token_id }) => used.get(token_id) ?? 0));
  return {
    id,
    name,
    host,
    scopes: scopesOf(logins),
    asks_first: asksFirst(logins),
    created_at: isoTime(created_at),
    last_used_at: isoTimeOrNull(last === 0 ? null : last),
  };
}

export const deleteApp = rowRoute<"deleteApp", { id: string; name: string }>(readApp, async (call) => {
  const { env, caller, id, read } = call;
  const { id: userId } = caller.user;
  await changeRights(env, userId, {
    tokens: deleteAppTokens(userId, id),
    app: deleteRow(env.DB, userId, id),
    noted: await noteChange(call, userId, {
      kind: "app_ended",
      detail: `The app ${only(read).name} was ended`,
    }),
  });
  return undefined;
});

type Asking = Call<"checkAuthorization"> | Call<"answerAuthorization">;

/** An app's logins so far. */
async function loginsOf({ env, caller, now }: Asking, { client }: LoginRequest): Promise<AppLoginRow[]> {
  const logins = await all(appsOf(env.DB, caller.user.id, now));
  return logins.filter(({ client_id }) => client_id === client.id);
}

export const checkAuthorization = route<"checkAuthorization">(async (call): Promise<Authorization> => {
  const request = await loginRequest(call, call.body.query);
  const logins = await loginsOf(call, request);
  const had = scopesOf(logins);
  const { client, host, redirect, asked, fault } = request;
  return {
    name: client.name,
    host,
    returns_to: returnsTo(redirect),
    asked: asksFor(asked, had),
    had,
    asks_first: asksFirst(logins),
    problem: fault && {
      sentence: fault.sentence,
      redirect: errorAddress(request, fault.error, fault.sentence),
    },
  };
});

const errorAddress = ({ answer }: LoginRequest, error: string, sentence: string): string =>
  answer({ error, error_description: sentence });

export const answerAuthorization = route<"answerAuthorization">(async (call) => {
  const { body } = call;
  const request = await loginRequest(call, body.query);
  const { client, fault } = request;
  if (client.name !== body.name) {
    throw invalidRequest("The app has changed its name since this page was opened. Reload the page.");
  }
  if (fault !== null) return { redirect: errorAddress(request, fault.error, fault.sentence) };
  if (!body.allow) return { redirect: errorAddress(request, "access_denied", "The person denied it.") };
  const scopes = await grantedScopes(call, request, scopesOf(await loginsOf(call, request)));
  return { redirect: request.answer({ code: await newCode(call, request, scopes) }) };
});
