/**
 * Changes of how rows are stored, not of rights: nothing is announced. A running object reads its copy again within a
 * minute, a sleeping one with the first client that the copy does not know.
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
