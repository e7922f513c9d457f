/** Events of the security log: who did it, and from where. The address is sealed. */

import { type SecurityKind, UNKNOWN_PROGRAM } from "../contract/account.ts";
import {
  type NewSecurityEvent,
  recordAfter,
  recordFailure,
  record as recordRow,
  type SecurityEventRow,
} from "../db/security-events.ts";
import type { Env } from "../env.ts";
import { SecretsUnavailable } from "../keys/keys.ts";
import { type SealedRow, seal, unsealOrEmpty } from "../keys/seal.ts";
import { clientAddress, NO_ADDRESS } from "../throttle/address.ts";
import { browserName } from "./browser-name.ts";
import type { Caller } from "./guard.ts";

/** A call that changes an account. */
interface Acting {
  env: Env;
  request: Request;
  now: number;
  caller?: Caller | null;
}

/** What happened. `detail` is a sentence without its full stop: the name of a calling token follows. */
export interface Happening {
  kind: SecurityKind;
  detail: string;
}

/** For a batch, directly after the statement whose change it reports. */
export const noteChange = async (call: Acting, userId: string, happening: Happening) =>
  recordAfter(call.env.DB, await eventOf(call, userId, happening));

/** What changes no row. */
export const note = async (call: Acting, userId: string, happening: Happening) =>
  recordRow(call.env.DB, await eventOf(call, userId, happening));

/** A failed login of a known account. */
export async function noteFailedLogin(
  call: Acting,
  userId: string,
  by: "a wrong password" | "a passkey" = "a wrong password",
): Promise<void> {
  const event = await eventOf(call, userId, {
    kind: "login_failed",
    detail: `A login with ${by} failed`,
  });
  await call.env.DB.batch(recordFailure(call.env.DB, event));
}

/** Directly after its statement, likewise. Who the operator is, and from where, is not shown to the owner. */
export const noteOperator = (
  { env, id, now }: { env: Env; id: string; now: number },
  { kind, detail }: Happening,
): D1PreparedStatement[] =>
  recordAfter(env.DB, { id: crypto.randomUUID(), user_id: id, at: now, kind, detail: `${detail}.` });

async function eventOf(call: Acting, userId: string, happening: Happening): Promise<NewSecurityEvent> {
  const { env, request, now, caller = null } = call;
  const { kind, detail } = happening;
  const id = crypto.randomUUID();
  const browser = browserName(request.headers.get("User-Agent"));
  const by = caller?.token ? `, with the token ${caller.token.name}` : "";
  return {
    id,
    user_id: userId,
    at: now,
    kind,
    detail: `${detail}${by}.`,
    address_sealed: await sealedAddress(env, clientAddress(request), place({ id, user_id: userId })),
    browser: browser === UNKNOWN_PROGRAM ? null : browser,
  };
}

const place = ({ id, user_id: userId }: Pick<SecurityEventRow, "id" | "user_id">): SealedRow => ({
  table: "security_events",
  column: "address_sealed",
  id,
  userId,
});

/** Null without an address or a key: neither stops the change. */
async function sealedAddress(env: Env, address: string, row: SealedRow): Promise<string | null> {
  if (address === NO_ADDRESS) return null;
  try {
    return await seal(env, address, row);
  } catch (error) {
    if (error instanceof SecretsUnavailable) return null;
    throw error;
  }
}

/** The address in clear text; null for none, and for one that no key opens. */
export const addressOf = async (env: Env, row: SecurityEventRow): Promise<string | null> =>
  row.address_sealed === null ? null : (await unsealOrEmpty(env, row.address_sealed, place(row))) || null;
