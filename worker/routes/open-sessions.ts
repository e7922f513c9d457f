/** The login sessions of an account, for its owner. */

import { sessionIdOf } from "../../broker/contract/bearer.ts";
import { account } from "../account/account.ts";
import { changeRights } from "../account/change-rights.ts";
import { closePages } from "../account/close-pages.ts";
import { rowRoute } from "../api/call.ts";
import { endSession, listSessions as list, type SessionRow } from "../db/sessions.ts";
import { notFound } from "../errors.ts";
import { openSessionOf } from "../present/user.ts";

export const listSessions = rowRoute<"listSessions", SessionRow>(list, async ({ env, caller, read }) => {
  const ids = read.map(({ token_hash }) => sessionIdOf(token_hash));
  const uses = await account(env, caller.user.id).tokenUses(ids);
  const current = caller.session.tokenHash;
  return read.map((row, at) => openSessionOf(row, { usedAt: uses[at]?.at ?? null, current }));
});

/** The account's object forgets the session, and closes its streams, before the response. */
export const deleteSession = rowRoute<"deleteSession", SessionRow>(
  list,
  async ({ env, caller, id, read, after }) => {
    const row = read.find(({ token_hash }) => sessionIdOf(token_hash) === id);
    if (row === undefined) throw notFound();
    await changeRights(env, caller.user.id, { ended: endSession(env.DB, { tokenHash: row.token_hash }) });
    after(() => closePages(env, caller.user.id));
    return undefined;
  },
);
