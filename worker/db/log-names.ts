/**
 * The name that the log has for each account. Accounts from before there were names get theirs here, and all get another
 * one where the key was turned, some at a time. The one before stays beside it: the log's lines of then have it.
 */

import { type LookupEnv, logNameOf } from "../secrets/account-name.ts";
import { all, read } from "./statement.ts";

const NAMELESS = "SELECT id FROM users WHERE log_name IS NULL LIMIT ?1";
const NAMED_OLD = `SELECT id FROM users
  WHERE log_name IS NOT NULL AND ifnull(log_name_key, '') <> ?1 LIMIT ?2`;
/** Once: a second run finds it named. */
const NAME = `UPDATE users SET earlier_log_name = log_name, log_name = ?2, log_name_key = ?3
  WHERE id = ?1 AND (log_name IS NULL OR log_name_key IS NOT ?3)`;

export const nameAccounts = async (db: D1Database, env: LookupEnv, limit: number): Promise<number> =>
  name(db, env, await all(read<{ id: string }>(db, NAMELESS, limit)));

/** Those whose name another key made. Looks at every account: only for the time that an older key is there. */
export const renameAccounts = async (db: D1Database, env: LookupEnv, limit: number): Promise<number> =>
  name(db, env, await all(read<{ id: string }>(db, NAMED_OLD, logNameOf(env, "").key, limit)));

async function name(db: D1Database, env: LookupEnv, accounts: readonly { id: string }[]): Promise<number> {
  if (accounts.length === 0) return 0;
  const statement = db.prepare(NAME);
  const named = accounts.map(({ id }) => ({ id, ...logNameOf(env, id) }));
  await db.batch(named.map((each) => statement.bind(each.id, each.name, each.key || null)));
  return accounts.length;
}
