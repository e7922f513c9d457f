/**
 * The end of an account. The database decides: in one batch the account's rows go and a row comes that says its broker
 * has yet to forget it. Nothing is lost where that batch fails; whatever fails after it, the cron finishes.
 */

import { logLine } from "../../broker/contract/hidden.ts";
import { deleteErasure, insertErasure, listErasures, postponeErasure } from "../db/erasures.ts";
import { all } from "../db/statement.ts";
import { deleteUser } from "../db/users.ts";
import type { Env } from "../env.ts";
import { changeRights } from "./change-rights.ts";
import { type Objects, objectOf } from "./object.ts";

/** Nobody is let in any more when it resolves. What it returns goes on after the answer. */
export async function endAccount(
  env: Env,
  user: { id: string; email: string },
  now: number,
): Promise<() => Promise<void>> {
  const { DB } = env;
  await changeRights(env, user.id, { ...deleteUser(DB, user), erasure: insertErasure(DB, user.id, now) });
  await erase(env, user.id);
  // a client that came in between finds no account any more, and what it left goes too
  return async () => {
    if (await erase(env, user.id)) await deleteErasure(DB, user.id).run();
  };
}

/** What was left over, a bounded number of them. */
export async function finishErasures(env: Objects & Pick<Env, "DB">, now: number, limit: number) {
  const counts = { erased: 0, erasures_waiting: 0 };
  for (const { user_id: userId } of await all(listErasures(env.DB, limit))) {
    const erased = await erase(env, userId);
    await (erased ? deleteErasure(env.DB, userId) : postponeErasure(env.DB, userId, now)).run();
    counts[erased ? "erased" : "erasures_waiting"]++;
  }
  return counts;
}

/** False when the broker does not answer. */
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
