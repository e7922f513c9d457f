/**
 * The audit step of an operator's call: a row before anything is done, and its outcome afterwards. A row without a status
 * means that the outcome is unknown.
 */

import { isUuid } from "../../broker/contract/topics.ts";
import { withoutSecrets } from "../contract/redact.ts";
import { bodyColumn } from "../db/json-columns.ts";
import { beginAction, endAction } from "../db/operator-actions.ts";
import { unavailable } from "../errors.ts";
import { logUnfinishedAction } from "../log.ts";
import { within } from "../patience.ts";
import { addressKey, clientAddress } from "../throttle/address.ts";
import { toApiError } from "./answer.ts";
import type { IncomingCall } from "./call.ts";
import { type Body, readBody } from "./input.ts";

/** Longest body in the log. Characters. */
const MAX_SAID = 4096;

interface Audited {
  key: string;
  /** Name of the call; undefined for an unknown one. */
  name: string | undefined;
  /** Time limit of the database. Milliseconds. */
  patience: number;
}

export async function audited(
  incoming: IncomingCall,
  { key, name, patience }: Audited,
  serve: (incoming: IncomingCall) => Promise<Response>,
): Promise<Response> {
  const { request, env, url } = incoming;
  const body = await readBody(request, env, addressKey(clientAddress(request)));
  const action = {
    id: crypto.randomUUID(),
    at: Date.now(),
    key,
    call: name ?? `${request.method} ${withoutSecrets(url.pathname)}`.slice(0, 200),
    account: isUuid(incoming.id ?? "") ? (incoming.id ?? "").toLowerCase() : null,
    said: saidOf(body),
  };
  if (action.account !== null) incoming.concerns(action.account);
  if ((await within(patience, beginAction(env.DB, action))) === null) throw unavailable();
  const concerns = (userId: string) => {
    action.account = userId;
    incoming.concerns(userId);
  };
  let status = 500;
  try {
    const response = await serve({ ...incoming, concerns, body });
    status = response.status;
    return response;
  } catch (error) {
    status = toApiError(error).status;
    throw error;
  } finally {
    // the first row exists, whatever happens to this write
    await endAction(env.DB, action, status).catch(logUnfinishedAction);
  }
}

function saidOf(body: Body): string | null {
  if ("error" in body || Object.keys(body.value).length === 0) return null;
  return JSON.stringify(body.value).length > MAX_SAID ? null : bodyColumn.write(body.value);
}
