/**
 * The name that the log has for each account: all get another one where the key was turned, some at a time. The one before
 * stays beside it: the log's lines of then have it.
 */

import { type LookupEnv, logNameOf } from "../secrets/account-name.ts";
import { all, read } from "./statement.ts";

const NAMED_OLD = "SELECT id FROM users WHERE log_name_key <> ?1 LIMIT ?2";
/** Once: a second run finds it named. */
const NAME = `UPDATE users SET earlier_log_name = log_name, log_name = ?2, log_name_key = ?3
  WHERE id = ?1 AND log_name_key <> ?3`;

/** Those whose name another key made. Looks at every account: only for the time that an older key is there. */
export async function renameAccounts(db: D1Database, env: LookupEnv, limit: number): Promise<number> {
  const accounts = await all(read<{ id: string }>(db, NAMED_OLD, logNameOf(env, "").key, limit));
  if (accounts.length === 0) return 0;
  const statement = db.prepare(NAME);
  const named = accounts.map(({ id }) => ({ id, ...logNameOf(env, id) }));
  await db.batch(named.map((each) => statement.bind(each.id, each.name, each.key)));
  return accounts.length;
}
