/**
 * Changes of how rows are kept, and not of what they allow: nothing is announced, and nobody waits. An account's object that
 * is awake reads its copy again within a minute, one that sleeps with the first client that the copy cannot judge.
 */

import { raiseRightsVersion } from "./users.ts";

export async function keepAnew(
  db: D1Database,
  statements: readonly D1PreparedStatement[],
  owners: ReadonlySet<string>,
): Promise<void> {
  if (statements.length === 0) return;
  await db.batch([...statements, ...[...owners].map((userId) => raiseRightsVersion(db, userId))]);
}
