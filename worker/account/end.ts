/**
 * Ends an account. The database decides: one batch deletes the account's rows and inserts one that says its object must
 * still be erased. If the batch fails, nothing is lost; if a later step fails, the cron finishes it.
 */

import { logLine } from "../../broker/contract/json.ts";
import { deleteErasure, insertErasure, listErasures, postponeErasure } from "../db/service.ts";
import { all } from "../db/statement.ts";
import { deleteUser } from "../db/users.ts";
import type { Env } from "../env.ts";
import { noteNoAccount, type Objects, objectOf } from "./account.ts";
import { changeRights } from "./change-rights.ts";

/** When it resolves, no client can connect any more. The returned work goes on after the response. */
export async function endAccount(
  env: Env,
  user: { id: string; email: string },
  now: number,
): Promise<() => Promise<void>> {
  const { DB } = env;
  await changeRights(env, user.id, { ...deleteUser(DB, user), erasure: insertErasure(DB, user.id, now) });
  noteNoAccount(user.id);
  await erase(env, user.id);
  // a client that connected in between is disconnected, and its rows are erased
  return async () => {
    if (await erase(env, user.id)) await deleteErasure(DB, user.id).run();
  };
}

/** Erases a bounded number of accounts whose erasure was interrupted. */
export async function finishErasures(env: Objects & Pick<Env, "DB">, now: number, limit: number) {
  const counts = { erased: 0, erasures_waiting: 0 };
  for (const { user_id: userId } of await all(listErasures(env.DB, limit))) {
    const erased = await erase(env, userId);
    await (erased ? deleteErasure(env.DB, userId) : postponeErasure(env.DB, userId, now)).run();
    counts[erased ? "erased" : "erasures_waiting"]++;
  }
  return counts;
}

/** Returns false when the object does not answer. */
async function erase(env: Objects, userId: string): Promise<boolean> {
  try {
    await objectOf(env, userId).erase();
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown";
    console.error(logLine({ level: "error", event: "broker_not_erased", reason }));
    return false;
  }
}
