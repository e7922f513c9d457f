/** Accounts from before the log had a name for each get theirs here, some at a time. */

import { accountName } from "../secrets/account-name.ts";
import { all, read } from "./statement.ts";

const NAMELESS = "SELECT id FROM users WHERE log_name IS NULL LIMIT ?1";

export async function nameAccounts(
  db: D1Database,
  env: { LOOKUP_KEY?: string | undefined },
  limit: number,
): Promise<number> {
  const nameless = await all(read<{ id: string }>(db, NAMELESS, limit));
  if (nameless.length === 0) return 0;
  const name = db.prepare("UPDATE users SET log_name = ?2 WHERE id = ?1");
  await db.batch(nameless.map(({ id }) => name.bind(id, accountName(env, id))));
  return nameless.length;
}
