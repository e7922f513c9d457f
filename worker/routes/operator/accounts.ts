/** Accounts as an operator looks for them. */

import { account } from "../../account/account.ts";
import { shownLimits } from "../../account/limits.ts";
import { OPERATOR_PAGE } from "../../contract/limits.ts";
import {
  type AccountRow,
  accountById,
  accountsOf,
  endSessions,
  idOfAccountName,
  largestAccounts,
} from "../../db/accounts.ts";
import { all, first } from "../../db/statement.ts";
import type { Env } from "../../env.ts";
import { ApiError, notFound } from "../../errors.ts";
import type { Route } from "../../http/call.ts";
import { accountSummaryOf, activityOf } from "../../present/operator.ts";
import { isAccountName } from "../../secrets/account-name.ts";

export const listAccounts: Route<"listAccounts">["act"] = async ({ env, query, now, concerns }) => {
  const { who, by = "created_at", size = OPERATOR_PAGE.default } = query;
  const found = await all(
    who === undefined
      ? largestAccounts(env.DB, { by, size }, now)
      : accountsOf(env.DB, await idOr(env, who.toLowerCase()), now),
  );
  const [only] = found;
  if (who !== undefined && only !== undefined) concerns(only.id);
  return found.map(accountSummaryOf);
};

const idOr = async ({ DB }: Env, who: string): Promise<string> =>
  isAccountName(who) ? ((await idOfAccountName(DB, who)) ?? who) : who;

/** 404 where there is no such account. */
export async function existing({ env, id, now }: { env: Env; id: string; now: number }): Promise<AccountRow> {
  const row = await first(accountById(env.DB, id, now));
  if (row === null) throw notFound();
  return row;
}

export const readAccount: Route<"readAccount">["act"] = async (call) => {
  const row = await existing(call);
  return {
    ...accountSummaryOf(row),
    profile: row.mqtt_profile,
    limits: shownLimits(call.env, row),
    broker: await activity(call.env, row.id),
  };
};

/** Null where the account's object does not answer: whoever looks may be looking because of that. */
async function activity(env: Env, userId: string) {
  const object = account(env, userId);
  try {
    const [now, kept] = await Promise.all([object.activity(), object.usage()]);
    return activityOf(now, kept);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

export const endAccountSessions: Route<"endSessions">["act"] = async (call) => {
  await existing(call);
  const { meta } = await endSessions(call.env.DB, call.id);
  return { ended: meta.changes };
};
