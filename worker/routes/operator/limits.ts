/** Limits that are agreed with the owner of one account. */

import { changeRights } from "../../account/change-rights.ts";
import { shownLimits } from "../../account/limits.ts";
import { accountById, patchOwnLimits } from "../../db/accounts.ts";
import { only } from "../../db/statement.ts";
import type { Route } from "../../http/call.ts";
import { existing } from "./accounts.ts";

export const readAccountLimits: Route<"readAccountLimits">["act"] = async (call) =>
  shownLimits(call.env, await existing(call));

export const updateAccountLimits: Route<"updateAccountLimits">["act"] = async (call) => {
  const { env, id, body, now } = call;
  await existing(call);
  const { row } = await changeRights(env, id, {
    patch: patchOwnLimits(id, body),
    row: accountById(env.DB, id, now),
  });
  return shownLimits(env, only(row.results));
};
