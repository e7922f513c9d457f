/** A call of an account's object, as the worker makes it for itself. */

import type { CallerResult } from "../../../../broker/contract/bearer.ts";
import type { AccountObject, CallsOfCaller } from "../../../../worker/account/account.ts";

export async function ask<Answer>(
  stub: unknown,
  call: (calls: CallsOfCaller) => Promise<CallerResult<Answer>>,
): Promise<Answer> {
  using calls = (stub as AccountObject).asVerified({ kind: "session", digest: "" });
  const result = await call(calls);
  if (!result.isAllowed) throw new Error("refused");
  return result.answer;
}
