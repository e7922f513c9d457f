/** The audit log: a row for each operator's call, and its outcome. */

import { and, desc, eq, sql } from "drizzle-orm";
import { operatorActions } from "./schema.ts";
import { build, read, write } from "./statement.ts";

export interface NewAction {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  key: string;
  call: string;
  account: string | null;
  /** JSON. */
  said: string | null;
}

export const beginAction = async (db: D1Database, { id, at, key, call, account, said }: NewAction) =>
  write(
    db,
    build.insert(operatorActions).values({ id, at, key_name: key, call, account_id: account, said }),
  ).run();

/** The account may be known only now. */
export const endAction = async (db: D1Database, { id, account }: NewAction, status: number) =>
  write(
    db,
    build.update(operatorActions).set({ status, account_id: account }).where(eq(operatorActions.id, id)),
  ).run();

export type ActionRow = typeof operatorActions.$inferSelect;

export interface ActionFilters {
  account?: string | undefined;
  key?: string | undefined;
  before?: { at: number; id: string } | undefined;
}

export const listActions = (db: D1Database, { account, key, before }: ActionFilters, limit: number) =>
  read(
    db,
    build
      .select()
      .from(operatorActions)
      .where(
        and(
          account === undefined ? undefined : eq(operatorActions.account_id, account),
          key === undefined ? undefined : eq(operatorActions.key_name, key),
          before && sql`(${operatorActions.at}, ${operatorActions.id}) < (${before.at}, ${before.id})`,
        ),
      )
      .orderBy(desc(operatorActions.at), desc(operatorActions.id))
      .limit(limit),
  );
