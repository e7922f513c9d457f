/** Limits that are agreed with the owner of one account. */

import { changeRights } from "../../account/change-rights.ts";
import { shownLimits } from "../../account/limits.ts";
import { accountById, patchOwnLimits } from "../../db/accounts.ts";
import { only } from "../../db/statement.ts";
import type { OperatorRoute } from "../../http/operator-call.ts";
import { existing } from "./accounts.ts";

export const readAccountLimits: OperatorRoute<"readAccountLimits"> = async (call) =>
  shownLimits(call.env, await existing(call));

export const updateAccountLimits: OperatorRoute<"updateAccountLimits"> = async (call) => {
  const { env, id, body, now } = call;
  await existing(call);
  const { row } = await changeRights(env, id, {
    patch: patchOwnLimits(id, body),
    row: accountById(env.DB, id, now),
  });
  return shownLimits(env, only(row.results));
};
