/** An account is suspended and goes on: as with every change of rights, its object follows before the answer. */

import { changeRights } from "../../account/change-rights.ts";
import { accountById, resume, suspend } from "../../db/accounts.ts";
import { only } from "../../db/statement.ts";
import type { Call, Route } from "../../http/call.ts";
import { accountSummaryOf } from "../../present/operator.ts";
import { existing } from "./accounts.ts";

export const suspendAccount: Route<"suspendAccount">["act"] = (call) =>
  changed(call, suspend(call.id, call.body.reason, call.now));

export const resumeAccount: Route<"resumeAccount">["act"] = (call) => changed(call, resume(call.id));

type Changing = Pick<Call<"resumeAccount">, "env" | "id" | "now">;

async function changed(call: Changing, change: ReturnType<typeof resume>) {
  const { env, id, now } = call;
  await existing(call);
  const { row } = await changeRights(env, id, { change, row: accountById(env.DB, id, now) });
  return accountSummaryOf(only(row.results));
}
