/** Accounts for operators: list, suspend, limit. */

import { askAccount } from "../../account/account.ts";
import { changeRights, closePages } from "../../account/change-rights.ts";
import { shownLimits } from "../../account/limits.ts";
import { type Call, route } from "../../api/call.ts";
import { type Happening, noteOperator } from "../../auth/security-log.ts";
import { OPERATOR_PAGE } from "../../contract/limits.ts";
import {
  type AccountRow,
  accountById,
  accountsOf,
  endSessions as endRows,
  idOfAccountName,
  largestAccounts,
  patchOwnLimits,
  resume,
  suspend,
} from "../../db/accounts.ts";
import { all, first, only } from "../../db/statement.ts";
import type { Env } from "../../env.ts";
import { ApiError, notFound } from "../../errors.ts";
import { isAccountName } from "../../keys/digest.ts";
import { accountSummaryOf, activityOf } from "../../present/operator.ts";

export const listAccounts = route<"listAccounts">(async ({ env, query, now, concerns }) => {
  const { who, by = "created_at", size = OPERATOR_PAGE.default } = query;
  const found = await all(
    who === undefined
      ? largestAccounts(env.DB, { by, size }, now)
      : accountsOf(env.DB, await idOr(env, who.toLowerCase()), now),
  );
  const [one] = found;
  if (who !== undefined && one !== undefined) concerns(one.id);
  return found.map(accountSummaryOf);
});

const idOr = async ({ DB }: Env, who: string): Promise<string> =>
  isAccountName(who) ? ((await idOfAccountName(DB, who)) ?? who) : who;

async function existing({ env, id, now }: { env: Env; id: string; now: number }): Promise<AccountRow> {
  const row = await first(accountById(env.DB, id, now));
  if (row === null) throw notFound();
  return row;
}

export const readAccount = route<"readAccount">(async (call) => {
  const row = await existing(call);
  return {
    ...accountSummaryOf(row),
    profile: row.mqtt_profile,
    limits: shownLimits(call.env, row),
    broker: await activity(call.env, row.id),
  };
});

/** Null when the account's object does not answer: the rest is still useful. */
async function activity(env: Env, userId: string) {
  try {
    const [now, kept] = await Promise.all([
      askAccount(env, userId, (account) => account.activity()),
      askAccount(env, userId, (account) => account.usage()),
    ]);
    return activityOf(now, kept);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

const SESSIONS_ENDED: Happening = {
  kind: "sessions_ended",
  detail: "The operator ended every session",
};
const RESUMED: Happening = { kind: "resumed", detail: "The operator resumed the account" };

export const endSessions = route<"endSessions">(async (call) => {
  await existing(call);
  const { ended } = await changeRights(call.env, call.id, {
    ended: endRows(call.env.DB, call.id),
    noted: noteOperator(call, SESSIONS_ENDED),
  });
  call.after(() => closePages(call.env, call.id));
  return { ended: ended.meta.changes };
});

export const suspendAccount = route<"suspendAccount">(async (call) =>
  accountSummaryOf(
    await changed(call, suspend(call.id, call.body.reason, call.now), {
      kind: "suspended",
      detail: `The operator suspended the account: ${call.body.reason.replace(/\.$/, "")}`,
    }),
  ),
);

export const resumeAccount = route<"resumeAccount">(async (call) =>
  accountSummaryOf(await changed(call, resume(call.id), RESUMED)),
);

type Changing = Pick<Call<"resumeAccount">, "env" | "id" | "now">;

/** The account's object applies the change before the response, as with every change of rights. */
async function changed(call: Changing, change: ReturnType<typeof resume>, happening: Happening) {
  const { env, id, now } = call;
  await existing(call);
  const { row } = await changeRights(env, id, {
    change,
    noted: noteOperator(call, happening),
    row: accountById(env.DB, id, now),
  });
  return only(row.results);
}

export const readAccountLimits = route<"readAccountLimits">(async (call) =>
  shownLimits(call.env, await existing(call)),
);

export const updateAccountLimits = route<"updateAccountLimits">(async (call) => {
  const row = await changed(call, patchOwnLimits(call.id, call.body), {
    kind: "limits_changed",
    detail: `The operator changed limits of the account: ${Object.keys(call.body).join(", ")}`,
  });
  return shownLimits(call.env, row);
});
