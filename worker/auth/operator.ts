/**
 * Authenticates operators by the key in the header. Without keys there are no operators, and responses do not reveal
 * that there could be. Wrong keys are counted per address; they never delay a right one.
 */

import { type Env, settings } from "../env.ts";
import { bearerMissing, notFound, throttled, wrongOperatorKey } from "../errors.ts";
import { matchingKeyId } from "../keys/keys.ts";
import { clientAddress } from "../throttle/address.ts";
import { check } from "../throttle/check.ts";

/** Returns the operator's name in the audit log. */
export async function operatorOf(env: Env, request: Request): Promise<string> {
  const { operatorKeys } = settings(env);
  if (operatorKeys.length === 0) throw notFound();
  const [scheme = "", said, ...rest] = (request.headers.get("Authorization") ?? "").trim().split(/\s+/);
  if (scheme.toLowerCase() !== "bearer" || said === undefined || rest.length > 0) throw bearerMissing();
  const holder = matchingKeyId(operatorKeys, said);
  if (holder !== null) return holder;
  const { wait } = await check(env, "operator-key", { address: clientAddress(request) });
  throw wait === null ? wrongOperatorKey() : throttled(wait);
}
