/** Ids in a body that must name rows of the account itself. */

import { notExists, type SQL, sql } from "drizzle-orm";
import type { channels, devices } from "./schema.ts";
import { build, ownRow, read } from "./statement.ts";

type Owned = typeof channels | typeof devices;

/** Whether the account has no row with the id in `chosen.value`. */
const isForeign = (of: Owned, userId: string): SQL =>
  notExists(
    build
      .select({ id: of.id })
      .from<Owned>(of)
      .where(ownRow(of, userId, sql`chosen.value`)),
  );

/** Whether the account has a row for each id. */
export const allOwn = (of: Owned, userId: string, ids: readonly string[]): SQL =>
  sql`not exists (select 1 from json_each(${JSON.stringify(ids)}) chosen where ${isForeign(of, userId)})`;

/** Returns the first id that names no row of the account. */
export const firstForeign = (db: D1Database, of: Owned, userId: string, ids: readonly string[]) =>
  read(
    db,
    sql<{ id: string }>`select chosen.value as id from json_each(${JSON.stringify(ids)}) chosen
      where ${isForeign(of, userId)} order by chosen.key limit 1`,
  );
