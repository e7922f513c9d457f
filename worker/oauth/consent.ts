/** What a person allows an app: the scopes, and the code that the app exchanges for tokens. */

import { deviceScope, parseScope } from "../../broker/contract/scopes.ts";
import { limitsOf } from "../account/limits.ts";
import type { Call } from "../api/call.ts";
import { browserName } from "../auth/browser-name.ts";
import { noteChange } from "../auth/security-log.ts";
import { offeredFor } from "../contract/app-scopes.ts";
import { CODE_LIFETIME_MS, MAX_APP_DEVICES, MAX_CODES } from "../contract/limits.ts";
import { MESSAGES } from "../contract/sentences.ts";
import { foreignDevice, forgetCodes, hasRoomFor, insertCode } from "../db/apps.ts";
import { scopesColumn } from "../db/json-columns.ts";
import { batch } from "../db/statement.ts";
import { appUrl } from "../env.ts";
import { invalidField, limitReached, tooManyRequests } from "../errors.ts";
import { accountName, digest } from "../keys/digest.ts";
import { randomToken } from "../keys/random.ts";
import { appAllowedEmail } from "../mail/emails.ts";
import { countLetters, type QueuedEmail, queueEmail } from "../mail/outbox.ts";
import type { LoginRequest } from "./request.ts";

type Answering = Call<"answerAuthorization">;

/** The chosen scopes: of those that were asked for, or that the app had. Equal ones once. */
export async function grantedScopes(
  { env, caller, body }: Answering,
  { asked }: LoginRequest,
  had: readonly string[],
): Promise<string[]> {
  const may = new Set([...asked, ...had.map(offeredFor)]);
  const wrong = body.scopes.find((scope) => !may.has(offeredFor(scope)));
  if (wrong !== undefined) throw invalidField("scopes", `The app did not ask for "${wrong}".`);
  if (body.scopes.length === 0) throw invalidField("scopes", MESSAGES.noAppScopes);
  const parsed = body.scopes.map((scope) => ({ scope, parsed: parseScope(scope) }));
  const ids = new Set(
    parsed.flatMap(({ parsed: each }) => (each?.kind === "device" ? [each.deviceId.toLowerCase()] : [])),
  );
  if (ids.size > MAX_APP_DEVICES) throw invalidField("scopes", MESSAGES.tooManyAppDevices(MAX_APP_DEVICES));
  const foreign = await foreignDevice(env.DB, caller.user.id, [...ids]);
  if (foreign !== null) throw invalidField("scopes", MESSAGES.noSuchObject(foreign.id));
  return [
    ...new Set(
      parsed.map(({ scope, parsed: each }) =>
        each?.kind === "device" ? deviceScope(each.scope, each.deviceId) : (offeredFor(scope) ?? scope),
      ),
    ),
  ];
}

/** A code for the app; the database stores its digest. */
export async function newCode(call: Answering, request: LoginRequest, scopes: string[]): Promise<string> {
  const { env, caller, now } = call;
  const { id: userId } = caller.user;
  const { client, host, redirect, parameters } = request;
  const { MAX_APPS: max } = limitsOf(env, caller.user);
  if (!(await hasRoomFor(env.DB, { userId, clientId: client.id }, max))) throw limitReached("MAX_APPS", max);
  const code = randomToken();
  const row = {
    code_hash: digest(code),
    user_id: userId,
    client_id: client.id,
    name: client.name,
    host,
    redirect_uri: redirect,
    challenge: parameters.code_challenge ?? "",
    scopes: scopesColumn.write(scopes),
    asks_first: call.body.asks_first === false ? (0 as const) : (1 as const),
    expires_at: now + CODE_LIFETIME_MS,
  };
  const detail = `The app ${client.name} (${host}) was allowed to log in`;
  const letter = await appLetter(call, { name: client.name, host });
  const { inserted } = await batch(env.DB, {
    letter: letter.statement,
    old: forgetCodes(env.DB, userId, now),
    inserted: insertCode(env.DB, row, MAX_CODES),
    noted: await noteChange(call, userId, { kind: "app_allowed", detail }),
  });
  if (inserted.meta.changes === 0) throw tooManyRequests(MESSAGES.tooManyCodes);
  call.after(letter.deliver);
  return code;
}

/** An unproven address gets none, and none is sent above the account's share of e-mails. */
async function appLetter(
  { env, caller: { user }, now, request }: Answering,
  app: { name: string; host: string },
): Promise<QueuedEmail> {
  const url = appUrl(env);
  const isProven = url !== null && user.email_state !== "unverified";
  const counted = isProven
    ? await countLetters(env, [{ kind: "app", email: user.email, account: user.id }])
    : null;
  if (url === null || counted === null || counted.wait !== null) return queueEmail(env, null, null);
  const browser = browserName(request.headers.get("User-Agent"));
  const letter = appAllowedEmail(url, { ...app, browser });
  return queueEmail(env, letter, user.email, { now, account: accountName(user.id) });
}
