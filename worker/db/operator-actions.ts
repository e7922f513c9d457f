/** The audit log: a row for each operator's call, and its outcome. */

import { read } from "./statement.ts";
import { columns, type RowOf } from "./tables.ts";

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

const BEGIN = `INSERT INTO operator_actions (id, at, key_name, call, account_id, said)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6)`;
export const beginAction = async (db: D1Database, { id, at, key, call, account, said }: NewAction) =>
  db.prepare(BEGIN).bind(id, at, key, call, account, said).run();

/** The account may be known only now. */
export const endAction = async (db: D1Database, { id, account }: NewAction, status: number) =>
  db
    .prepare("UPDATE operator_actions SET status = ?2, account_id = ?3 WHERE id = ?1")
    .bind(id, status, account)
    .run();

const ACTION = columns("operator_actions", ["id", "at", "key_name", "call", "account_id", "said", "status"]);

export type ActionRow = RowOf<typeof ACTION>;

export interface ActionFilters {
  account?: string | undefined;
  key?: string | undefined;
  before?: { at: number; id: string } | undefined;
}

const LIST = `SELECT ${ACTION} FROM operator_actions
  WHERE (?1 IS NULL OR account_id = ?1) AND (?2 IS NULL OR key_name = ?2)
    AND (?3 IS NULL OR (at, id) < (?3, ?4))
  ORDER BY at DESC, id DESC LIMIT ?5`;

export const listActions = (db: D1Database, { account, key, before }: ActionFilters, limit: number) =>
  read<ActionRow>(db, LIST, account ?? null, key ?? null, before?.at ?? null, before?.id ?? null, limit);
