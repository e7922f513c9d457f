/** Writes that change rights of clients, and the version of an account's rights. */

import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { users } from "./schema.ts";
import { build, type RowsOf, statementOf, write } from "./statement.ts";

/**
 * A write that changes rights: a query, but no statement that could be run, alone or in a batch. Only
 * `account/change-rights.ts` runs it, with the account's next version, after the announcement.
 */
export interface RightsChange<Row = unknown> {
  readonly rights: SQL;
  /** The type of the rows that it returns. */
  readonly row?: Row;
}

export const rightsChange = <Query extends SQLWrapper>(query: Query): RightsChange<RowsOf<Query>> => ({
  rights: query.getSQL(),
});

/** For `account/change-rights.ts` only. */
export const committed = (db: D1Database, { rights }: RightsChange): D1PreparedStatement =>
  statementOf(db, rights);

/** In every batch that changes rights: `account/change-rights.ts` adds it. */
export const raiseRightsVersion = (db: D1Database, userId: string): D1PreparedStatement =>
  write(
    db,
    build
      .update(users)
      .set({ rights_version: sql`${users.rights_version} + 1` })
      .where(eq(users.id, userId)),
  );

/**
 * Changes of how rows are stored, not of rights: nothing is announced. A running object reads its copy again within a
 * minute, a sleeping one with the first client that the copy does not know.
 */
export async function keepAnew(
  db: D1Database,
  statements: readonly D1PreparedStatement[],
  owners: ReadonlySet<string>,
): Promise<void> {
  if (statements.length === 0) return;
  await db.batch([...statements, ...[...owners].map((userId) => raiseRightsVersion(db, userId))]);
}
