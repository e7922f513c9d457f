/** Accounts from before the log had a name for each get theirs here, some at a time. */

import { accountName } from "../secrets/account-name.ts";

export async function nameAccounts(
  db: D1Database,
  env: { LOOKUP_KEY?: string | undefined },
  limit: number,
): Promise<number> {
  const { results } = await db
    .prepare("SELECT id FROM users WHERE log_name IS NULL LIMIT ?1")
    .bind(limit)
    .all<{ id: string }>();
  if (results.length === 0) return 0;
  const name = db.prepare("UPDATE users SET log_name = ?2 WHERE id = ?1");
  await db.batch(results.map(({ id }) => name.bind(id, accountName(env, id))));
  return results.length;
}
